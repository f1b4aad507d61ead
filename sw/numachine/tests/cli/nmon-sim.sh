# SPDX-License-Identifier: Apache-2.0
# Tests the tools with a simulated monitor: its RTL, SRAMs and bus are in this process.
. "$TOP/sw/numachine/tests/nm.bash"
run nmon -b sim:line=128,boards=2,station=3 -c 'fifo 7' -c 'fifo -2' status
run nmon -b sim: -c 'start 0x8800000001000000 8 valid local' -c 'start 0x1100000000004000 0 lock' \
	read
run nmon -b sim:station=12 -c 'random 40' -c 'run 10us' -c stop -o table read
sed -n '/^# station/p' table
run nmon -c card -c 'random 1 0' status
# a reply must not be in the table
nmon -c 'workload page 20' -c card count flyer 100us -o c.csv 2>replies
cat replies
nmon-pages -n 1 c.csv >/dev/null &&
	nmon -c card -c 'random 3' -c 'run 10us' read -o r.csv 2>/dev/null && sed 1q r.csv
for bad in line=96 boards=3 station=16 board=1 order=1,pipelined=1 nonsense wave=/nowhere/wave; do
	run nmon -b sim:$bad status
done
for bad in 'start 1' 'start 1 2 3' 'fifo x' 'run 5' 'wave' 'random' 'nonsense'; do
	run nmon -c "$bad" status
done
