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
