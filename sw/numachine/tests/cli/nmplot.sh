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
