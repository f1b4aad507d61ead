# SPDX-License-Identifier: Apache-2.0
# Checks that a simulated card behind a server counts the same as in the tool's own process. Several
# programs share it, and one that counts must get an error when another one writes.
# shows NM-DRV-009
. "$TOP/sw/numachine/tests/nm.bash"
begin tallyboard serve numachine -c pause -b station=9,line=128 s
run tallyboard serve numachine s
run nmon -b unix:s status
for mode in flyer depth histogram1; do
	nmon -b unix:s -l names -c 'workload mix 20' count $mode 1ms >there
	nmon -b sim:station=9,line=128 -l names -c 'workload mix 20' count $mode 1ms >here
	grep -c '^0x' here
	cmp there here && echo "$mode: the same"
done
nmon-pages -a 100 there 2>&1 | head -2
# errors must be reported as with sim:
run nmon -b unix:s -c 'workload nothing' status
run nmon -b unix:s -c 'workload false 20' -c drain -c status mode off |
	grep 'workload\|references\|state\|^mode'
run nmon -b unix:s -c 'random 1000' -c 'drain 1us' mode off
# time passes by itself, slowly: one program counts, another one reads and then writes
nmon -b unix:s -c 'speed 1e-4' -c resume -c 'workload mix 100' mode off
nmon -b unix:s count flyer 20ms >table 2>errors &
count=$!
until nmon -b unix:s status | grep -q '^mode: flyer'; do sleep 0.05; done
nmon -b unix:s -c 'speed max' mode depth
wait $count
echo "status $?"
cat errors table
nmon -b unix:s status | grep '^mode\|^interrupt'

#> numachined: serving unix:s
#> $ tallyboard serve numachine s
#> ! numachined: s: Address already in use
#> status 1
#> $ nmon -b unix:s status
#> mode: flyer
#> overflow: none
#> interrupt enabled: no
#> half in use: 0
#> missed events: 0
#> input FIFO: 0 waiting
#> busy: no
#> cache line: 128 bytes
#> memory boards: 1
#> labels cover: 32 MB
#> status 0
#> 108
#> flyer: the same
#> 1190
#> depth: the same
#> 32
#> histogram1: the same
#> nmon-pages: there: counted in mode histogram1, not flyer
#> $ nmon -b unix:s -c workload nothing status
#> ! nmon: workload nothing: no workload "nothing"; there are private shared false padded migratory queue page burst spread mix
#> status 1
#> $ nmon -b unix:s -c workload false 20 -c drain -c status mode off
#> state: paused
#> workload: has ended
#> references: 40
#> $ nmon -b unix:s -c random 1000 -c drain 1us mode off
#> ! nmon: drain 1us: transactions are still to come
#> status 1
#> status 1
#> nmon: count: another program has changed the monitor meanwhile
#> mode: depth
#> interrupt enabled: yes
