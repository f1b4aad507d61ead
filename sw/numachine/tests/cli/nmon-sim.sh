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
# a map whose last number may have been cut off
printf ' L 1ffeff0008,8\n S 1ffeff0008,8\n' >lackey
printf '0x100000 4096 0x20000' >map
run nmon -c 'replay map=map lackey' count flyer 1us

#> $ nmon -b sim:line=128,boards=2,station=3 -c fifo 7 -c fifo -2 status
#> mode: flyer
#> overflow: none
#> interrupt enabled: no
#> half in use: 0
#> missed events: 0
#> input FIFO: 5 waiting
#> busy: no
#> cache line: 128 bytes
#> memory boards: 2
#> labels cover: 64 MB
#> status 0
#> $ nmon -b sim: -c start 0x8800000001000000 8 valid local -c start 0x1100000000004000 0 lock read
#> # file: numachine counters
#> # check: CRC-32
#> # mode: flyer
#> # line: 64
#> # boards: 1
#> # board: 0
#> # station: 0
#> # overflows: 0
#> # second: no
#> # missed: 0
#> counter,count
#> 0x0010,1
#> 0x400F,1
#> # end: 00000000000000000176 bytes, CRC-32 43DAF7AD
#> status 0
#> $ nmon -b sim:station=12 -c random 40 -c run 10us -c stop -o table read
#> status 0
#> # station: 12
#> $ nmon -c card -c random 1 0 status
#> station=0 board=0 order=0 seed=1
#> ! nmon: random 1 0: '0' is wrong (random N [CLOCKS])
#> status 1
#> station=0 board=0 order=0 seed=1
#> # file: numachine counters
#> $ nmon -b sim:line=96 status
#> ! nmon: sim:line=96: the arguments are line=64|128, boards=1|2, station=N, board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, separated by commas
#> status 1
#> $ nmon -b sim:boards=3 status
#> ! nmon: sim:boards=3: the arguments are line=64|128, boards=1|2, station=N, board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, separated by commas
#> status 1
#> $ nmon -b sim:station=16 status
#> ! nmon: sim:station=16: the arguments are line=64|128, boards=1|2, station=N, board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, separated by commas
#> status 1
#> $ nmon -b sim:board=1 status
#> ! nmon: sim:board=1: the arguments are line=64|128, boards=1|2, station=N, board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, separated by commas
#> status 1
#> $ nmon -b sim:order=1,pipelined=1 status
#> ! nmon: sim:order=1,pipelined=1: the arguments are line=64|128, boards=1|2, station=N, board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, separated by commas
#> status 1
#> $ nmon -b sim:nonsense status
#> ! nmon: sim:nonsense: the arguments are line=64|128, boards=1|2, station=N, board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, separated by commas
#> status 1
#> $ nmon -b sim:wave=/nowhere/wave status
#> ! nmon: sim:wave=/nowhere/wave: No such file or directory
#> status 1
#> $ nmon -c start 1 status
#> ! nmon: start 1: something is missing (start AD CMD [valid] [lock] [local])
#> status 1
#> $ nmon -c start 1 2 3 status
#> ! nmon: start 1 2 3: '3' is wrong (start AD CMD [valid] [lock] [local])
#> status 1
#> $ nmon -c fifo x status
#> ! nmon: fifo x: 'x' is wrong (fifo N)
#> status 1
#> $ nmon -c run 5 status
#> ! nmon: run 5: '5' is wrong (run TIME)
#> status 1
#> $ nmon -c wave status
#> ! nmon: wave: something is missing (wave FILE|off)
#> status 1
#> $ nmon -c random status
#> ! nmon: random: something is missing (random N [CLOCKS])
#> status 1
#> $ nmon -c nonsense status
#> ! nmon: nonsense: 'nonsense' is not a command
#> status 1
#> $ nmon -c replay map=map lackey count flyer 1us
#> ! nmon: replay map=map lackey: map:1: the last line has no end: is the file complete?
#> status 1
