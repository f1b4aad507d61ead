# SPDX-License-Identifier: Apache-2.0
# Tests several taps that share a packet port: their packets are out of order, and some are in the
# same tick. All formats must sort them and report this; each packet has its own pulse. Two
# recordings must not be mixed.
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
traceCheck tap.trace | head -2
rxtVlat tap.trace | head -1
surfplot time -o t.svg --script=script tap.trace; echo "status $?"
echo "two recordings:"
cat tap.trace tap.trace | surfexport -f json -o twice.json
{ echo '# file: trace'; cat tap.trace; echo '# file: trace'; record 5 20; } >two.trace
surfexport -f json -o two.json two.trace
{ echo '# clock: 10000000 Hz'; cat tap.trace; echo '# clock: 100000000 Hz'; record 5 30; } \
	>clocks.trace
surfexport -f json -o clocks.json clocks.trace
ls *.json
