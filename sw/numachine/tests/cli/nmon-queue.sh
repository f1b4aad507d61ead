# SPDX-License-Identifier: Apache-2.0
# Tests depths by phase and processor, bursts, waits, and the mean time in the FIFO.
# shows NM-TOOL-008 NM-TOOL-009 NM-TOOL-016 NM-DIA-006
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
# the mean wait, by the sum of the depths that the monitor counts
{ at 0 0 3 6; at 2 5 3 4; } | table depth 'order: thesis' 'waited: 75 clocks' | run nmon-queue -p 3
{ at 0 0 3 1; } | table depth 'waited: 75' | run nmon-queue
# the page of a burst: by the accesses of the stations, if the others' are too few ...
access() { echo "$(($1 << 4 | $2)) $3"; } # page station count
{ at 20 12 7 60; at 0 12 7 40; at 3 5 2 500; } | table depth >burst
{ access 0x102 3 90; access 0x033 3 30; access 0x044 1 500; } | table flyer >flyer
run nmon-queue -f flyer -p 7 burst
# ... or by the histogram, which has phases, of the pages that come into question
{ access 0x102 3 90; access 0x033 3 80; access 0x044 1 500; } | table flyer >flyer
run nmon-queue -f flyer -p 7 burst
run nmon-queue -f flyer -L burst
nmon-queue -f flyer -L burst >pages
{ echo "$(event 1 17 0 LV 0 7) 10"; echo "$(event 1 34 0 LV 0 7) 70"
	echo "$(event 1 17 0 LV 0 2) 400"; } | table histogram1 >histogram
run nmon-queue -f flyer -H histogram -l pages -p 7 burst
# uncached accesses are in no histogram, but among those of the stations
{ echo "$(event 1 34 0 LV 0 7) 10"; echo "$(event 1 34 0 LV 0 3) 70"; echo "$(event 1 0 0 LV 0 2)" \
	"490"; } | table histogram1 >histogram
run nmon-queue -f flyer -H histogram -l pages -p 7 burst
run nmon-queue -H histogram -l pages -p 7 burst
run nmon-queue -f burst burst
run nmon-queue -H flyer burst
run nmon-queue -L burst
