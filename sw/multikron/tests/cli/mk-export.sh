# SPDX-License-Identifier: Apache-2.0
# Checks that babeltrace2 and jq read the samples, counters, times and gaps of an export.
. "$TOP/sw/multikron/tests/mk.bash"
# counters 1 to 15 of a resource sample
counters="00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400"
counters+=" 00000800 00001000 00002000 00004000 80000000"
cat >text <<-END
	01 00000000000064 0000000A 000000000000000A
	D1 000000000000C8 DEADBEEF 0000000000000014 00000000 $counters
	0A 00000000000190 00000000 000000000000001E
END
samples <text | checked >mk.dat
run mk_export -o t.ctf
ls t.ctf | tr '\n' ' '
echo
babeltrace2 --clock-cycles --no-delta t.ctf 2>warnings | sed 's/ *$//'
grep -o 'discarded [0-9]* event' warnings
run mk_export -o t.json mk.dat
# + 0, because jq 1.7 prints a number as it was written, and 1.6 its value
jq -c '.traceEvents[] | select(.ph == "i") | .ts += 0' t.json
jq -c '.traceEvents[] | select(.ph == "C") | .args.count' t.json | tr '\n' ' '
echo
jq -c '.otherData' t.json
cat mk.dat | mk_export -f json --clock=5000000 -o - - 2>/dev/null | jq '.traceEvents[-1].ts + 0'
cat mk.dat mk.dat >two
run mk_export -o f.json two
run mk_export -o f.ctf two
head -c 50 mk.dat >cut
run mk_export -o cut.json cut
jq -c .otherData cut.json
ls -d f.json f.ctf 2>&1
samples <text >old
run mk_export -o old.json old
{ head -c 60 mk.dat; printf x; tail -c +62 mk.dat; } >changed
run mk_export -o changed.json changed
run mk_export
run mk_export -o t
run mk_export -o t.vcd
run mk_export -f ctf -o -
run mk_export -o t.json none
run mk_export -o t.json a b
