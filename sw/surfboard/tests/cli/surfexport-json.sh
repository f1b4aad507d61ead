# SPDX-License-Identifier: Apache-2.0
# Checks trace events with jq.
. "$TOP/sw/surfboard/tests/export.bash"
sample >t.trace
surfexport -o t.json t.trace
echo "status $?"
json '.otherData, .traceEvents[]' t.json
# a larger unit of latency
sample | sed 's/unit: 100 ns/unit: 6400 ns/; /lost/d' | surfexport -f json -o - |
	json '.traceEvents[] | select(.ph == "b" or .ph == "C") | [.ph, .ts, .args.us]'
random_trace 500 >r.trace
surfexport -o r.json r.trace
jq -r '[.traceEvents[] | select(.ph == "b")] | length' r.json
jq -r '.traceEvents as $e | [$e[] | select(.ph == "e")] as $received | $e[] | select(.ph == "b") |
	[($received[.id].ts * 10 | round), .args.index, .pid - 1, .args.latency,
	 (if .args.overflow then 1 else 0 end), (if .args.underflow then 1 else 0 end),
	 .args.color, .args.category, .args.words, .args.address, .args["byte enables"],
	 (if .args.interrupt then 1 else 0 end), (.ts * 10 | round)] | map(tostring) | join(" ")' r.json |
	while read -r time index sender latency v u color category words address be irq sent; do
		[ $((time - latency)) -eq "$sent" ] || echo "sent at $sent: $index"
		echo "$time $((16#$index)) $sender $latency $v $u $color $category $words $((16#$address)) $be" \
			"$irq"
	done >got
fields <r.trace >want
cmp want got
surfexport -o e.json </dev/null && json .traceEvents e.json
