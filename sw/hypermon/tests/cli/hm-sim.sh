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
begin hypermond -c pause -c 'generate nodes=0-1 count=20' s
run hmrecord -b unix:s -i 1ms -o v
run hmstatus -b unix:s
run hypermond -b x=1 s2
# a program that reads frames gets an error when another one resets the board
begin hypermond -c 'generate nodes=0-1' s2
hmrecord -b unix:s2 -n 1000000000 -o w >first 2>&1 &
reader=$!
while kill -0 $reader 2>/dev/null; do hmstatus -b unix:s2 -r >/dev/null 2>&1; sleep 0.1; done
wait $reader
echo "status $?"
cat first
