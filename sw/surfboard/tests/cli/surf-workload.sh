# SPDX-License-Identifier: Apache-2.0
# Runs programs on the simulated machine that contains the board.
surf -b sim:trace=4,hist=4 <<'END' 2>&1 | sed 's|^time: [0-9]* ns$|time: N|'
ttcr = 0
htcr = 5
workload SIMPLE group=100 steps=20 wait=1 system=off
drain 1s
status
show tecr
show wcdr
workload simple steps=3
workload lu
stop
workload ocean nodes=3
workload sort
workload lu combine=2
END

#> > ttcr = 0
#> > htcr = 5
#> > workload SIMPLE group=100 steps=20 wait=1 system=off
#> > drain 1s
#> > status
#> time: N
#> state: on request
#> speed: max
#> wave: off
#> traffic: none
#> sent: 29
#> words: 2054
#> arrived: 29
#> dropped: 0
#> ignored: 0
#> external: 0
#> output: 0
#> > show tecr
#> TECR 0000001D (  29.)
#> > show wcdr
#> WCDR 00000806 (2054.)
#> > workload simple steps=3
#> > workload lu
#> standard input:9: packets are being sent; stop first
#> > stop
#> > workload ocean nodes=3
#> standard input:11: ocean does not run on 3 nodes with this size
#> > workload sort
#> standard input:12: no such workload; the workloads are lu, ocean, radix and simple
#> > workload lu combine=2
#> standard input:13: 'combine=2' is wrong: combine is on or off
#> > 
