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

#> status 1
#> {"about":["file: trace","board: surfboard","configuration: a \"quoted\" $end \\ name","clock: 10000000 Hz","latency unit: 100 ns","trigger: 00000b","lost packets dropped: 2"]}
#> {"ph":"M","name":"process_name","pid":0,"args":{"name":"SurfBoard"}}
#> {"ph":"M","name":"process_name","pid":2,"args":{"name":"sender 1"}}
#> {"ph":"b","cat":"packet","name":"packet","id":0,"pid":2,"tid":0,"ts":404.5,"args":{"index":"00000A","words":1,"latency":51,"overflow":false,"underflow":false,"color":1,"category":1,"address":"0048D14","byte enables":7,"interrupt":false}}
#> {"ph":"e","cat":"packet","name":"packet","id":0,"pid":2,"tid":0,"ts":409.6}
#> {"ph":"C","name":"latency, us","pid":2,"ts":409.6,"args":{"us":5.1}}
#> {"ph":"M","name":"process_name","pid":3,"args":{"name":"sender 2"}}
#> {"ph":"i","s":"g","pid":0,"tid":0,"ts":429497140.8,"name":"trigger"}
#> {"ph":"b","cat":"packet","name":"packet","id":1,"pid":3,"tid":0,"ts":429497140.8,"args":{"index":"00000B","words":2,"latency":0,"overflow":true,"underflow":false,"color":1,"category":2,"address":"0048D18","byte enables":7,"interrupt":true}}
#> {"ph":"e","cat":"packet","name":"packet","id":1,"pid":3,"tid":0,"ts":429497140.8}
#> {"ph":"C","name":"latency, us","pid":3,"ts":429497140.8,"args":{"us":0}}
#> {"ph":"M","name":"process_name","pid":4,"args":{"name":"sender 3"}}
#> {"ph":"i","s":"g","pid":0,"tid":0,"ts":429595444.8,"name":"3 or more packets lost"}
#> {"ph":"b","cat":"packet","name":"packet","id":2,"pid":4,"tid":0,"ts":429595444.7,"args":{"index":"00000C","words":1024,"latency":1,"overflow":false,"underflow":true,"color":1,"category":0,"address":"3FFFFFC","byte enables":15,"interrupt":false}}
#> {"ph":"e","cat":"packet","name":"packet","id":2,"pid":4,"tid":0,"ts":429595444.8}
#> {"ph":"C","name":"latency, us","pid":4,"ts":429595444.8,"args":{"us":0.1}}
#> {"ph":"i","s":"g","pid":0,"tid":0,"ts":429595444.8,"name":"2 packets lost, unknown where in the trace"}
#> ["b",83.2,null]
#> ["C",409.6,326.4]
#> ["b",429497140.8,null]
#> ["C",429497140.8,0]
#> ["b",429595438.4,null]
#> ["C",429595444.8,6.4]
#> 500
#2> t.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> t.trace: 5 or more packets were lost
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: there is nothing in this file
# exit status 1
