# SPDX-License-Identifier: Apache-2.0
# Counts on a simulated machine: events that have a counter each, events that take turns, and what
# the counts say.
# shows SP-SW-001
. "$TOP/sw/tests/tools.bash"
run xdbstat -c 'workload stride stride=512' -t 200us count mqh:accesses mqh:queue mqh1.0:busy
run xdbstat -c 'workload mixed' -t 200us count cc0:internal cc0:external cc0:writes ioc0:misses
for work in 'stride stride=512 think=2' 'sharers' 'scattered' 'mixed think=100'; do
	echo "== $work"
	xdbstat -c "workload $work" -t 400us -o counts.csv count
	run xdbstat diagnose counts.csv
done

#> $ xdbstat -c workload stride stride=512 -t 200us count mqh:accesses mqh:queue mqh1.0:busy
#> # file: xdbus counts
#> # check: CRC-32
#> # board: xdbus
#> # clocks: 10315
#> # missed wraps: 0
#> # clocks with an invalid packet: 0
#> chip,event,count,clocks,run,estimate,error,missed
#> mqh0.0,accesses,718,10315,10315,718.0,0.0,0
#> mqh0.1,accesses,0,10315,10315,0.0,0.0,0
#> mqh0.2,accesses,0,10315,10315,0.0,0.0,0
#> mqh0.3,accesses,0,10315,10315,0.0,0.0,0
#> mqh1.0,accesses,0,6336,10315,0.0,1.0,0
#> mqh1.1,accesses,0,10315,10315,0.0,0.0,0
#> mqh1.2,accesses,0,10315,10315,0.0,0.0,0
#> mqh1.3,accesses,0,10315,10315,0.0,0.0,0
#> mqh0.0,queue,9413,10315,10315,9413.0,0.0,0
#> mqh0.1,queue,0,10315,10315,0.0,0.0,0
#> mqh0.2,queue,0,10315,10315,0.0,0.0,0
#> mqh0.3,queue,0,10315,10315,0.0,0.0,0
#> mqh1.0,queue,0,7147,10315,0.0,0.8,0
#> mqh1.1,queue,0,10315,10315,0.0,0.0,0
#> mqh1.2,queue,0,10315,10315,0.0,0.0,0
#> mqh1.3,queue,0,10315,10315,0.0,0.0,0
#> mqh1.0,busy,0,7147,10315,0.0,0.8,0
#> # end: 00000000000000000830 bytes, CRC-32 D5C64837
#> status 0
#> $ xdbstat -c workload mixed -t 200us count cc0:internal cc0:external cc0:writes ioc0:misses
#> # file: xdbus counts
#> # check: CRC-32
#> # board: xdbus
#> # clocks: 8443
#> # missed wraps: 0
#> # clocks with an invalid packet: 0
#> chip,event,count,clocks,run,estimate,error,missed
#> cc0,internal,116,5899,8443,166.0,2.8,0
#> cc0,external,116,5899,8443,166.0,2.4,0
#> cc0,writes,2,5088,8443,3.3,1.3,0
#> ioc0,misses,9,8443,8443,9.0,0.0,0
#> # end: 00000000000000000315 bytes, CRC-32 61A02C27
#> status 0
#> == stride stride=512 think=2
#> $ xdbstat diagnose counts.csv
#> bus 0: occupied in up to 100 % of the clocks
#> bus 0: READ has 100 % of the packets' cycles
#> bus 1: occupied in up to 0 % of the clocks
#> mqh0.0 has 100 +- 1 % of its bus's accesses: the interleaving does not spread them; which addresses, the counters do not tell
#> bus 0 has 100 % of the traffic
#> bus 0 is saturated: occupied in up to 100 % of the clocks
#> status 0
#> == sharers
#> $ xdbstat diagnose counts.csv
#> bus 0: occupied in up to 54 +- 4 % of the clocks
#> bus 0: READ has 95 +- 15 % of the packets' cycles
#> bus 0: INVALIDATE has 7 +- 1 % of the packets' cycles
#> bus 0: FLUSH has 2 +- 2 % of the packets' cycles
#> bus 1: occupied in up to 56 +- 3 % of the clocks
#> bus 1: READ has 81 +- 11 % of the packets' cycles
#> bus 1: INVALIDATE has 7 +- 1 % of the packets' cycles
#> bus 1: FLUSH has 1 +- 1 % of the packets' cycles
#> others write to blocks of processor 0: 0.27 +- 0.04 times per own request; which lines, and whether sharing is true or false, the counters do not tell
#> others write to blocks of processor 1: 0.23 +- 0.04 times per own request; which lines, and whether sharing is true or false, the counters do not tell
#> others write to blocks of processor 2: 0.34 +- 0.06 times per own request; which lines, and whether sharing is true or false, the counters do not tell
#> others write to blocks of processor 3: 0.22 +- 0.06 times per own request; which lines, and whether sharing is true or false, the counters do not tell
#> status 0
#> == scattered
#> $ xdbstat diagnose counts.csv
#> bus 0: occupied in up to 56 +- 3 % of the clocks
#> bus 0: READ has 88 +- 10 % of the packets' cycles
#> bus 0: FLUSH has 15 +- 2 % of the packets' cycles
#> bus 1: occupied in up to 54 +- 2 % of the clocks
#> bus 1: READ has 82 +- 6 % of the packets' cycles
#> bus 1: FLUSH has 12 +- 2 % of the packets' cycles
#> ioc0 misses in 94 +- 5 % of its accesses
#> ioc1 misses in 93 +- 7 % of its accesses
#> status 0
#> == mixed think=100
#> $ xdbstat diagnose counts.csv
#> bus 0: occupied in up to 26 +- 3 % of the clocks
#> bus 0: READ has 95 +- 17 % of the packets' cycles
#> bus 0: INVALIDATE has 1 +- 1 % of the packets' cycles
#> bus 0: FLUSH has 3 +- 4 % of the packets' cycles
#> bus 0: BLOCK has 1 +- 1 % of the packets' cycles
#> bus 0: PIO_READ has 1 +- 1 % of the packets' cycles
#> bus 1: occupied in up to 29 +- 2 % of the clocks
#> bus 1: READ has 84 +- 12 % of the packets' cycles
#> bus 1: BLOCK has 2 +- 2 % of the packets' cycles
#> no bottleneck found in what was counted
#> status 0
