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
