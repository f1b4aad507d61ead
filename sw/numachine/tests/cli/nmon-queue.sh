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
at 0 0 3 6 | table depth 'missed: 3' >lossy
run nmon-queue -c lossy
table flyer 'second: yes' </dev/null >lossy-pages
run nmon-queue -L -f lossy-pages depths
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
# a burst of all processors, with large counts
for ((p = 0; p < 64; p++)); do at 20 $p 7 $((200000000000 + p)); done | table depth >all
nmon-queue all | grep '^burst' | tr ' ' '\n' | sed -n '/:/p' | tail -2

#> $ nmon-queue -t 120ns depths
#> all: 2180 transactions, mean depth 35.530, 87.8 % at 16 or more, waiting 77455
#> mean time in the FIFO: 4263.6 ns
#> phase 3: 250 transactions, mean depth 0.800, 0.0 % at 16 or more, waiting 200
#>   processor 0: 200 transactions, mean depth 0.500, 0.0 % at 16 or more, waiting 100
#>   processor 1: 50 transactions, mean depth 2.000, 0.0 % at 16 or more, waiting 100
#> phase 7: 1920 transactions, mean depth 40.156, 99.5 % at 16 or more, waiting 77100
#>   processor 5: 10 transactions, mean depth 20.000, 100.0 % at 16 or more, waiting 200
#>   processor 12: 1010 transactions, mean depth 39.604, 99.0 % at 16 or more, waiting 40000
#>   processor 13: 900 transactions, mean depth 41.000, 100.0 % at 16 or more, waiting 36900
#> phase 15: 10 transactions, mean depth 15.500, 50.0 % at 16 or more, waiting 155
#>   processor 63: 10 transactions, mean depth 15.500, 50.0 % at 16 or more, waiting 155
#> burst in phase 7: 1910 transactions at 16 or more, by 12:1000 13:900
#> burst in phase 15: 5 transactions at 16 or more, by 63:5
#> status 0
#> $ nmon-queue -l names -d 1 -p 3 depths
#> all: 250 transactions, mean depth 0.800, 60.0 % at 1 or more, waiting 200
#> phase 3 (factorize): 250 transactions, mean depth 0.800, 60.0 % at 1 or more, waiting 200
#>   processor 0: 200 transactions, mean depth 0.500, 50.0 % at 1 or more, waiting 100
#>   processor 1: 50 transactions, mean depth 2.000, 100.0 % at 1 or more, waiting 100
#> burst in phase 3 (factorize): 150 transactions at 1 or more, by 0:100 1:50
#> status 0
#> $ nmon-queue -c -p 15 depths
#> phase,processor,depth,transactions
#> 15,63,15,5
#> 15,63,16,5
#> status 0
#> $ nmon-queue -l names
#> all: 8 transactions, mean depth 40.000, 100.0 % at 16 or more, waiting 320
#> phase 7 (solve): 8 transactions, mean depth 40.000, 100.0 % at 16 or more, waiting 320
#>   processor 12: 8 transactions, mean depth 40.000, 100.0 % at 16 or more, waiting 320
#> burst in phase 7 (solve): 8 transactions at 16 or more, by 12:8
#> status 0
#> $ nmon-queue
#> ! nmon-queue: standard input: counted in mode flyer, not depth
#> status 1
#> $ nmon-queue -c lossy
#> # LOST: 3 events missed
#> phase,processor,depth,transactions
#> 3,0,0,6
#> ! data were lost
#> status 1
#> $ nmon-queue -L -f lossy-pages depths
#> # LOST: a second overflow came before the first was served
#> ! data were lost
#> status 1
#> $ nmon-queue -d 64 depths
#> ! nmon-queue: number too large: 64
#> ! Try 'nmon-queue --help'.
#> status 2
#> $ nmon-queue -p 3
#> all: 10 transactions, mean depth 0.800, 0.0 % at 16 or more, waiting 8
#> mean wait in the FIFO: 150.0 ns, by the sum of its depths
#> phase 3: 10 transactions, mean depth 0.800, 0.0 % at 16 or more, waiting 8
#>   processor 0: 6 transactions, mean depth 0.000, 0.0 % at 16 or more, waiting 0
#>   processor 5: 4 transactions, mean depth 2.000, 0.0 % at 16 or more, waiting 8
#> status 0
#> $ nmon-queue
#> ! standard input:7: waited are N clocks
#> status 1
#> $ nmon-queue -f flyer -p 7 burst
#> all: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> phase 7: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#>   processor 12: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> burst in phase 7: 60 transactions at 16 or more, by 12:60; page 0x102: at least 70 of 100 transactions
#> status 0
#> $ nmon-queue -f flyer -p 7 burst
#> all: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> phase 7: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#>   processor 12: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> burst in phase 7: 60 transactions at 16 or more, by 12:60; page undecided: a histogram of --label-pages can decide
#> status 0
#> $ nmon-queue -f flyer -L burst
#> 0x0408000 16K 17 page 0x102
#> 0x00CC000 16K 34 page 0x033
#> status 0
#> $ nmon-queue -f flyer -H histogram -l pages -p 7 burst
#> all: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> phase 7: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#>   processor 12: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> burst in phase 7: 60 transactions at 16 or more, by 12:60; page 0x033: at least 70 of 100 transactions
#> status 0
#> $ nmon-queue -f flyer -H histogram -l pages -p 7 burst
#> all: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> phase 7: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#>   processor 12: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> burst in phase 7: 60 transactions at 16 or more, by 12:60; page 0x102: at least 80 of 100 transactions
#> status 0
#> $ nmon-queue -H histogram -l pages -p 7 burst
#> all: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> phase 7: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#>   processor 12: 100 transactions, mean depth 12.000, 60.0 % at 16 or more, waiting 1200
#> burst in phase 7: 60 transactions at 16 or more, by 12:60; page undecided
#> status 0
#> $ nmon-queue -f burst burst
#> ! nmon-queue: burst: counted in mode depth, not flyer
#> status 1
#> $ nmon-queue -H flyer burst
#> ! nmon-queue: flyer: counted in mode flyer, not histogram1
#> status 1
#> $ nmon-queue -L burst
#> ! nmon-queue: --label-pages needs --flyer
#> ! Try 'nmon-queue --help'.
#> status 2
#> 62:200000000062
#> 63:200000000063
