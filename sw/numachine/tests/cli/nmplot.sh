# SPDX-License-Identifier: Apache-2.0
# Draws each kind in each format with gnuplot: standard error must be empty, the picture must have
# title, source and labels, and the script must have the numbers of the counters.
. "$TOP/sw/numachine/tests/nm.bash"
{ echo "0x0402 7"; echo "0x0403 9"; echo "0x010F 12"; echo "0x0200 5"; } |
	table flyer 'station: 0' >flyer
at() { echo "$(($1 << 10 | $2 << 4 | $3)) $4"; } # depth processor phase count
{ at 0 0 3 100; at 2 63 3 50; at 5 63 3 4; at 40 12 7 1000; at 20 5 7 10; } |
	table depth 'order: thesis' >depth
{
	echo "$(event 1 5 0 LV 0 3) 11"; echo "$(event 1 5 2 GI 0 3) 13"; echo "$(event 1 5 5 GV 0 7) 17"
	echo "$(event 1 5 1 LV 0 3) 2"; echo "$(event 1 6 7 GI 1 3) 19"; echo "$(event 1 6 4 LI 0 7) 23"
} | table histogram1 >lines
for label in $(seq 0 20); do
	echo "$(event 0 "$label" 6 GI) $((label + 1))"
done | table histogram0 >many
for kind in 'pages flyer' 'depths depth' 'waiting depth' 'lines lines' 'labels lines' \
	'labels many'; do
	echo "== $kind"
	nmplot $kind -l names -o p.svg && grep -c '</svg>' p.svg
	labels p.svg
	nmplot $kind -o p.png && head -c 4 p.png | tail -c 3 && echo
	nmplot $kind >chars && grep -c . chars
done
# of a script: its data and the marks of the axes
data() { nmplot "$@" --script=s && sed -n '/<< end/,/^end/p; /^set [xy]tics (/p' s |
	grep -v -e NaN -e '""' -e '" "' -e '^$'; }
data pages -n 2 -o p.svg flyer
data depths -l names depth
data depths -p 7 depth
data waiting -o p.svg depth
data lines lines
data lines -p 3 -L 21 lines
data labels -l names lines
data labels -n 1 lines
nmplot lines --script=s -t "the card's" lines
grep -c "the card''s" s
LC_ALL=C.UTF-8 gnuplot s >/dev/null && echo drawn
{ at 1 1 1 1; } | table depth 'missed: 2' >lossy
run nmplot depths -o p.svg lossy
grep -o 'DATA WERE LOST' p.svg
run nmplot depths -p 2 depth
run nmplot labels many -o none/p.svg
table flyer </dev/null | run nmplot pages
run nmplot pages depth
run nmplot waiting flyer
run nmplot labels flyer
run nmplot lines -p 3 many
run nmplot lines -l missing lines
gzip -c lines | nmplot lines - | grep -c .
PATH=$(dirname "$(command -v nmplot)") nmplot lines lines

#> == pages flyer
#> 1
#> Accesses to pages
#> accesses
#> flyer: 33 events
#> page of 16 KB
#> station
#> PNG
#> 24
#> == depths depth
#> 1
#> Depth of the input FIFO
#> depth of the input FIFO, transactions
#> depth: 1164 events
#> phase 3 (factorize)
#> phase 7 (solve)
#> transactions that found it
#> PNG
#> 24
#> == waiting depth
#> 1
#> Waiting for the memory
#> depth: 1164 events
#> phase
#> processor, 4 of each station
#> sum of the depths found, transactions
#> PNG
#> 24
#> == lines lines
#> 1
#> GI: global invalid
#> GV: global valid
#> Invalidate
#> LI: local invalid
#> LV: local valid
#> Read
#> Read Exclusive
#> State of the lines that requests found
#> Upgrade
#> Writeback
#> events
#> lines: 85 events
#> request, or answer to the card
#> PNG
#> 24
#> == labels lines
#> 1
#> Events by label
#> events
#> label
#> line found taken
#> line found valid
#> lines: 85 events
#> locks
#> lost tries
#> matrix A
#> responses
#> PNG
#> 24
#> == labels many
#> 1
#> Events by label
#> events
#> line found taken
#> line found valid
#> locks
#> lost tries
#> many: 231 events; 16 of 21 labels
#> matrix A
#> responses
#> PNG
#> 24
#> set ytics ('0x010' 0, '0x040' 1)
#> $data << end
#> 2 1 1.5 2.5 0.5 1.5 7
#> 3 1 2.5 3.5 0.5 1.5 9
#> 15 0 14.5 15.5 -0.5 0.5 12
#> end
#> $phase3 << end
#> 0 100
#> 2 50
#> 5 4
#> end
#> $phase7 << end
#> 20 10
#> 40 1000
#> end
#> set ytics ('1' 1, '10' 10, '100' 100, '1k' 1000)
#> $phase7 << end
#> 20 10
#> 40 1000
#> end
#> set ytics ('1' 1, '10' 10, '100' 100, '1k' 1000)
#> $data << end
#> 5 7 4.5 5.5 6.5 7.5 200
#> 12 7 11.5 12.5 6.5 7.5 40000
#> 63 3 62.5 63.5 2.5 3.5 120
#> end
#> $data << end
#> 0 11 0 0 0
#> 1 0 0 0 13
#> 2 0 0 17 0
#> 3 0 23 0 0
#> 4 0 0 0 0
#> end
#> set ytics ('Read' 0, 'Read Exclusive' 1, 'Upgrade' 2, 'Invalidate' 3, 'Writeback' 4)
#> set xtics ('1' 1, '2' 2, '5' 5, '10' 10, '20' 20)
#> $data << end
#> 0 11 0 0 0
#> 1 0 0 0 13
#> 2 0 0 0 0
#> 3 0 0 0 0
#> 4 0 0 0 0
#> end
#> set ytics ('Read' 0, 'Read Exclusive' 1, 'Upgrade' 2, 'Invalidate' 3, 'Writeback' 4)
#> set xtics ('1' 1, '2' 2, '5' 5, '10' 10)
#> $data << end
#> 0 28 13 2 0
#> 1 0 23 0 19
#> end
#> set ytics ('matrix A' 0, 'locks' 1)
#> set xtics ('1' 1, '2' 2, '5' 5, '10' 10, '20' 20)
#> $data << end
#> 0 0 23 0 19
#> end
#> set ytics ('6' 0)
#> set xtics ('1' 1, '2' 2, '5' 5, '10' 10, '20' 20)
#> 1
#> drawn
#> $ nmplot depths -o p.svg lossy
#> ! lossy: data were lost
#> status 1
#> DATA WERE LOST
#> $ nmplot depths -p 2 depth
#> ! nmplot: depth: no events
#> status 1
#> $ nmplot labels many -o none/p.svg
#> ! none/p.svg: No such file or directory
#> status 1
#> $ nmplot pages
#> ! nmplot: standard input: no events
#> status 1
#> $ nmplot pages depth
#> ! nmplot: depth: counted in mode depth, not flyer
#> status 1
#> $ nmplot waiting flyer
#> ! nmplot: flyer: counted in mode flyer, not depth
#> status 1
#> $ nmplot labels flyer
#> ! nmplot: flyer: counted in mode flyer, not a histogram
#> status 1
#> $ nmplot lines -p 3 many
#> ! nmplot: many: only mode histogram1 distinguishes phases, this is histogram0
#> status 1
#> $ nmplot lines -l missing lines
#> ! missing: No such file or directory
#> status 1
#> 24
#2> nmplot: gnuplot is not installed (Debian package gnuplot-nox)
# exit status 1
