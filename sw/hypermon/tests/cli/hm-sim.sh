# SPDX-License-Identifier: Apache-2.0
# Tests the simulated board and its nodes, in this process and behind a server.
# shows HM-TOOL-004 HM-TOOL-006
. "$TOP/sw/hypermon/tests/hm.bash"
run hmrecord -c 'generate nodes=0-3 count=40' -i 1ms -o t
run hmstat t
# the seed determines the run
hmrecord -b sim:seed=1 -c 'generate nodes=0-3 count=40' -i 1ms -o again 2>&1 && cmp t again &&
	echo same
# at their highest rate the nodes send more than the reader can read
hmrecord -c 'generate nodes=0-15 delay=0 count=30' --cost=800 -i 1ms -o t >out 2>&1
echo "status $?"
head -1 out | sed 's/[0-9][0-9]* frames/N frames/g'
# a program of the paper, with the events of the operating system
hmrecord -c 'program life nodes=2' -t 30ms -o t >out && echo recorded
# single events, a port of 32 bits, and the same through a server
run hmrecord -c 'event 3 0x21 1 2 3' -c 'event 3 0x22 4 5 6' -n 16 -o t
run hmdump t
run hmrecord -b sim:words=1 -c 'event 3 0x21 1 2 3' -n 1 -o t
for bad in 'generate nodes=0-16' 'event 16 1 2' 'event 1 1' 'event 1 0 1' 'port 1 32' 'run 5' \
	'program chess' \
	'program life nodes=3' 'nonsense' ''; do
	run hmrecord -c "$bad" -n 1 -o u
done
run hmrecord -b sim:depth=1000 -n 1 -o u
# a depth that hmsize can recommend, and marks of loss
run hmrecord -b sim:depth=4096 -c 'event 3 0x21 1 2 3' -n 1 -o u
run hmrecord -b sim:marks=1 -c 'event 3 0x21 1 2 3' -n 1 -o u
run grep -a marks u
run hmrecord -b sim:nodes=8 -c 'generate nodes=8' -n 1 -o u
begin tallyboard serve hypermon -c pause -c 'generate nodes=0-1 count=20' s
run hmrecord -b unix:s -i 1ms -o v
run hmstatus -b unix:s
run tallyboard serve hypermon -b x=1 s2
# a program that reads frames gets an error when another one resets the board
begin tallyboard serve hypermon -c 'generate nodes=0-1' s2
hmrecord -b unix:s2 -n 1000000000 -o w >first 2>&1 &
reader=$!
while kill -0 $reader 2>/dev/null; do hmstatus -b unix:s2 -r >/dev/null 2>&1; sleep 0.1; done
wait $reader
echo "status $?"
cat first

#> $ hmrecord -c generate nodes=0-3 count=40 -i 1ms -o t
#> 1231 frames, 19696 bytes, 0 lost
#> status 0
#> $ hmstat t
#> lost: nothing
#> window: 800 ns
#> frames: 1231
#> bytes: 19696
#> nibbles: 1280
#> merged frames: 49
#> merged nibbles: 7.7 %
#> time: 0.008386400 s
#> frames/s: 146785.3
#> event bytes/s: 76314.0
#> frames of 1 node: 1182
#> frames of 2 nodes: 49
#> node 0: 320 nibbles, 20800 to 8261600 ns
#> node 1: 320 nibbles, 164000 to 8401600 ns
#> node 2: 320 nibbles, 16000 to 8256000 ns
#> node 3: 320 nibbles, 142400 to 8386400 ns
#> status 0
#> 1231 frames, 19696 bytes, 0 lost
#> same
#> status 1
#> data were lost: N frames; STATUS 1 FRAME
#> recorded
#> $ hmrecord -c event 3 0x21 1 2 3 -c event 3 0x22 4 5 6 -n 16 -o t
#> 16 frames, 256 bytes, 0 lost
#> status 0
#> $ hmdump t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> 8800 11 0008 3=1
#> 16800 21 0008 3=2
#> 25600 32 0008 3=1
#> 34400 43 0008 3=0
#> 43200 54 0008 3=2
#> 52000 65 0008 3=0
#> 60800 76 0008 3=3
#> 69600 87 0008 3=0
#> 79200 99 0008 3=2
#> 88000 110 0008 3=2
#> 96800 121 0008 3=4
#> 105600 132 0008 3=0
#> 114400 143 0008 3=5
#> 123200 154 0008 3=0
#> 132800 166 0008 3=6
#> 141600 177 0008 3=0
#> status 0
#> $ hmrecord -b sim:words=1 -c event 3 0x21 1 2 3 -n 1 -o t
#> 1 frames, 12 bytes, 0 lost
#> status 0
#> $ hmrecord -c generate nodes=0-16 -n 1 -o u
#> ! hmrecord: sim:: generate nodes=0-16: 'nodes=0-16' is wrong (generate [nodes=LIST] [count=N] [delay=N] [length=N] [id=N] [seed=N])
#> status 1
#> $ hmrecord -c event 16 1 2 -n 1 -o u
#> ! hmrecord: sim:: event 16 1 2: '16' is wrong (event NODE BYTE BYTE...)
#> status 1
#> $ hmrecord -c event 1 1 -n 1 -o u
#> ! hmrecord: sim:: event 1 1: something is missing (event NODE BYTE BYTE...)
#> status 1
#> $ hmrecord -c event 1 0 1 -n 1 -o u
#> ! hmrecord: sim:: event 1 0 1: '0' is wrong (event NODE BYTE BYTE...)
#> status 1
#> $ hmrecord -c port 1 32 -n 1 -o u
#> ! hmrecord: sim:: port 1 32: '32' is wrong (port NODE VALUE)
#> status 1
#> $ hmrecord -c run 5 -n 1 -o u
#> ! hmrecord: sim:: run 5: '5' is wrong (run TIME)
#> status 1
#> $ hmrecord -c program chess -n 1 -o u
#> ! hmrecord: sim:: program chess: 'chess' is wrong (program simplex|life|matmul|place [nodes=N] [delay=N] [sync=US])
#> status 1
#> $ hmrecord -c program life nodes=3 -n 1 -o u
#> ! hmrecord: sim:: program life nodes=3: 'nodes=3' is wrong (program simplex|life|matmul|place [nodes=N] [delay=N] [sync=US])
#> status 1
#> $ hmrecord -c nonsense -n 1 -o u
#> ! hmrecord: sim:: nonsense: 'nonsense' is not a command
#> status 1
#> $ hmrecord -c  -n 1 -o u
#> ! hmrecord: sim:: : no command
#> status 1
#> $ hmrecord -b sim:depth=1000 -n 1 -o u
#> ! hmrecord: sim:depth=1000: the arguments are nodes=N, depth=N, words=0|1, select=0|1 and marks=0|1 of a compiled model, seed=N, wave=FILE, separated by commas
#> status 1
#> $ hmrecord -b sim:depth=4096 -c event 3 0x21 1 2 3 -n 1 -o u
#> 1 frames, 16 bytes, 0 lost
#> status 0
#> $ hmrecord -b sim:marks=1 -c event 3 0x21 1 2 3 -n 1 -o u
#> 1 frames, 16 bytes, 0 lost
#> status 0
#> $ grep -a marks u
#> # marks: on
#> status 0
#> $ hmrecord -b sim:nodes=8 -c generate nodes=8 -n 1 -o u
#> ! hmrecord: sim:nodes=8: generate nodes=8: 'nodes=8' is wrong (generate [nodes=LIST] [count=N] [delay=N] [length=N] [id=N] [seed=N])
#> status 1
#> hypermond: serving unix:s
#> $ hmrecord -b unix:s -i 1ms -o v
#> 320 frames, 5120 bytes, 0 lost
#> status 0
#> $ hmstatus -b unix:s
#> lost: nothing
#> STATUS: 0 none
#> LOST: 0
#> COUNT: 320
#> buffered: not known
#> window: not known
#> capture: not known
#> status 0
#> $ tallyboard serve hypermon -b x=1 s2
#> ! hypermond: x=1: the arguments of a board are nodes=N, depth=N, words=0|1, select=0|1 and marks=0|1 of a compiled model, seed=N, wave=FILE, separated by commas
#> status 1
#> hypermond: serving unix:s2
#> status 1
#> hmrecord: unix:s2: another program reads or resets this board, or its number of frames is inconsistent, or what it returns is no frame
