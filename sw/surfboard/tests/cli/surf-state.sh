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

#> ISCR 0000080C  LV FNE EXT
#> status 0
#> conditions that cannot be restored on the board: LV
#> TTCR 00000155  EIP 1  EOP 0  MEOD 1  MEI 0  MBV 1  MODE 1  QUAL 1
#> WCDR 00000207 ( 519.)
#> HFCDR -----  EMPTY 123  FULL 007
#> ISCR 0000000C  FNE EXT
#> f: 3 slots
#> status 0
#> # file: FIFO
#> # check: CRC-32
#> # board: surfboard
#> # configuration: ACDR 00000000, TTCR 00000155
#> # clock: 10000000 Hz
#> # latency unit: 100 ns
#> 000000 00000101
#> 000001 00000002
#> 000002 00000003
#> # end: 00000000000000000186 bytes, CRC-32 91989761
#> status 1
#> status 1
#> status 1
#> status 1
#> status 0
#> extension registers that the file does not have: some, now as after power-on
#> FHCR 00000000  INV 0  LAT 0  SIZE 0  COLOR 0  SENDER 0  ADDR 0
#> FHSZ 00070000  HIGH 007  LOW 000
#> ISCR 0000080C  LV FNE EXT
#> status 0
#> status 1
#2> -c:1: s: the memories of that board have other sizes
#2> -c:1: damaged:22: the file is damaged: its check is wrong
#2> -c:1: missing: No such file or directory
#2> -c:1: only parts of TRACE and HISTOGRAM can be saved
#2> -c:1: t: it uses an extension register that this board does not have
