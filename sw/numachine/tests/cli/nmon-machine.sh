# SPDX-License-Identifier: Apache-2.0
# Counts workloads of a simulated machine with the RTL, and checks the reports.
# shows NM-DIA-002
. "$TOP/sw/numachine/tests/nm.bash"
cat >labels <<-'END'
	0x800000 32K 1 shared data
	0x808000 32K 2 falsely shared
	0x818000 32K 4 queue
	phase 3 at once
END
nmon -b sim:station=0 -c 'workload page 200' count flyer 4ms >pages
run nmon-pages -a 100 pages
nmon -b sim:station=9 -c 'workload page 200' count flyer 4ms | run nmon-pages -a 100
nmon -l labels -c 'workload false 100' count histogram0 1ms >false
run nmon-lines -l labels false
nmon -l labels -c 'workload padded 100' count histogram0 1ms | run nmon-lines -l labels -c
nmon -l labels -c 'workload queue 30' count histogram0 1ms | run nmon-lines -l labels -c
# a search in two passes
run nmon -c 'workload false 100' search 1ms
run nmon -b sim:boards=2,board=0 -c 'workload false 100' search 1ms
run nmon -c 'workload private 50' search 100us
nmon -c 'workload burst 20' count depth 2ms >burst
run nmon-queue -t 120ns -l labels burst | grep -v processor
nmon -c 'workload spread 20' count depth 2ms | run nmon-queue | grep -v processor
nmon -b sim:line=128,boards=2,board=1 -c 'workload mix 20' count histogram1 1ms |
	run nmon-lines -p 3
run nmon -c 'workload mix 20' -c 'run 1ms' status
run nmon -c 'workload mix 20' -c 'run 1ms' -c status mode off
run nmon -c 'workload nothing' status
run nmon -c 'workload mix 0' status
# a recorded program on four nodes, each in a separate station
lu=$TOP/tb/machine/workload/lu.trace.gz
nmon -c "play 2000 $lu" count flyer 3ms | run nmon-pages -n 4 -a 100
nmon -c "play 500 $lu" count histogram1 1ms | run nmon-lines -c | head -8
printf ' L 1000,8\n S 5000,8\n' >p0
printf ' L 1000,8\n S 5008,8\nI  100,4\n S nonsense\n' >p1
run nmon -c 'play p0 p1' -c 'run 10us' -c status mode off | grep -v '^time\|^counter'
# more pages than the memory has
awk 'BEGIN { for (i = 0; i < 16387; i++) printf " L %x,8\n", i * 16384 }' >p0
echo 'I  0,1' >p1
run nmon -c 'play p0 p1' -c drain mode off
run nmon -c 'play missing' status
run nmon -c 'play p1 missing' status
# a recording that cannot be played, or not to its end, must be reported with the table
printf ' L 1000,8\n S nonsense\n' >p0
run nmon -c 'play p0 p1' count flyer 100us | grep -v '^#'
run nmon -c 'play p0 p1' watch flyer 50us 2 | grep -v '^report'
head -c 3000 "$lu" >cut.gz
run nmon -c 'play cut.gz' count flyer 1ms | grep -v '^#\|^0x'
printf '==1== no recording\n' >none
>empty
for file in none empty p1 .; do
	run nmon -c "play $file" count flyer 10us | grep -v '^#'
done
run nmon -c 'play p0 p1' -c trouble -c 'run 10us' -c trouble mode off
run nmon -c 'play 5' status

#> $ nmon-pages -a 100 pages
#> page 0x100 at 0x0400000: 960 accesses, 0:160 9:800
#> perhaps move page 0x100 from station 0 to 9: remote accesses 800 -> 160, 640 (80.0 %) fewer, unless stations take its lines in turns; see -b
#> status 0
#> $ nmon-pages -a 100
#> page 0x100 at 0x0400000: 960 accesses, 0:160 9:800
#> status 0
#> $ nmon-lines -l labels false
#> all: 399 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            0              1            0            0            0
#>   LI            0            199            0            0          199
#>   GV            0              0            0            0            0
#>   GI            0              0            0            0            0
#>   responses 0, negative acknowledgements 0
#> label 2 (falsely shared): 399 events, 0 invalidates, 0 lost tries
#> candidate: label 2 (falsely shared): 199 of 200 reads exclusive (99.5 %) found the line taken
#> use: label 2 (falsely shared): write-shared: 200 requests, 199 transfers
#> status 0
#> $ nmon-lines -l labels -c
#> label,line,command,events
#> 2,LV,read-exclusive,2
#> status 0
#> $ nmon-lines -l labels -c
#> label,line,command,events
#> 4,LV,read,10
#> 4,LV,read-exclusive,10
#> 4,LI,read,10
#> 4,LI,writeback,10
#> 4,GV,read,160
#> 4,,nack,20
#> status 0
#> $ nmon -c workload false 100 search 1ms
#> pass 1 of 2: 512 labels, 512 lines each: 262144 label writes, counting for 1000000 ns
#> pass 2 of 2: the lines from 0x0808000 to 0x080FFC0, 199 transfers: as many label writes, counting for 1000000 ns
#> line 0x0808000: write-shared: 200 requests, 199 transfers
#> status 0
#> $ nmon -b sim:boards=2,board=0 -c workload false 100 search 1ms
#> pass 1 of 2: 512 labels, 512 lines each: 262144 label writes, counting for 1000000 ns
#> pass 2 of 2: the lines from 0x0800000 to 0x080FFC0, 199 transfers: as many label writes, counting for 1000000 ns
#> line 0x0808000: write-shared: 200 requests, 199 transfers
#> status 0
#> $ nmon -c workload private 50 search 100us
#> pass 1 of 2: 512 labels, 512 lines each: 262144 label writes, counting for 100000 ns
#> no line is taken from another processor 20 times
#> status 0
#> $ nmon-queue -t 120ns -l labels burst
#> all: 2752 transactions, mean depth 23.577, 45.5 % at 16 or more, waiting 64883
#> mean wait in the FIFO: 2868.4 ns, by the sum of its depths
#> phase 2: 1280 transactions, mean depth 0.034, 0.0 % at 16 or more, waiting 43
#> phase 3 (at once): 1280 transactions, mean depth 50.638, 97.9 % at 16 or more, waiting 64816
#> phase 4: 192 transactions, mean depth 0.125, 0.0 % at 16 or more, waiting 24
#> burst in phase 3 (at once): 1253 transactions at 16 or more, by 0:19 1:19 2:19 3:19 4:19 5:20 6:20 7:20 8:19 9:20 10:20 11:20 12:19 13:19 14:20 15:20 16:20 17:19 18:19 19:19 20:20 21:20 22:19 23:19 24:20 25:20 26:19 27:19 28:20 29:20 30:20 31:19 32:20 33:19 34:19 35:19 36:20 37:20 38:19 39:19 40:20 41:20 42:19 43:19 44:19 45:20 46:20 47:19 48:20 49:20 50:20 51:20 52:20 53:20 54:20 55:20 56:19 57:20 58:20 59:20 60:19 61:20 62:20 63:20
#> status 0
#> $ nmon-queue
#> all: 1671 transactions, mean depth 0.028, 0.0 % at 16 or more, waiting 47
#> mean wait in the FIFO: 30.5 ns, by the sum of its depths
#> phase 2: 1280 transactions, mean depth 0.035, 0.0 % at 16 or more, waiting 45
#> phase 3: 391 transactions, mean depth 0.005, 0.0 % at 16 or more, waiting 2
#> status 0
#> $ nmon-lines -p 3
#> all: 1126 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            8              1            0            0            0
#>   LI           10             10            0            7           19
#>   GV           93             29           84            0            0
#>   GI           96            122            1          107          210
#>   responses 0, negative acknowledgements 329
#> label 0: 1126 events, 114 invalidates, 329 lost tries
#> candidate: label 0: 132 of 162 reads exclusive (81.5 %) found the line taken
#> status 0
#> $ nmon -c workload mix 20 -c run 1ms status
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
#> $ nmon -c workload mix 20 -c run 1ms -c status mode off
#> time ns: 1000190
#> state: on request
#> speed: max
#> wave: off
#> transactions: 2881
#> to come: 0
#> busy: no
#> counter SRAM writes: 2881
#> workload: has ended
#> references: 4328
#> sent to memory: 2643
#> ... by other stations: 2306
#> refused: 747
#> mean time in the FIFO ns: 4019
#> run time ns: 937200
#> mean local read ns: 9807
#> mean remote read ns: 12403
#> status 0
#> $ nmon -c workload nothing status
#> ! nmon: workload nothing: no workload "nothing"; there are private shared false padded migratory queue page burst spread mix
#> status 1
#> $ nmon -c workload mix 0 status
#> ! nmon: workload mix 0: '0' is wrong (workload NAME [N])
#> status 1
#> $ nmon-pages -n 4 -a 100
#> page 0x001 at 0x0004000: 1953 accesses, 0:551 1:544 2:457 3:401
#> page 0x004 at 0x0010000: 258 accesses, 1:120 2:59 3:79
#> page 0x002 at 0x0008000: 180 accesses, 0:118 1:11 2:50 3:1
#> page 0x003 at 0x000C000: 42 accesses, 1:12 2:15 3:15
#> page 0x001: undecided, remote accesses 1402: no station dominates; whether it is only read, see -b; if station 0 only initialises it, count without that: nmon -c 'play from=...'
#> page 0x004: moving it cannot help, remote accesses 258: no station dominates; whether it is only read, see -b
#> status 0
#> $ nmon-lines -c
#> label,line,command,events
#> 0,LV,read,71
#> 0,LV,read-exclusive,5
#> 0,LV,upgrade,9
#> 0,LI,read,23
#> 0,LI,read-exclusive,15
#> 0,LI,invalidate,17
#> $ nmon -c play p0 p1 -c run 10us -c status mode off
#> state: on request
#> speed: max
#> wave: off
#> transactions: 4
#> to come: 0
#> busy: no
#> workload: p1:4: bad address: ' S nonsense'
#> references: 4
#> sent to memory: 4
#> ... by other stations: 0
#> refused: 0
#> mean time in the FIFO ns: 90
#> run time ns: 2360
#> mean local read ns: 1120
#> mean remote read ns: 0
#> status 0
#> $ nmon -c play p0 p1 -c drain mode off
#> ! nmon: drain: p0:16385: the machine has no more memory, 256 MB
#> status 1
#> $ nmon -c play missing status
#> ! nmon: play missing: missing: No such file or directory
#> status 1
#> $ nmon -c play p1 missing status
#> ! nmon: play p1 missing: missing: No such file or directory
#> status 1
#> $ nmon -c play p0 p1 count flyer 100us
#> counter,count
#> 0x0000,1
#> ! p0:2: bad address: ' S nonsense'
#> status 1
#> $ nmon -c play p0 p1 watch flyer 50us 2
#> page 0x000 at 0x0000000: 1 accesses, 0:1
#> counted: 1 events, 0 overflows
#> ! p0:2: bad address: ' S nonsense'
#> status 1
#> $ nmon -c play cut.gz count flyer 1ms
#> counter,count
#> ! cut.gz:8424: the compressed file ends too early
#> status 1
#> $ nmon -c play none count flyer 10us
#> counter,count
#> ! none: it has no line of valgrind's lackey tool
#> status 1
#> $ nmon -c play empty count flyer 10us
#> counter,count
#> ! empty: it has no line of valgrind's lackey tool
#> status 1
#> $ nmon -c play p1 count flyer 10us
#> counter,count
#> status 0
#> $ nmon -c play . count flyer 10us
#> ! nmon: play .: .: Is a directory
#> status 1
#> $ nmon -c play p0 p1 -c trouble -c run 10us -c trouble mode off
#> ! nmon: trouble: p0:2: bad address: ' S nonsense'
#> status 1
#> $ nmon -c play 5 status
#> ! nmon: play 5: 5: No such file or directory
#> status 1
