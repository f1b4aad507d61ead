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
