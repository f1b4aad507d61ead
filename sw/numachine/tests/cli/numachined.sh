# SPDX-License-Identifier: Apache-2.0
# Checks that a simulated card behind a server counts the same as in the tool's own process. Several
# programs share it, and one that counts must get an error when another one writes.
# shows NM-DRV-009
. "$TOP/sw/numachine/tests/nm.bash"
begin numachined -c pause -b station=9,line=128 s
run numachined s
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
