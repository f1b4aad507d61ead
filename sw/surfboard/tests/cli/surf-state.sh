# SPDX-License-Identifier: Apache-2.0
# Saves the state of a board and loads it into another. The boards have no memories, because reading
# them takes long.
board=sim:trace=0,hist=0
surf -b $board -c 'htcr = 0; ttcr = 155; wcdr = 519.; hfcr.empty = 123
generate count=2 latency=0; htcr = 8; drain; hfdr = 101; hfdr = 2; hfdr = 3
show iscr; save state s'
echo "status $?"
surf -b $board -c 'load state s; show ttcr; show wcdr; show hfcr; show iscr; save fifo f'
echo "status $?"
cat f
surf -b sim:trace=4,hist=0 -c 'load state s'
echo "status $?"
sed 's/^TTCR .*/TTCR 00000000/' s >damaged
surf -b $board -c 'load state damaged'
echo "status $?"
surf -b $board -c 'load state missing'
echo "status $?"
surf -b $board -c 'save state s 0'
echo "status $?"
# revision 2: loads a file of revision 1, and the other way round
second=$board,revision=2
surf -b $second -c 'fhcr.size = 1; load state s; show fhcr; fhsz.high = 7; save state t' >first
echo "status $?"
sed 's/have: [1-9][0-9]*,/have: some,/' first
surf -b $second -c 'load state t; show fhsz; show iscr'
echo "status $?"
surf -b $board -c 'load state t'
echo "status $?"
