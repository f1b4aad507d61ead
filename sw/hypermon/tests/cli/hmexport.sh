# SPDX-License-Identifier: Apache-2.0
# Checks that babeltrace2 and jq read the events, nodes, times and lost frames of an export.
. "$TOP/sw/hypermon/tests/hm.bash"
{ send 3 10 4 01 22 33 44; send 15 500 4 02 01 02 03 04 05 06 07 08 09 0A 0B 0C 00 00 00
	send 0 1000 1 30 77 00 00; } >frames
{ header '5 FRAME NODE' 12; words <frames; } >t
run hmexport -e table -f ctf -o c t
babeltrace --clock-seconds c
ls c | tr '\n' ' '
echo
grep -e nodes -e window_ns -e seed -e status -e lost c/metadata
run hmexport -o n.ctf t >/dev/null
babeltrace2 --clock-cycles --no-delta n.ctf 2>/dev/null | sed -n '1,2p;$p'
babeltrace2 n.ctf 2>/dev/null | wc -l
# the same events as hmdump
babeltrace2 --clock-cycles --no-delta c 2>/dev/null |
	sed 's/^\[0*\([0-9]*\)\] \([a-z]*\): { node = \([0-9]*\), probable = [01] }.*/\1 \3 \2/' >a
hmdump -e table t 2>/dev/null | grep -v '^#' | cut -d' ' -f1-3 | sort -n | cmp a - && wc -l <a
run hmexport -e table -o e.json t
json '.traceEvents[] | select(.ph == "i")' e.json
json '.otherData' e.json
hmexport -f json -o - t 2>/dev/null | jq '.traceEvents | length'
header | run hmexport -f ctf -o empty
babeltrace2 empty
echo "status $?"
# an export into the folder of another trace with more nodes leaves no file of that trace
header | sed 's/^# nodes: 16/# nodes: 8/;s/^# seed: 1$/# seed: 10/' >t8
run hmexport -f ctf -o c t8
rm -r c
hmexport -f ctf -o c t8
ls c | tr '\n' ' '
echo
babeltrace c
# no incomplete file may stay
head -c 100 t >bad
run hmexport -f ctf -o f bad
run hmexport -o f.json bad
run hmexport -f ctf -o /dev/null/x t
ls f f.json 2>&1
