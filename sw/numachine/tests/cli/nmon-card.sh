# SPDX-License-Identifier: Apache-2.0
# Tests access to a card: state, mode, labels, and the present values of counters.
# shows NM-TOOL-015
. "$TOP/sw/numachine/tests/nm.bash"
card a
run nmon -b unix:a status
run nmon -b unix:a mode histogram1
run nmon -b unix:a status
run nmon -b unix:a label names
run nmon -b unix:a read
card b status=$((0x1234 << 16 | 1 << 12 | 37 << 6 | 15)) config=4 enable=1 overflowed=0x12A \
	0x12A=5 0xFFFF=4294967295
run nmon -b unix:b status
run nmon -b unix:b -o table read
cat table
run nmon -b unix:b clear 0
run nmon -b unix:b -s 3 read
run nmon -b unix:b clear
run nmon -b unix:b read
i=0
for bad in '0x100000 64K 512 a' '100000000000 1 1 a' '0x100000 0 1 a' '64 64 1' 'phase x y'; do
	printf '0 64 1 fine\n%s\n' "$bad" >bad$((++i))
	run nmon -b unix:a label bad$i
done
printf '32 64 1 odd\n' >bad6
run nmon -b unix:a label bad6
printf '16M 64 1 far\n' >bad7
run nmon -b unix:a label bad7
run nmon -b unix:nobody status
run nmon -b unix:a -c 'run 1ms' status

#> $ nmon -b unix:a status
#> mode: flyer
#> overflow: none
#> interrupt enabled: no
#> half in use: 0
#> missed events: 0
#> input FIFO: 0 waiting
#> busy: no
#> cache line: 64 bytes
#> memory boards: 1
#> labels cover: 16 MB
#> status 0
#> $ nmon -b unix:a mode histogram1
#> status 0
#> $ nmon -b unix:a status
#> mode: histogram1
#> overflow: none
#> interrupt enabled: no
#> half in use: 0
#> missed events: 0
#> input FIFO: 0 waiting
#> busy: no
#> cache line: 64 bytes
#> memory boards: 1
#> labels cover: 16 MB
#> status 0
#> $ nmon -b unix:a label names
#> status 0
#> $ nmon -b unix:a read
#> # file: numachine counters
#> # check: CRC-32
#> # mode: histogram1
#> # line: 64
#> # boards: 1
#> # board: 0
#> # station: 3
#> # overflows: 0
#> # second: no
#> # missed: 0
#> counter,count
#> # end: 00000000000000000163 bytes, CRC-32 FA8BEC46
#> status 0
#> $ nmon -b unix:b status
#> mode: depth
#> overflow: counter 0x012A, and another one
#> interrupt enabled: yes
#> half in use: 1
#> missed events: 4660
#> input FIFO: 37 waiting
#> busy: yes
#> cache line: 64 bytes
#> memory boards: 1
#> labels cover: 16 MB
#> status 0
#> $ nmon -b unix:b -o table read
#> ! data were lost
#> status 1
#> # file: numachine counters
#> # check: CRC-32
#> # mode: depth
#> # line: 64
#> # boards: 1
#> # board: 0
#> # station: 3
#> # order: thesis
#> # overflows: 1
#> # second: yes
#> # missed: 4660
#> counter,count
#> 0x012A,4294967301
#> 0xFFFF,4294967295
#> # end: 00000000000000000214 bytes, CRC-32 FDC5DF66
#> $ nmon -b unix:b clear 0
#> status 0
#> $ nmon -b unix:b -s 3 read
#> # file: numachine counters
#> # check: CRC-32
#> # mode: depth
#> # line: 64
#> # boards: 1
#> # board: 0
#> # station: 3
#> # order: thesis
#> # overflows: 1
#> # second: yes
#> # missed: 4660
#> counter,count
#> 0x012A,4294967296
#> 0xFFFF,4294967295
#> # end: 00000000000000000214 bytes, CRC-32 B18197DD
#> ! data were lost
#> status 1
#> $ nmon -b unix:b clear
#> status 0
#> $ nmon -b unix:b read
#> # file: numachine counters
#> # check: CRC-32
#> # mode: depth
#> # line: 64
#> # boards: 1
#> # board: 0
#> # station: 3
#> # order: thesis
#> # overflows: 1
#> # second: yes
#> # missed: 4660
#> counter,count
#> 0x012A,4294967296
#> # end: 00000000000000000196 bytes, CRC-32 C9CD8EBC
#> ! data were lost
#> status 1
#> $ nmon -b unix:a label bad1
#> ! bad1:2: a label is a number from 0 to 511
#> status 1
#> $ nmon -b unix:a label bad2
#> ! bad2:2: a start address is a number below 0x10000000
#> status 1
#> $ nmon -b unix:a label bad3
#> ! bad3:2: a range has at least 1 byte and ends at 0x10000000 at the latest
#> status 1
#> $ nmon -b unix:a label bad4
#> ! bad4:2: no name
#> status 1
#> $ nmon -b unix:a label bad5
#> ! bad5:2: a phase is 0 to 15
#> status 1
#> $ nmon -b unix:a label bad6
#> ! nmon: odd: 0x20 and its length must be multiples of the line, 64 bytes, below 0x1000000
#> status 1
#> $ nmon -b unix:a label bad7
#> ! nmon: far: 0x1000000 and its length must be multiples of the line, 64 bytes, below 0x1000000
#> status 1
#> $ nmon -b unix:nobody status
#> ! nmon: unix:nobody: No such file or directory
#> status 1
#> $ nmon -b unix:a -c run 1ms status
#> ! nmon: run 1ms: no command "run 1ms"
#> status 1
