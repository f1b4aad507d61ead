# SPDX-License-Identifier: Apache-2.0
# Recordings one after the other in a file, which are one trace if their times rise: each keeps its
# trigger and its losses, and one with another clock, unit of latency or phase is refused. A time
# that a format cannot hold is an error.
. "$TOP/sw/surfboard/tests/export.bash"
file() { # LINE...
	echo '# file: trace'
	printf '# %s\n' "$@"
}
record() { # INDEX TIME
	printf '%06X 00000010 10040000 %08X 00000010\n' "$1" "$2"
}
mixed() { # WHAT, the files a and b
	cat a b >joined
	echo "$1:"
	for f in pcapng ctf vcd json; do
		surfexport -f $f -o out.$f joined 2>err
		echo "$f: status $?"
	done
	head -1 err
	surfplot time joined >out 2>err
	echo "surfplot: status $?, $(tail -1 err)"
}
record 1 2000 >b
{ file 'clock: 50000000 Hz' 'latency unit: 20 ns'; record 0 1000; } >a
{ file 'board: surfboard'; record 1 2000; } >b
mixed 'no clock after 50 MHz'
{ file 'latency unit: 100 ns'; record 0 1000; } >a
{ file 'latency unit: 400 ns'; record 1 2000; } >b
mixed 'units of latency'
{ file 'board: surfboard'; record 0 1000; } >a
{ file 'phase bits: F0'; record 1 2000; } >b
mixed 'phase'
# a recording without a record says nothing about the next one
{ file 'clock: 50000000 Hz'; file 'board: surfboard'; record 0 1000; } >a
{ file 'clock: 50000000 Hz'; record 1 2000; } >b
mixed 'a clock without records'
tallyboard traceCheck joined >out 2>err
echo "traceCheck: status $?"
{ file 'board: surfboard'; record 1 2000; } >b
mixed 'the same, then 10 MHz'
tallyboard traceCheck joined >out 2>err
echo "traceCheck: status $?"
# a line above the first one of the file counts
{ echo '# clock: 50000000 Hz'; file 'board: surfboard'; record 0 1000; } >a
{ file 'clock: 50000000 Hz'; record 1 2000; } >b
cat a b >joined
for tool in 'traceCheck' 'surfplot time' 'surfexport -f json -o out.json'; do
	# shellcheck disable=SC2086 # words
	tallyboard $tool joined >out 2>err
	echo "$tool: status $?"
done
rm -rf out.*
{ file 'trigger: 000000'; record 0 1000; record 1 1100; } >a
{ file 'trigger: 000003'; record 2 2000; record 3 2100; } >b
cat a b | surfexport -f json -o out.json 2>err
json '.traceEvents[] | select(.name == "trigger") | .ts' out.json
{ file 'lost packets dropped: 4294967295 or more'; record 0 1000; record 1 1100; } >a
{ file 'lost packets dropped: 10'; record 2 2000; } >b
cat a b | surfexport -f vcd -o out.vcd
echo "losses: status $?"
grep ' C$' out.vcd
cat a b | surfexport -f json -o out.json 2>err
json '.traceEvents[] | select(.name | test("lost")) | .name' out.json
# losses at the end of a memory that has wrapped come before its beginning
{ file 'board: surfboard'; record 0 1000; record 1 1100; record 2 500; record 3 600
	echo '# lost packets dropped: 9'; } >ring
surfexport -f json -o out.json ring 2>err
echo "ring: status $?"
json '.traceEvents[] | select(.name | test("lost")) | [.name, .ts]' out.json
{ file 'clock: 100 Hz'; printf '%s\n' '000000 00000010 10040F00 00000100 00000010'; } >late
for f in pcapng ctf vcd json; do
	surfexport -f $f -o late.$f late 2>err
	echo "$f: status $?"
done
tail -1 err
ls

#> no clock after 50 MHz:
#> pcapng: status 1
#> ctf: status 1
#> vcd: status 1
#> json: status 1
#> joined:7: another clock, unit of latency or phase than in the file before
#> surfplot: status 1, joined:7: another clock, unit of latency or phase than in the file before
#> units of latency:
#> pcapng: status 1
#> ctf: status 1
#> vcd: status 1
#> json: status 1
#> joined:6: another clock, unit of latency or phase than in the file before
#> surfplot: status 1, joined:6: another clock, unit of latency or phase than in the file before
#> phase:
#> pcapng: status 1
#> ctf: status 1
#> vcd: status 1
#> json: status 1
#> joined:6: another clock, unit of latency or phase than in the file before
#> surfplot: status 1, joined:6: another clock, unit of latency or phase than in the file before
#> a clock without records:
#> pcapng: status 1
#> ctf: status 1
#> vcd: status 1
#> json: status 1
#> joined:8: another clock, unit of latency or phase than in the file before
#> surfplot: status 1, joined:8: another clock, unit of latency or phase than in the file before
#> traceCheck: status 1
#> the same, then 10 MHz:
#> pcapng: status 0
#> ctf: status 0
#> vcd: status 0
#> json: status 0
#> joined: no checksum (a file of an earlier version): damage would not be noticed
#> surfplot: status 0, joined: no checksum (a file of an earlier version): damage would not be noticed
#> traceCheck: status 0
#> traceCheck: status 0
#> surfplot time: status 0
#> surfexport -f json -o out.json: status 0
#> 100
#> 210
#> losses: status 1
#> b11111111111111111111111111111111 C
#> b100000000000000000000000000001001 C
#> "10 packets lost"
#> "4294967295 or more packets lost, unknown where in the trace"
#> ring: status 1
#> ["9 packets lost",100]
#> pcapng: status 0
#> ctf: status 0
#> vcd: status 0
#> json: status 1
#> late:3: with this clock, a receive time does not fit into the 64 bits of the format
#> a
#> b
#> err
#> joined
#> late
#> late.ctf
#> late.pcapng
#> late.vcd
#> out
#> out.json
#> out.vcd
#> ring
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: 4294967305 or more packets were lost
