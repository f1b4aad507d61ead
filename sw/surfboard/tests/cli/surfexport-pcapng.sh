# SPDX-License-Identifier: Apache-2.0
# Checks that tshark reads the times, fields, trigger, lost packets and contents of pcapng.
. "$TOP/sw/surfboard/tests/export.bash"
sample >t.trace
surfexport -o t.pcapng t.trace
echo "status $?"
shark -o 'gui.column.format:"S","%s","D","%d","P","%p","I","%i"' <t.pcapng | sed 's/  */ /g;s/^ //'
shark <t.pcapng -T fields -e frame.time_epoch -e frame.len -e frame.cap_len -e frame.comment \
	-e frame.drop_count
shark_fields -X 'read_format:MIME Files Format' -r t.pcapng \
	-e pcapng.options.option.data.comment -e pcapng.options.option.data.interface.received \
	-e pcapng.options.option.data.interface.dropped -e pcapng.interface_description.link_type
# the file must contain the entries themselves
tshark -r t.pcapng -x 2>/dev/null | grep '^0'
# every field of random entries
random_trace 500 >r.trace
surfexport -f pcapng -o - <r.trace >r.pcapng
shark <r.pcapng -T fields -E separator=' ' -e surfboard.rxtime -e surfboard.index \
	-e surfboard.sender \
	-e surfboard.latency -e surfboard.overflow -e surfboard.underflow -e surfboard.color \
	-e surfboard.category -e surfboard.words -e surfboard.address -e surfboard.be \
	-e surfboard.interrupt -e surfboard.latency_ns | sed "s/False/0/g;s/True/1/g" |
	while read -r time index sender latency v u color category words address be irq ns; do
		[ "$ns" = $((latency * 100)) ] || echo "latency $latency: $ns ns"
		echo "$time $((index)) $sender $latency $v $u $color $category $words $((address)) $((be)) $irq"
	done >got
fields <r.trace >want
wc -l <want
cmp want got
tshark -r r.pcapng -T fields -e frame.time_epoch 2>/dev/null | tr -d . | sed 's/00$//' >got
cut -d' ' -f1 want | cmp - got
# a trace without a record
surfexport -o e.pcapng </dev/null && tshark -r e.pcapng 2>/dev/null
echo "status $?"

#> status 1
#> sender 1 → 0x0048D14 SurfBoard 1 words, latency 5100 ns
#> sender 2 → 0x0048D18 SurfBoard 2 words, latency 0 ns
#> sender 3 → 0x3FFFFFC SurfBoard 1024 words, latency 100 ns
#> 0.000409600	32	28		
#> 429.497140800	36	28	trigger	
#> 429.595444800	4124	28		3
#> {"pcapng.options.option.data.comment":["file: trace","board: surfboard","configuration: a \"quoted\" $end \\ name","clock: 10000000 Hz","latency unit: 100 ns","trigger: 00000b","lost packets dropped: 2","trigger"],"pcapng.options.option.data.interface.received":["8"],"pcapng.options.option.data.interface.dropped":["5"],"pcapng.interface_description.link_type":["147"]}
#> 0000  00 00 00 0a 04 00 00 33 10 04 10 00 00 00 10 00   .......3........
#> 0010  00 12 34 57 00 00 00 00 00 00 00 64               ..4W.......d
#> 0000  00 00 00 0b 0a 00 00 00 20 08 10 01 00 00 10 10   ........ .......
#> 0010  80 12 34 67 00 00 00 00 00 00 00 64               ..4g.......d
#> 0000  00 00 00 0c 0d 00 00 01 00 00 10 01 00 0f 10 10   ................
#> 0010  0f ff ff ff 00 00 00 00 00 00 00 64               ...........d
#> 500
#> status 1
#2> t.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> t.trace: 5 or more packets were lost
#2> standard input: there is nothing in this file
