# SPDX-License-Identifier: Apache-2.0
# Tests several taps that share a packet port: their packets are out of order, and some are in the
# same tick. All formats must sort them and report this; each packet has its own pulse. Two
# recordings must not be mixed.
# shows SB-TAP-011
. "$TOP/sw/surfboard/tests/export.bash"
record() { # INDEX TIME
	printf '%06X 00000014 00040000 %08X 0000000F\n' "$1" "$2"
}
{ record 0 21; record 1 22; record 2 24; record 3 23; record 4 24; } >tap.trace
{ record 0 100; record 1 100; record 2 101; record 3 102; record 4 112; } >same.trace
for f in pcapng ctf vcd json; do
	surfexport -f $f -o tap.$f tap.trace
	echo "$f: status $?"
done
echo "index and time:"
shark <tap.pcapng -T fields -e surfboard.index -e surfboard.rxtime
babeltrace2 --clock-cycles --no-delta tap.ctf |
	sed 's/[^0-9]*0*\([0-9]*\).*index = \([0-9xA-F]*\).*/\2 \1/'
json '.traceEvents[] | select(.ph == "e") | .ts' tap.json
sed '1,/^.enddef/d' tap.vcd | grep -e '^#' -e '^[01]A' -e ' D$'
surfexport -f vcd -o - same.trace | sed '1,/^.enddef/d' | grep -e '^#' -e '^[01]A'
echo "a pipe:"
surfexport -f vcd -o - <same.trace | grep -c ^1A
echo "every tool takes them:"
tallyboard traceCheck tap.trace | head -2
tallyboard rxtVlat tap.trace | head -1
surfplot time -o t.svg --script=script tap.trace; echo "status $?"
echo "two recordings:"
cat tap.trace tap.trace | surfexport -f json -o twice.json
# while as many packets wait as can; the C library notices a write past the end of their table
{ seq 65537 | awk '{ printf "%06X 00000014 00040000 %08X 0000000F\n", $1, $1 }'
record 1 1; } | MALLOC_MMAP_THRESHOLD_=100000000 surfexport -f json -o many.json
echo "status $?"
{ echo '# file: trace'; cat tap.trace; echo '# file: trace'; record 5 20; } >two.trace
surfexport -f json -o two.json two.trace
{ echo '# clock: 10000000 Hz'; cat tap.trace; echo '# clock: 100000000 Hz'; record 5 30; } \
	>clocks.trace
surfexport -f json -o clocks.json clocks.trace
ls *.json

#> pcapng: status 0
#> ctf: status 0
#> vcd: status 0
#> json: status 0
#> index and time:
#> 0x00000000	21
#> 0x00000001	22
#> 0x00000003	23
#> 0x00000002	24
#> 0x00000004	24
#> 0x0 21
#> 0x1 22
#> 0x3 23
#> 0x2 24
#> 0x4 24
#> 2.1
#> 2.2
#> 2.3
#> 2.4
#> 2.4
#> 0A
#> bx D
#> #2100
#> 1A
#> b0 D
#> #2199
#> 0A
#> #2200
#> 1A
#> b1 D
#> #2299
#> 0A
#> #2300
#> 1A
#> b11 D
#> #2399
#> 0A
#> #2400
#> 1A
#> b10 D
#> #2401
#> 0A
#> #2402
#> 1A
#> b100 D
#> #2500
#> 0A
#> 0A
#> #10000
#> 1A
#> #10001
#> 0A
#> #10002
#> 1A
#> #10099
#> 0A
#> #10100
#> 1A
#> #10199
#> 0A
#> #10200
#> 1A
#> #10300
#> 0A
#> #11200
#> 1A
#> #11300
#> 0A
#> a pipe:
#> 2
#> every tool takes them:
#> records: 5
#> receive time decreases: 1
#> 21,20
#> status 0
#> two recordings:
#> status 1
#> tap.json
#2> tap.trace: 1 packets are out of order, by up to 1 ticks; they were sorted by receive time
#2> tap.trace: 1 packets are out of order, by up to 1 ticks; they were sorted by receive time
#2> tap.trace: 1 packets are out of order, by up to 1 ticks; they were sorted by receive time
#2> tap.trace: 1 packets are out of order, by up to 1 ticks; they were sorted by receive time
#2> standard input: 3 packets are too near to the one before them to have a pulse of their own
#2> standard input:6: an earlier receive time again: these are different recordings, export each by itself
#2> standard input:65538: an earlier receive time again: these are different recordings, export each by itself
#2> two.trace:8: an earlier receive time again: these are different recordings, export each by itself
#2> clocks.trace:8: another clock, unit of latency or phase than in the file before
