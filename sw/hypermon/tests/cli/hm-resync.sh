# SPDX-License-Identifier: Apache-2.0
# Tests a trace with a mark of loss: node 3 loses nibbles within an event and resumes at its next
# synchronisation, node 5 loses no nibbles. Every tool must show the interval that is not known.
# shows HM-RSY-009 HM-RSY-010 HM-RSY-011
. "$TOP/sw/hypermon/tests/hm.bash"
{ cat table; echo 'sent words sync'; } >synced
marked() { header "$@" | sed 's/^# seed: 1$/# marks: on\n# seed: 1/' | head -c 511; echo; }
# windows 300 to 340, 12 frames, node 3; then the rest of an event, a sequence, and the next event
{
	{ send 3 10 4 01 22 33 44 01 99; send 5 200 4 01 05 06 07; } | joined
	echo '12C C 80000008 154'
	{
		send 3 400 4 77 88 FF FF
		echo '0 0 8 220'
		send 3 548 4 01 02 03 04
		send 5 700 4 01 08 09 0A
	} | joined
} >frames
{ marked '1 FRAME' 12; words <frames; } >t
run hmdump -e synced t
run hmdump t | grep 'lost:'
run hmstat -e synced t
run hmsize t
run hmsize --lower-bound t
run hmexport -e synced -f ctf -o c t
babeltrace2 c 2>&1 | grep -o 'discarded 1 packet between.*\]'
run hmexport -e synced -o e.json t
json '.traceEvents[] | select(.cat == "gap")' e.json
# both formats have the same intervals, in ns
hmstat -e synced t 2>/dev/null |
	sed -n 's/^gap: node \([0-9]*\): \([0-9]*\) to \([0-9]*\) ns.*/\1 \2 \3/p' | sort >a
babeltrace2 c 2>&1 >/dev/null | tr -d ':.' |
	sed -n 's/.*between \[0*\([0-9]*\)\] and \[0*\([0-9]*\)\].*node0*\([0-9]*\)".*/\3 \1 \2/p' | sort |
	cmp a - && cat a
# in pictures the windows of the mark are grey
run hmplot rate -o r.svg --script=p t
grep 'set object' p
# without the mark the events after the loss are only probable
{ header '1 FRAME' 12; grep -v 80000008 frames | words; } >u
run hmdump -e table u
# a mark in a trace without marks; a mark that names no node
{ header '1 FRAME' 12; words <frames; } >v
run hmdump -e synced v | grep '!'
{ marked '1 FRAME' 12; echo '1 1 80000000 2' | words; } >v
run hmdump v | grep '!'

#> $ hmdump -e synced t
#> # lost: 12 frames; STATUS 1 FRAME
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> 8000 3 send message 01 22 33 44
#> 160000 5 send message 01 05 06 07
#> # gap: node 3: 33600 to 436000 ns: 4 nibbles not decoded, after a loss of 12 frames; send cut off after 2 of 4 bytes
#> 438400 3 send message 01 02 03 04
#> 560000 5 send message 01 08 09 0A
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> # lost: 12 frames; STATUS 1 FRAME
#> # lost: windows 300 to 340: 12 frames, nodes 3
#> $ hmstat -e synced t
#> lost: 12 frames; STATUS 1 FRAME
#> gap: node 3: 33600 to 436000 ns: 4 nibbles not decoded, after a loss of 12 frames; send cut off after 2 of 4 bytes
#> window: 800 ns
#> frames: 45
#> bytes: 720
#> nibbles: 45
#> merged frames: 0
#> merged nibbles: 0.0 %
#> time: 0.000575200 s
#> frames/s: 78233.7, without what was lost
#> event bytes/s: 39116.8, without what was lost
#> marks of loss: 1, of 12 frames
#> decoded: 91.11 % of the nibbles captured
#> decoded: 100.00 % of those after the first synchronisation of each stretch
#> frames of 1 node: 45
#> node 3: 29 nibbles, 8000 to 460800 ns
#> node 3: 2 events, without those in gaps
#> node 3: 1 synchronisations
#> node 3: 1 gaps, 4 of 29 nibbles not decoded
#> node 3: 4 nibbles of events that a loss cut off
#> node 3: 2 0x01 send
#> node 5: 16 nibbles, 160000 to 582400 ns
#> node 5: 2 events
#> node 5: 2 0x01 send
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> $ hmsize t
#> lost: 12 frames; STATUS 1 FRAME
#> frames: 45 in 0.000575 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> ! t: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> status 1
#> $ hmsize --lower-bound t
#> lost: 12 frames; STATUS 1 FRAME
#> frames: 45 in 0.000575 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000184 s after the reset
#> smallest depth: more than 4, a lower bound
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> $ hmexport -e synced -f ctf -o c t
#> ! data were lost: 12 frames; STATUS 1 FRAME
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> discarded 1 packet between [00:00:00.000033600] and [00:00:00.000436000]
#> $ hmexport -e synced -o e.json t
#> ! data were lost: 12 frames; STATUS 1 FRAME
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> {"ph":"X","name":"not decoded","cat":"gap","pid":1,"tid":3,"ts":33.6,"dur":402.4,"args":{"nibbles":4,"lost_frames":12,"text":"node 3: 33600 to 436000 ns: 4 nibbles not decoded, after a loss of 12 frames; send cut off after 2 of 4 bytes"}}
#> 3 33600 436000
#> $ hmplot rate -o r.svg --script=p t
#> ! data were lost: 12 frames; STATUS 1 FRAME
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> set object 1 rectangle from 0.00024, graph 0 to 0.0002728, graph 1 behind fc rgb '#e6e6e6' fs solid noborder
#> $ hmdump -e table u
#> # lost: 12 frames; STATUS 1 FRAME
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> # missing: at most 12 nibbles of each node, all in its gaps
#> # gap: node 5: 0 to 160000 ns: events may be missing
#> 160000 5 send message probable 01 05 06 07
#> # gap: node 3: 0 ns to the end: 29 nibbles not decoded, events may be missing
#> # gap: node 5: 182400 to 560000 ns: events may be missing
#> 560000 5 send message probable 01 08 09 0A
#> # gap: node 5: 582400 ns to the end: events may be missing
#> ! u: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> ! v: offset 832: a frame of a node that the board does not have
#> ! v: offset 512: a mark of loss without a node
