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
