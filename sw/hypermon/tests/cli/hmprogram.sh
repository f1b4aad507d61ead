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
	--where=peer --where=none=1 --where=to=NONE \
	--where=peer=99999999999999999999 --where=peer=+1; do
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
run hmsize -S -e events -l --node=0 recording
hmexport -S -e events -f ctf -o soft-ctf recording 2>&1
babeltrace2 --clock-cycles --no-delta soft-ctf 2>/dev/null | sed 's/ : container = \([0-9]*\)/ \1/g'
hmexport -S -e events -o s.json recording 2>/dev/null
json '[.traceEvents[].ph] | group_by(.) | map({(.[0]): length}) | add' s.json
run hmsize -S recording
run hmdump -S -e events t
run hmdump -S -e events - <recording
head -c 600 recording >cut
run hmdump -S -e events cut
{
	printf '%s%*s\n' "${text/3/3x}" $((510 - ${#text})) ''
	tail -c +513 recording
} >nodes
run hmdump -S -e events nodes

#> $ hmprogram -e events t
#> lost: nothing
#> times: of the board; an event is up to 150 ns late or 700 ns early
#> matched: 2 messages
#> sends: 1 without other end, 1 to the host, 0 not matched after a loss
#> receives: 1 without other end, 0 from the host, 0 not matched after a loss
#>
#> from   to messages       bytes   mean us      50 %      90 %      99 %   longest
#>    0    1        1          64     240.0     240.0     240.0     240.0     240.0
#>    1    0        1          32     160.0     160.0     160.0     160.0     160.0
#>
#> node   events computing s     system    sending    waiting    unknown      until
#>    0        6    0.001302   0.000000   0.000000   0.000720   0.000000   0.002022
#>    1        4    0.000501   0.000000   0.000000   0.000960   0.000000   0.001462
#>    2        3    0.001700   0.000000   0.000000   0.000000   0.000000   0.001702
#>
#> critical path: 0.002022 s
#> node cause                 s        %
#>    0 computing      0.001155    57.12
#>    0 recording      0.000090     4.43
#>    0 transfer       0.000138     6.80
#>    1 computing      0.000378    18.67
#>    1 recording      0.000045     2.22
#>    1 transfer       0.000218    10.76
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -m t
#> # lost: nothing
#> from,to,messages,bytes,mean (us),50 % (us),90 % (us),99 % (us),longest (us)
#> 0,1,1,64,240.0,240.0,240.0,240.0,240.0
#> 1,0,1,32,160.0,160.0,160.0,160.0,160.0
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -l t
#> # lost: nothing
#> from,to,type,bytes,sent (ns),received (ns),latency (ns)
#> 0,1,5,64,800000,1040000,240000
#> 1,0,5,32,1440000,1600000,160000
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -u t
#> # lost: nothing
#> end,from,to,type,bytes,time (ns),why
#> send,2,16,5,8,1120000,host
#> receive,1,2,7,1,1680000,no other end
#> send,0,1,6,2,2000000,no other end
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -s t
#> # lost: nothing
#> node,events,computing (s),system (s),sending (s),waiting (s),unknown (s),last event (s)
#> 0,6,0.0013024,0.0000000,0.0000000,0.0007200,0.0000000,0.0020224
#> 1,4,0.0005008,0.0000000,0.0000000,0.0009600,0.0000000,0.0014624
#> 2,3,0.0017000,0.0000000,0.0000000,0.0000000,0.0000000,0.0017024
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -i t
#> # lost: nothing
#> node,state,from (ns),to (ns)
#> 1,computing,1600,80000
#> 0,computing,0,880000
#> 1,waiting,80000,1040000
#> 0,waiting,880000,1600000
#> 0,computing,1600000,2022400
#> 1,computing,1040000,1462400
#> 2,computing,2400,1702400
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -p t
#> # lost: nothing
#> node,cause,time (s),share (%)
#> 0,computing,0.0011552,57.120
#> 0,recording,0.0000896,4.430
#> 0,transfer,0.0001376,6.804
#> 1,computing,0.0003776,18.671
#> 1,recording,0.0000448,2.215
#> 1,transfer,0.0002176,10.759
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -m --node=2 t
#> # lost: nothing
#> # only: nodes 2
#> from,to,messages,bytes,mean (us),50 % (us),90 % (us),99 % (us),longest (us)
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -m --time=1ms, t
#> # lost: nothing
#> # only: time 1ms,
#> from,to,messages,bytes,mean (us),50 % (us),90 % (us),99 % (us),longest (us)
#> 0,1,1,64,240.0,240.0,240.0,240.0,240.0
#> 1,0,1,32,160.0,160.0,160.0,160.0,160.0
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -l --where=length=0x20 t
#> # lost: nothing
#> # only: length=0x20
#> from,to,type,bytes,sent (ns),received (ns),latency (ns)
#> 1,0,5,32,1440000,1600000,160000
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmprogram -e events -s --node=0 --time=0s,500us t
#> # lost: nothing
#> # only: time 0s,500us
#> # only: nodes 0
#> node,events,computing (s),system (s),sending (s),waiting (s),unknown (s),last event (s)
#> 0,6,0.0005000,0.0000000,0.0000000,0.0000000,0.0000000,0.0020224
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump -e events --event=SEND,0x02 --node=1-2 t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> # only: nodes 1-2
#> # only: events SEND,0x02
#> 1040000 1 RECEIVE message peer=0 type=5 length=64
#> 1120000 2 SEND message peer=16 type=5 length=8
#> 1440000 1 SEND message peer=0 type=5 length=32
#> 1680000 2 RECEIVE message peer=1 type=7 length=1
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump -e events --where=to=WAITING t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> # only: to=WAITING
#> 80000 1 BLOCK state to=WAITING
#> 880000 0 BLOCK state to=WAITING
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump -e events -t --time=1ms,1600us t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> # only: time 1ms,1600us
#> 1040000 1 RECEIVE message peer=0 type=5 length=64
#> 1120000 2 SEND message peer=16 type=5 length=8
#> 1440000 1 SEND message peer=0 type=5 length=32
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump --node=0-1 --time=,10us t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> # only: time ,10us
#> # only: nodes 0-1
#> 0 0 0001 0=4
#> 1600 2 0002 1=4
#> 3200 4 0001 0=0
#> 4800 6 0002 1=0
#> 6400 8 0001 0=0
#> 8000 10 0002 1=0
#> 9600 12 0001 0=0
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump -e events --time=5 t
#> ! hmdump: --time is FROM,TO: 5
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --time=5,6 t
#> ! hmdump: a time is a number with ns, us, ms or s: 5,6
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --time=2ms,1ms t
#> ! hmdump: --time ends before it begins: 2ms,1ms
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --node=16 t
#> ! hmdump: a node is a number from 0 to 15: 16
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --node=3-1 t
#> ! hmdump: a node is a number from 0 to 15: 3-1
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --node=x t
#> ! hmdump: a node is a number from 0 to 15: x
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --event=NONE t
#> ! hmdump: --event: no such event in the table: NONE
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --where=peer t
#> ! hmdump: --where is FIELD=VALUE: peer
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --where=none=1 t
#> ! hmdump: --where: no event has this field: none
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --where=to=NONE t
#> ! hmdump: --where: no value of this field: NONE
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --where=peer=99999999999999999999 t
#> ! hmdump: --where: no value of this field: 99999999999999999999
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e events --where=peer=+1 t
#> ! hmdump: --where: no value of this field: +1
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump --event=SEND t
#> ! hmdump: --event and --where require a table (-e)
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmprogram -e events -p --node=1 t
#> ! hmprogram: the critical path is of the whole run, without filters
#> ! Try 'hmprogram --help'.
#> status 2
#> $ hmprogram t
#> ! hmprogram: a table of the events is required (-e)
#> ! Try 'hmprogram --help'.
#> status 2
#> $ hmprogram -e events lossy
#> lost: 12 frames; STATUS 1 FRAME
#> times: of the board; an event is up to 150 ns late or 700 ns early
#> incomplete: data were lost at unknown places; no event after the reset is certain
#> missing: at most 12 nibbles of each node, all in its gaps
#> ! lossy: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> $ hmprogram -e events -s lossy
#> # lost: 12 frames; STATUS 1 FRAME
#> ! lossy: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmprogram: data were lost at unknown places: nothing is certain
#> status 1
#> $ hmexport -e events -o e.json t
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> {"M":17,"X":7,"f":2,"s":2}
#> States of the nodes and messages
#> computing
#> message
#> node
#> sending
#> system
#> t: 2 messages
#> time, s
#> waiting
#> 3
#> 0
#> 0
#> 2
#> 2
#> $ hmplot states t
#> ! hmplot: states and messages require a table (-e)
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot states -e events --time=2s,3s t
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmplot: t: no states in this time
#> status 1
#> 100
#> 200
#> $ hmstat -e events --event=SEND --where=peer=1 t
#> lost: nothing
#> only: events SEND
#> only: peer=1
#> window: 800 ns
#> frames: 104
#> bytes: 1664
#> nibbles: 104
#> merged frames: 0
#> merged nibbles: 0.0 %
#> time: 0.002023200 s
#> frames/s: 51403.7
#> event bytes/s: 25701.9
#> frames of 1 node: 104
#> node 0: 48 nibbles, 0 to 2022400 ns
#> node 0: 2 events
#> node 0: 2 0x01 SEND
#> node 1: 32 nibbles, 1600 to 1462400 ns
#> node 1: 0 events
#> node 2: 24 nibbles, 2400 to 1702400 ns
#> node 2: 0 events
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmstat --node=2 --time=1ms,2ms t
#> lost: nothing
#> only: time 1ms,2ms
#> only: nodes 2
#> window: 800 ns
#> frames: 16
#> bytes: 256
#> nibbles: 16
#> merged frames: 0
#> merged nibbles: 0.0 %
#> time: 0.000583200 s
#> frames/s: 27434.8
#> event bytes/s: 13717.4
#> frames of 1 node: 16
#> node 2: 16 nibbles, 1120000 to 1702400 ns
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsplit -e events -d d --time=1ms, --node=0-1 t
#> lost: nothing
#> d/node00.events: 2 events
#> d/node01.events: 2 events
#> d/node02.events: 0 events
#> d/node03.events: 0 events
#> d/node04.events: 0 events
#> d/node05.events: 0 events
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
#> status 0
#> $ hmexport -e events -o e.json --node=1 --event=RECEIVE t
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> {"peer":0,"type":5,"length":64}
#> 1
#> $ hmsize --node=2 t
#> lost: nothing
#> only: nodes 2
#> frames: 24 in 0.001701 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000020 s after the reset
#> smallest depth: 3
#> FRAME_DEPTH: 256
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump -S -e events recording
#> # lost: 2 events at the end, memory full
#> # board: hypermon
#> 200000 0 SEND message peer=1 type=5 length=64
#> 290000 1 RECEIVE message peer=0 type=5 length=64
#> 400000 0 SEND message peer=1 type=6 length=2
#> 65835000 1 START state 04 00 00 00
#> ! recording: no checksum (a file of an earlier version): damage would not be noticed
#> ! recording: 2 events found the memory of their node full
#> status 1
#> $ hmprogram -S -e events recording
#> lost: 2 events at the end, memory full
#> times: of each node's own clock
#> matched: 1 messages
#> sends: 1 without other end, 0 to the host, 0 not matched after a loss
#>
#> from   to messages       bytes   mean us      50 %      90 %      99 %   longest
#>    0    1        1          64      90.0      89.9      89.9      89.9      90.0
#>
#> node   events computing s     system    sending    waiting    unknown      until
#>    0        2    0.000000   0.000000   0.000000   0.000000   0.000200   0.000400
#>    1        2    0.065545   0.000000   0.000000   0.000000   0.000000   0.065835
#>
#> critical path: 0.065635 s
#> node cause                 s        %
#>    1 computing      0.065545    99.86
#>    1 unknown        0.000090     0.14
#> ! recording: no checksum (a file of an earlier version): damage would not be noticed
#> ! recording: 2 events found the memory of their node full
#> status 1
#> $ hmsize -S -e events recording
#> lost: 2 events at the end, memory full
#> nodes: 8850 ns a nibble, 10000 ns before an event
#> frames: 32 of 32 nibbles
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> ! recording: no checksum (a file of an earlier version): damage would not be noticed
#> ! recording: 2 events found the memory of their node full
#> ! recording: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> status 1
#> $ hmsize -S -e events -l --node=0 recording
#> lost: 2 events at the end, memory full
#> only: nodes 0
#> nodes: 8850 ns a nibble, 10000 ns before an event
#> frames: 16 of 16 nibbles
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000220 s
#> smallest depth: more than 1, a lower bound
#> ! recording: no checksum (a file of an earlier version): damage would not be noticed
#> ! recording: 2 events found the memory of their node full
#> status 1
#> recording: no checksum (a file of an earlier version): damage would not be noticed
#> recording: 2 events found the memory of their node full
#> [00000000000000200000] SEND: { node = 0, probable = 0 }, { peer = 1, type = 5, length = 64 }
#> [00000000000000290000] RECEIVE: { node = 1, probable = 0 }, { peer = 0, type = 5, length = 64 }
#> [00000000000000400000] SEND: { node = 0, probable = 0 }, { peer = 1, type = 6, length = 2 }
#> [00000000000065835000] START: { node = 1, probable = 0 }, { data = [ [0] = 0x0, [1] = 0x0, [2] = 0x0 ] }
#> {"M":34,"X":1,"f":1,"i":4,"s":1}
#> $ hmsize -S recording
#> ! hmsize: a software recording requires a table (-e)
#> ! Try 'hmsize --help'.
#> status 2
#> $ hmdump -S -e events t
#> ! t: node 0: this is not a software recording
#> status 1
#> $ hmdump -S -e events -
#> ! hmdump: -: No such file or directory
#> status 1
#> $ hmdump -S -e events cut
#> ! cut: node 1: the file ends within its records
#> status 1
#> $ hmdump -S -e events nodes
#> ! nodes: node 0: this is not a software recording
#> status 1
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
