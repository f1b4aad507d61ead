# SPDX-License-Identifier: Apache-2.0
# Checks that babeltrace2 reads the times, fields, trigger and discarded events of CTF.
. "$TOP/sw/surfboard/tests/export.bash"
sample >t.trace
surfexport -f ctf -o t t.trace
echo "status $?"
ls t
babeltrace --clock-seconds t
# packets lost at unknown places: the interval is the whole trace
grep -v 'lost.*more' t.trace | surfexport -o t.ctf
babeltrace --clock-seconds t.ctf | grep WARNING
babeltrace2 --component=source.ctf.fs --params='inputs=["t.ctf"]' --component=sink.text.details |
	grep -e about -e latency_unit -e trigger_index -e Frequency
# every field of random entries
random_trace 500 >r.trace
surfexport -f ctf -o r.ctf r.trace
babeltrace2 --clock-cycles --no-delta r.ctf |
	sed 's/^\[0*//; s/index = //; s/ 0b/ /; s/[^0-9A-Fx ]/ /g' |
	while read -r time index latency v u sender color category words address be irq ns; do
		[ "$ns" = $((latency * 100)) ] || echo "latency $latency: $ns ns"
		echo "$time $((index)) $sender $latency $v $u $color $category $words $((address)) $((2#$be))" \
			"$irq"
	done >got
fields <r.trace >want
wc -l <want
cmp want got
# a trace without a record
surfexport -f ctf -o e </dev/null && babeltrace2 e
echo "status $?"
