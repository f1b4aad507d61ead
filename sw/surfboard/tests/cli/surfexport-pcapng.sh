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
