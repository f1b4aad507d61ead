# SPDX-License-Identifier: Apache-2.0
# Tests the server: help, and one session over a socket.
. "$TOP/sw/tests/tools.bash"
tallyboard serve xdbus --help | head -1
run tallyboard serve xdbus
run tallyboard serve xdbus -b ways=5 s
begin tallyboard serve xdbus -b processors=2 -c pause s
run xdbstat -b unix:s -c 'workload stride references=50' -c 'drain 1ms' -c 'truth 16 1' \
	-t 10us count mqh0.0:accesses
run xdbstat -b unix:s -c 'truth 36 1' count
run xdbstat -b unix:s -c 'truth 1 16' count
kill "${beside[0]}"
wait "${beside[0]}"
echo "server $?"

#> Usage: tallyboard serve xdbus [OPTION]... SOCKET
#> $ tallyboard serve xdbus
#> ! xdbusd: no socket
#> ! Try 'tallyboard serve xdbus --help'.
#> status 2
#> $ tallyboard serve xdbus -b ways=5 s
#> ! xdbusd: ways=5: the arguments of a machine are processors=N, ways=1|2|4, memory=CLOCKS, pio=CLOCKS, seed=N, wave=FILE, separated by commas
#> status 1
#> xdbusd: serving unix:s
#> $ xdbstat -b unix:s -c workload stride references=50 -c drain 1ms -c truth 16 1 -t 10us count mqh0.0:accesses
#> # file: xdbus counts
#> # check: CRC-32
#> # board: xdbus
#> # clocks: 411
#> # missed wraps: 0
#> # clocks with an invalid packet: 0
#> chip,event,count,clocks,run,estimate,error,missed
#> mqh0.0,accesses,0,411,411,0.0,0.0,0
#> # end: 00000000000000000205 bytes, CRC-32 F491CF82
#> status 0
#> $ xdbstat -b unix:s -c truth 36 1 count
#> ! xdbstat: truth 36 1: '36' is wrong (truth COUNTER EVENT)
#> status 1
#> $ xdbstat -b unix:s -c truth 1 16 count
#> ! xdbstat: truth 1 16: '16' is wrong (truth COUNTER EVENT)
#> status 1
#> server 0
