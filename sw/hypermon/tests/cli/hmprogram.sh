# SPDX-License-Identifier: Apache-2.0
# Tests messages, states and critical path of a small trace made by hand, the filters of all tools,
# and a trace with a loss.
# shows HM-ANA-007
. "$TOP/sw/hypermon/tests/hm.bash"
cat >events <<'END'
enum state 0=RUNNING 1=WAITING 2=SENDING
1  4  SEND     message  peer:u8 type:u8 length:u8,bytes
2  4  RECEIVE  message  peer:u8 type:u8 length:u8,bytes
3  4  BLOCK    state    to:state
4  4  START    state
match SEND RECEIVE
state START computing
state BLOCK sending to=SENDING
state BLOCK waiting to=WAITING
state BLOCK computing to=RUNNING
state RECEIVE computing
END
# node 0 computes for 1000 windows and sends; node 1 waits for it, computes for 500 and answers;
# node 2 sends to the host
both() {
	send 0 0 4 04 00 00 00
	send 1 2 4 04 00 00 00
	send 2 3 4 04 00 00 00
	send 1 100 4 03 01 00 00
	send 0 1000 4 01 01 05 40
	send 0 1040 4 03 00 00 00
	send 0 1100 4 03 01 00 00
	send 1 1300 4 02 00 05 40
	send 2 1400 4 01 10 05 08
	send 1 1800 4 01 00 05 20
	send 0 2000 4 02 01 05 20
	send 2 2100 4 02 01 07 01
	send 0 2500 4 01 01 06 02
}
both | joined | words | cat <(header) - >t
run hmprogram -e events t
for o in -m -l -u -s -i -p; do run hmprogram -e events $o t; done
run hmprogram -e events -m --node=2 t
run hmprogram -e events -m --time=1ms, t
run hmprogram -e events -l --where=length=0x20 t
run hmprogram -e events -s --node=0 --time=0s,500us t
run hmdump -e events --event=SEND,0x02 --node=1-2 t
run hmdump -e events --where=to=WAITING t
run hmdump -e events -t --time=1ms,1600us t
run hmdump --node=0-1 --time=,10us t
for bad in --time=5 --time=5,6 --time=2ms,1ms --node=16 --node=3-1 --node=x --event=NONE \
	--where=peer --where=none=1 --where=to=NONE; do
	run hmdump -e events $bad t
done
run hmdump --event=SEND t
run hmprogram -e events -p --node=1 t
run hmprogram t
# after a loss at an unknown place no event is certain
{ header '1 FRAME' 12; both | joined | words; } >lossy
run hmprogram -e events lossy
run hmprogram -e events -s lossy
# the export for Perfetto has a slice for each interval and an arrow for each matched message
run hmexport -e events -o e.json t
json '[.traceEvents[] | select(.pid == 2) | .ph] | group_by(.) | map({(.[0]): length}) | add' e.json
# the time line has a bar for each interval and a line for each message; zoom
hmplot states -e events -o s.svg t && labels s.svg
hmplot states -e events --script=s --time=0s,1ms t
for k in 1 2 3 4; do sed -n "/^\$state$k/,/^end/p" s | grep -c '^[0-9]'; done
sed -n '/^\$messages/,/^end/p' s | grep -c '^[0-9]'
run hmplot states t
run hmplot states -e events --time=2s,3s t
# the number of intervals depends on the width
for w in 900 1800; do
	hmplot rate --width=$w --script=s --time=0s,1ms t
	sed -n '/^\$trace0/,/^end/p' s | grep -c '^[0-9]'
done
# the other tools have the same filters
run hmstat -e events --event=SEND --where=peer=1 t
run hmstat --node=2 --time=1ms,2ms t
run hmsplit -e events -d d --time=1ms, --node=0-1 t
run hmexport -e events -o e.json --node=1 --event=RECEIVE t
json '.traceEvents[] | select(.ph == "i") | .args' e.json
hmplot nodes --node=2 --script=s t && grep -c '^\$data' s
run hmsize --node=2 t
# a software recording: header, then for each node number, 0, bytes, clock in us, lost; and its
# records
text="# hypermon software recording 1
# nodes: 3
"
block() { # NODE CLOCK LOST BYTES...
	local node=$1 clock=$2 lost=$3
	shift 3
	printf '%X 0 %X 0 %X 0 %X 0\n' "$node" $# "$clock" "$lost" | words
	printf "$(printf '\\x%s' "$@")"
}
{
	printf '%s%*s\n' "$text" $((511 - ${#text})) ''
	block 0 100 0 64 00 01 01 05 40 C8 00 01 01 06 02
	block 1 90 2 C8 00 02 00 05 40 FF FF 00 0A 00 04 00 00 00
} >recording
run hmdump -S -e events recording
run hmprogram -S -e events recording
run hmsize -S -e events recording
hmexport -S -e events -f ctf -o soft-ctf recording 2>&1
babeltrace2 --clock-cycles --no-delta soft-ctf 2>/dev/null | sed 's/ : container = \([0-9]*\)/ \1/g'
hmexport -S -e events -o s.json recording 2>/dev/null
json '[.traceEvents[].ph] | group_by(.) | map({(.[0]): length}) | add' s.json
run hmsize -S recording
run hmdump -S -e events t
run hmdump -S -e events - <recording
head -c 600 recording >cut
run hmdump -S -e events cut
