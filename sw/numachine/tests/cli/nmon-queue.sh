# SPDX-License-Identifier: Apache-2.0
# Depths by phase and processor, the bursts, waiting, and mean time in the FIFO.
# shows NM-TOOL-008 NM-TOOL-009 NM-TOOL-016
. "$TOP/sw/numachine/tests/nm.bash"
at() { echo "$(($1 << 10 | $2 << 4 | $3)) $4"; } # depth processor phase count
{
	at 0 0 3 100; at 1 0 3 100; at 2 1 3 50
	# phase 7 of processors 12 and 13 bursts
	at 40 12 7 1000; at 41 13 7 900; at 20 5 7 10; at 0 12 7 10
	at 16 63 15 5; at 15 63 15 5
} | table depth 'order: thesis' 'time: 1000000 ns' >depths
run nmon-queue -t 120ns depths
run nmon-queue -l names -d 1 -p 3 depths
run nmon-queue -c -p 15 depths
# the other order of the fields: processor 12 = station 3, its first
echo "$((40 << 10 | 7 << 6 | 0 << 4 | 3)) 8" | table depth 'order: ahdl' | run nmon-queue -l names
table flyer </dev/null | run nmon-queue
run nmon-queue -d 64 depths
