# SPDX-License-Identifier: Apache-2.0
# Tests losses on a board without marks: no tool may decode the rest of a cut event as another
# event, and every tool must report the events that are only probable, the places where others may
# be missing, and their maximum number. A pipe, which has the losses only at its end, must give the
# same.
# shows HM-RSY-013
. "$TOP/sw/hypermon/tests/hm.bash"
events() { # NODE WINDOW
	local k
	for ((k = 0; k < 6; k++)); do
		send $1 $(($2 + 2000 * k)) 4 01 0$k 06 07
		send $1 $(($2 + 2000 * k + 50)) 4 02 0$k 02 03 01 44 55 66 01 0A 0B 0C 0D 00 00 00
	done
}
{ events 3 10; events 5 300; } | joined >all
# node 3 lost a nibble of its second "call", so that "01 44 55 66" would begin an event; node 5 lost
# its complete third "send"
gawk '{ w = strtonum("0x" $4) } w == 2060 + 7 * 4 || (w >= 4300 && w < 4332) { next }
	{ print }' all >frames
{ header '1 FRAME' 9; words <frames; } >t
{ header 'at end'; words <frames; echo 1 9 0 0 | words; } >pipe
run hmdump -e table t
hmdump -e table t 2>/dev/null | grep -v lost >a
hmdump -e table <pipe 2>/dev/null | grep -v lost | cmp a - && echo 'the same from a pipe'
run hmsplit -e table -d d t
grep -v '^# [^g]' d/node03.events
run hmstat -e table t | grep -e probable -e missing -e gaps
# with a filter, too, the share that was decoded, and what is not certain
run hmstat -e table --node=3 t | grep '^[dmn]'
run hmexport -e table -f ctf -o c t
babeltrace2 c 2>/dev/null | grep -c 'probable = 1'
babeltrace2 c 2>&1 >/dev/null | grep -c 'discarded 1 packet.*node0[35]'
run hmexport -e table -o e.json t
jq '[.traceEvents[] | select(.args.probable)] | length' e.json
jq '[.traceEvents[] | select(.cat == "gap")] | length' e.json
run hmprogram -e table t

#> $ hmdump -e table t
#> # lost: 9 frames; STATUS 1 FRAME
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> # missing: at most 9 nibbles of each node, all in its gaps
#> # gap: node 3: 0 to 8000 ns: events may be missing
#> 8000 3 send message probable 01 00 06 07
#> # gap: node 5: 0 to 240000 ns: events may be missing
#> 240000 5 send message probable 01 00 06 07
#> 48000 3 call system probable 02 00 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 147200 to 1608000 ns: events may be missing
#> 1608000 3 send message probable 01 01 06 07
#> 280000 5 call system probable 02 00 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 5: 379200 to 1840000 ns: events may be missing
#> 1840000 5 send message probable 01 01 06 07
#> # gap: node 3: 1630400 to 3208000 ns: 31 nibbles not decoded, after an unmarked loss
#> 3208000 3 send message probable 01 02 06 07
#> 1880000 5 call system probable 02 01 02 03 01 44 55 66 01 0A 0B 0C 0D
#> 3248000 3 call system probable 02 02 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 3347200 to 4808000 ns: events may be missing
#> 4808000 3 send message probable 01 03 06 07
#> # gap: node 5: 1979200 to 3480000 ns: events may be missing
#> 3480000 5 call system probable 02 02 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 5: 3579200 to 5040000 ns: events may be missing
#> 5040000 5 send message probable 01 03 06 07
#> 4848000 3 call system probable 02 03 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 4947200 to 6408000 ns: events may be missing
#> 6408000 3 send message probable 01 04 06 07
#> 5080000 5 call system probable 02 03 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 5: 5179200 to 6640000 ns: events may be missing
#> 6640000 5 send message probable 01 04 06 07
#> 6448000 3 call system probable 02 04 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 6547200 to 8008000 ns: events may be missing
#> 8008000 3 send message probable 01 05 06 07
#> 6680000 5 call system probable 02 04 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 5: 6779200 to 8240000 ns: events may be missing
#> 8240000 5 send message probable 01 05 06 07
#> 8048000 3 call system probable 02 05 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 8147200 ns to the end: events may be missing
#> 8280000 5 call system probable 02 05 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 5: 8379200 ns to the end: events may be missing
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> the same from a pipe
#> $ hmsplit -e table -d d t
#> lost: 9 frames; STATUS 1 FRAME
#> missing: at most 9 nibbles of each node, all in its gaps
#> d/node00.events: 0 events
#> d/node01.events: 0 events
#> d/node02.events: 0 events
#> d/node03.events: 11 events, 11 of them probable
#> d/node04.events: 0 events
#> d/node05.events: 11 events, 11 of them probable
#> d/node06.events: 0 events
#> d/node07.events: 0 events
#> d/node08.events: 0 events
#> d/node09.events: 0 events
#> d/node10.events: 0 events
#> d/node11.events: 0 events
#> d/node12.events: 0 events
#> d/node13.events: 0 events
#> d/node14.events: 0 events
#> d/node15.events: 0 events
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> # gap: node 3: 0 to 8000 ns: events may be missing
#> 8000 send message probable 01 00 06 07
#> 48000 call system probable 02 00 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 147200 to 1608000 ns: events may be missing
#> 1608000 send message probable 01 01 06 07
#> # gap: node 3: 1630400 to 3208000 ns: 31 nibbles not decoded, after an unmarked loss
#> 3208000 send message probable 01 02 06 07
#> 3248000 call system probable 02 02 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 3347200 to 4808000 ns: events may be missing
#> 4808000 send message probable 01 03 06 07
#> 4848000 call system probable 02 03 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 4947200 to 6408000 ns: events may be missing
#> 6408000 send message probable 01 04 06 07
#> 6448000 call system probable 02 04 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 6547200 to 8008000 ns: events may be missing
#> 8008000 send message probable 01 05 06 07
#> 8048000 call system probable 02 05 02 03 01 44 55 66 01 0A 0B 0C 0D
#> # gap: node 3: 8147200 ns to the end: events may be missing
#> gap: node 3: 0 to 8000 ns: events may be missing
#> gap: node 5: 0 to 240000 ns: events may be missing
#> gap: node 3: 147200 to 1608000 ns: events may be missing
#> gap: node 5: 379200 to 1840000 ns: events may be missing
#> gap: node 3: 3347200 to 4808000 ns: events may be missing
#> gap: node 5: 1979200 to 3480000 ns: events may be missing
#> gap: node 5: 3579200 to 5040000 ns: events may be missing
#> gap: node 3: 4947200 to 6408000 ns: events may be missing
#> gap: node 5: 5179200 to 6640000 ns: events may be missing
#> gap: node 3: 6547200 to 8008000 ns: events may be missing
#> gap: node 5: 6779200 to 8240000 ns: events may be missing
#> gap: node 3: 8147200 ns to the end: events may be missing
#> gap: node 5: 8379200 ns to the end: events may be missing
#> events: probable only, because losses are not marked
#> missing: at most 9 nibbles of each node, all in its gaps
#> node 3: 11 events, without those in gaps
#> node 3: 7 gaps, 31 of 239 nibbles not decoded
#> node 3: 208 of these nibbles decoded as probable
#> node 5: 11 events, without those in gaps
#> node 5: 7 gaps, 0 of 232 nibbles not decoded
#> node 5: 232 of these nibbles decoded as probable
#> nibbles: 239
#> merged frames: 0
#> merged nibbles: 0.0 %
#> missing: at most 9 nibbles of each node, all in its gaps
#> decoded: 93.42 % of the nibbles captured, in the whole trace
#> node 3: 239 nibbles, 8000 to 8147200 ns
#> node 3: 11 events, without those in gaps
#> node 3: 208 of these nibbles decoded as probable
#> node 3: 6 0x01 send
#> node 3: 5 0x02 call
#> $ hmexport -e table -f ctf -o c t
#> ! data were lost: 9 frames; STATUS 1 FRAME
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> 22
#> 14
#> $ hmexport -e table -o e.json t
#> ! data were lost: 9 frames; STATUS 1 FRAME
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> 22
#> 14
#> $ hmprogram -e table t
#> lost: 9 frames; STATUS 1 FRAME
#> times: of the board; an event is up to 150 ns late or 700 ns early
#> incomplete: data were lost at unknown places; no event after the reset is certain
#> missing: at most 9 nibbles of each node, all in its gaps
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
