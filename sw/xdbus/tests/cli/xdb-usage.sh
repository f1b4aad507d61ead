# SPDX-License-Identifier: Apache-2.0
# Tests help, versions, manual pages, the list of events, and errors in the command line.
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/xdbus/man" xdbstat
mandoc -Tlint -Werror "$TOP/sw/xdbus/man/xdbusd.1"
run xdbstat
run xdbstat measure
run xdbstat list all
run xdbstat count mqh
run xdbstat count mqh9:busy
run xdbstat count cc0:busy
run xdbstat -t 5 count
run xdbstat -s 0us count
run xdbstat -s 11s count # in which the clocks could wrap
run xdbstat --seed=x count
run xdbstat -b nowhere: count
run xdbstat -b sim:ways=3 count
run xdbstat -b sim:processors=21 count
run xdbstat -c 'workload chess' count
run xdbstat -c 'workload mixed stores=1001' count
run xdbstat -c 'workload mixed shared=900 swaps=300' count
run xdbstat -t 20us count bw0.1:updated bw0:updated
xdbstat list

#> Usage: xdbstat [OPTION]... list
#> xdbstat VERSION
#> status 1
#> $ xdbstat --nothing
#> ! xdbstat: unknown option: --nothing
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat -o
#> ! xdbstat: option needs a value: -o
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat
#> ! xdbstat: list, count or diagnose is missing
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat measure
#> ! xdbstat: neither list, count nor diagnose: measure
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat list all
#> ! xdbstat: list takes no argument: all
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat count mqh
#> ! xdbstat: no such event, or too many: mqh
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat count mqh9:busy
#> ! xdbstat: no such event, or too many: mqh9:busy
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat count cc0:busy
#> ! xdbstat: no such event, or too many: cc0:busy
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat -t 5 count
#> ! xdbstat: not a time up to 3600s: 5
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat -s 0us count
#> ! xdbstat: not a time up to 10s: 0us
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat -s 11s count
#> ! xdbstat: not a time up to 10s: 11s
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat --seed=x count
#> ! xdbstat: not a number: x
#> ! Try 'xdbstat --help'.
#> status 2
#> $ xdbstat -b nowhere: count
#> ! xdbstat: nowhere:: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of another version
#> status 1
#> $ xdbstat -b sim:ways=3 count
#> ! xdbstat: sim:ways=3: the arguments are processors=N, ways=1|2|4, memory=CLOCKS, pio=CLOCKS, seed=N, wave=FILE, separated by commas
#> status 1
#> $ xdbstat -b sim:processors=21 count
#> ! xdbstat: sim:processors=21: the arguments are processors=N, ways=1|2|4, memory=CLOCKS, pio=CLOCKS, seed=N, wave=FILE, separated by commas
#> status 1
#> $ xdbstat -c workload chess count
#> ! xdbstat: workload chess: 'chess' is wrong (workload NAME [PART=VALUE]...)
#> status 1
#> $ xdbstat -c workload mixed stores=1001 count
#> ! xdbstat: workload mixed stores=1001: 'stores=1001' is wrong (workload NAME [PART=VALUE]...)
#> status 1
#> $ xdbstat -c workload mixed shared=900 swaps=300 count
#> ! xdbstat: workload mixed shared=900 swaps=300: shared, swaps and pio are 1205 of 1000 references
#> status 1
#> $ xdbstat -t 20us count bw0.1:updated bw0:updated
#> ! xdbstat: sim:: an event was given twice
#> status 1
#> chip,event,what it counts
#> cc0,internal,misses of the internal cache
#> cc0,external,misses of the external cache
#> cc0,writes,"writes to memory: UPDATE, INVALIDATE, SWAP and FLUSH requests"
#> cc0,latency,clocks in which a read miss waits for its reply
#> cc0,clocks,clocks
#> cc1,internal,misses of the internal cache
#> cc1,external,misses of the external cache
#> cc1,writes,"writes to memory: UPDATE, INVALIDATE, SWAP and FLUSH requests"
#> cc1,latency,clocks in which a read miss waits for its reply
#> cc1,clocks,clocks
#> cc2,internal,misses of the internal cache
#> cc2,external,misses of the external cache
#> cc2,writes,"writes to memory: UPDATE, INVALIDATE, SWAP and FLUSH requests"
#> cc2,latency,clocks in which a read miss waits for its reply
#> cc2,clocks,clocks
#> cc3,internal,misses of the internal cache
#> cc3,external,misses of the external cache
#> cc3,writes,"writes to memory: UPDATE, INVALIDATE, SWAP and FLUSH requests"
#> cc3,latency,clocks in which a read miss waits for its reply
#> cc3,clocks,clocks
#> bw0.0,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw0.0,updated,own blocks that others updated: UPDATE
#> bw0.0,snooped,requests of others for own blocks
#> bw0.0,clocks,clocks
#> bw0.1,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw0.1,updated,own blocks that others updated: UPDATE
#> bw0.1,snooped,requests of others for own blocks
#> bw0.1,clocks,clocks
#> bw1.0,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw1.0,updated,own blocks that others updated: UPDATE
#> bw1.0,snooped,requests of others for own blocks
#> bw1.0,clocks,clocks
#> bw1.1,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw1.1,updated,own blocks that others updated: UPDATE
#> bw1.1,snooped,requests of others for own blocks
#> bw1.1,clocks,clocks
#> bw2.0,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw2.0,updated,own blocks that others updated: UPDATE
#> bw2.0,snooped,requests of others for own blocks
#> bw2.0,clocks,clocks
#> bw2.1,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw2.1,updated,own blocks that others updated: UPDATE
#> bw2.1,snooped,requests of others for own blocks
#> bw2.1,clocks,clocks
#> bw3.0,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw3.0,updated,own blocks that others updated: UPDATE
#> bw3.0,snooped,requests of others for own blocks
#> bw3.0,clocks,clocks
#> bw3.1,invalidated,"own blocks that others took: INVALIDATE, SWAP, BLOCK"
#> bw3.1,updated,own blocks that others updated: UPDATE
#> bw3.1,snooped,requests of others for own blocks
#> bw3.1,clocks,clocks
#> mqh0.0,accesses,requests to this handler
#> mqh0.0,queue,clocks in which its queue is not empty
#> mqh0.0,busy,clocks in which the bus has a packet
#> mqh0.0,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh0.0,swaps,SWAP requests to this handler
#> mqh0.0,clocks,clocks
#> mqh0.0,read,READ requests on the bus
#> mqh0.0,update,UPDATE requests on the bus
#> mqh0.0,invalidate,INVALIDATE requests on the bus
#> mqh0.0,swap,SWAP requests on the bus
#> mqh0.0,flush,FLUSH requests on the bus
#> mqh0.0,block,BLOCK requests on the bus
#> mqh0.0,pio_read,PIO_READ requests on the bus
#> mqh0.0,pio_write,PIO_WRITE requests on the bus
#> mqh0.1,accesses,requests to this handler
#> mqh0.1,queue,clocks in which its queue is not empty
#> mqh0.1,busy,clocks in which the bus has a packet
#> mqh0.1,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh0.1,swaps,SWAP requests to this handler
#> mqh0.1,clocks,clocks
#> mqh0.1,read,READ requests on the bus
#> mqh0.1,update,UPDATE requests on the bus
#> mqh0.1,invalidate,INVALIDATE requests on the bus
#> mqh0.1,swap,SWAP requests on the bus
#> mqh0.1,flush,FLUSH requests on the bus
#> mqh0.1,block,BLOCK requests on the bus
#> mqh0.1,pio_read,PIO_READ requests on the bus
#> mqh0.1,pio_write,PIO_WRITE requests on the bus
#> mqh0.2,accesses,requests to this handler
#> mqh0.2,queue,clocks in which its queue is not empty
#> mqh0.2,busy,clocks in which the bus has a packet
#> mqh0.2,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh0.2,swaps,SWAP requests to this handler
#> mqh0.2,clocks,clocks
#> mqh0.2,read,READ requests on the bus
#> mqh0.2,update,UPDATE requests on the bus
#> mqh0.2,invalidate,INVALIDATE requests on the bus
#> mqh0.2,swap,SWAP requests on the bus
#> mqh0.2,flush,FLUSH requests on the bus
#> mqh0.2,block,BLOCK requests on the bus
#> mqh0.2,pio_read,PIO_READ requests on the bus
#> mqh0.2,pio_write,PIO_WRITE requests on the bus
#> mqh0.3,accesses,requests to this handler
#> mqh0.3,queue,clocks in which its queue is not empty
#> mqh0.3,busy,clocks in which the bus has a packet
#> mqh0.3,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh0.3,swaps,SWAP requests to this handler
#> mqh0.3,clocks,clocks
#> mqh0.3,read,READ requests on the bus
#> mqh0.3,update,UPDATE requests on the bus
#> mqh0.3,invalidate,INVALIDATE requests on the bus
#> mqh0.3,swap,SWAP requests on the bus
#> mqh0.3,flush,FLUSH requests on the bus
#> mqh0.3,block,BLOCK requests on the bus
#> mqh0.3,pio_read,PIO_READ requests on the bus
#> mqh0.3,pio_write,PIO_WRITE requests on the bus
#> mqh1.0,accesses,requests to this handler
#> mqh1.0,queue,clocks in which its queue is not empty
#> mqh1.0,busy,clocks in which the bus has a packet
#> mqh1.0,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh1.0,swaps,SWAP requests to this handler
#> mqh1.0,clocks,clocks
#> mqh1.0,read,READ requests on the bus
#> mqh1.0,update,UPDATE requests on the bus
#> mqh1.0,invalidate,INVALIDATE requests on the bus
#> mqh1.0,swap,SWAP requests on the bus
#> mqh1.0,flush,FLUSH requests on the bus
#> mqh1.0,block,BLOCK requests on the bus
#> mqh1.0,pio_read,PIO_READ requests on the bus
#> mqh1.0,pio_write,PIO_WRITE requests on the bus
#> mqh1.1,accesses,requests to this handler
#> mqh1.1,queue,clocks in which its queue is not empty
#> mqh1.1,busy,clocks in which the bus has a packet
#> mqh1.1,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh1.1,swaps,SWAP requests to this handler
#> mqh1.1,clocks,clocks
#> mqh1.1,read,READ requests on the bus
#> mqh1.1,update,UPDATE requests on the bus
#> mqh1.1,invalidate,INVALIDATE requests on the bus
#> mqh1.1,swap,SWAP requests on the bus
#> mqh1.1,flush,FLUSH requests on the bus
#> mqh1.1,block,BLOCK requests on the bus
#> mqh1.1,pio_read,PIO_READ requests on the bus
#> mqh1.1,pio_write,PIO_WRITE requests on the bus
#> mqh1.2,accesses,requests to this handler
#> mqh1.2,queue,clocks in which its queue is not empty
#> mqh1.2,busy,clocks in which the bus has a packet
#> mqh1.2,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh1.2,swaps,SWAP requests to this handler
#> mqh1.2,clocks,clocks
#> mqh1.2,read,READ requests on the bus
#> mqh1.2,update,UPDATE requests on the bus
#> mqh1.2,invalidate,INVALIDATE requests on the bus
#> mqh1.2,swap,SWAP requests on the bus
#> mqh1.2,flush,FLUSH requests on the bus
#> mqh1.2,block,BLOCK requests on the bus
#> mqh1.2,pio_read,PIO_READ requests on the bus
#> mqh1.2,pio_write,PIO_WRITE requests on the bus
#> mqh1.3,accesses,requests to this handler
#> mqh1.3,queue,clocks in which its queue is not empty
#> mqh1.3,busy,clocks in which the bus has a packet
#> mqh1.3,broadcasts,UPDATE and INVALIDATE requests to this handler
#> mqh1.3,swaps,SWAP requests to this handler
#> mqh1.3,clocks,clocks
#> mqh1.3,read,READ requests on the bus
#> mqh1.3,update,UPDATE requests on the bus
#> mqh1.3,invalidate,INVALIDATE requests on the bus
#> mqh1.3,swap,SWAP requests on the bus
#> mqh1.3,flush,FLUSH requests on the bus
#> mqh1.3,block,BLOCK requests on the bus
#> mqh1.3,pio_read,PIO_READ requests on the bus
#> mqh1.3,pio_write,PIO_WRITE requests on the bus
#> ioc0,moves,"blocks of the I/O unit: READ, FLUSH and BLOCK requests"
#> ioc0,misses,misses of the I/O cache
#> ioc0,pio,programmed I/O operations
#> ioc0,pio_clocks,clocks in which one has no reply yet
#> ioc0,looks,accesses of the I/O cache
#> ioc0,clocks,clocks
#> ioc1,moves,"blocks of the I/O unit: READ, FLUSH and BLOCK requests"
#> ioc1,misses,misses of the I/O cache
#> ioc1,pio,programmed I/O operations
#> ioc1,pio_clocks,clocks in which one has no reply yet
#> ioc1,looks,accesses of the I/O cache
#> ioc1,clocks,clocks
#2> standard output: No space left on device
