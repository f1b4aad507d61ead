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

#> status 1
#> metadata
#> packets
#> WARNING: Tracer discarded 3 events between [429.497140800] and [429.595444800] in trace "" within stream "t/packets" (stream class ID: 0, stream ID: 0).
#> WARNING: Tracer discarded 2 events between [429.595444800] and [429.595444800] in trace "" within stream "t/packets" (stream class ID: 0, stream ID: 0).
#> [0.000409600] (+?.?????????) packet: { index = 0xA, latency = 51, overflow = 0, underflow = 0, sender = 1, color = 1, category = 1, words = 1, address = 0x48D14, byte_enables = 0b00000111, interrupt = 0, latency_ns = 5100 }
#> [429.497140800] (+429.496731200) trigger: { index = 0xB }
#> [429.497140800] (+0.000000000) packet: { index = 0xB, latency = 0, overflow = 1, underflow = 0, sender = 2, color = 1, category = 2, words = 2, address = 0x48D18, byte_enables = 0b00000111, interrupt = 1, latency_ns = 0 }
#> [429.595444800] (+0.098304000) packet: { index = 0xC, latency = 1, overflow = 0, underflow = 1, sender = 3, color = 1, category = 0, words = 1024, address = 0x3FFFFFC, byte_enables = 0b00001111, interrupt = 0, latency_ns = 100 }
#> WARNING: Tracer discarded 2 events between [0.000409600] and [429.595444800] in trace "" within stream "t.ctf/packets" (stream class ID: 0, stream ID: 0).
#>       Frequency (Hz): 10,000,000
#>       about0: file: trace
#>       about1: board: surfboard
#>       about2: configuration: a "quoted" $end \ name
#>       about3: clock: 10000000 Hz
#>       about4: latency unit: 100 ns
#>       about5: trigger: 00000b
#>       about6: lost packets dropped: 2
#>       latency_unit_ns: 100
#>       trigger_index: 11
#> 500
#> status 1
#2> t.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> t.trace: 5 or more packets were lost
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: 2 packets were lost
#2> standard input: there is nothing in this file
