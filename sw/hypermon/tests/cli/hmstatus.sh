# SPDX-License-Identifier: Apache-2.0
# Checks hmstatus with prepared states of a board.
# shows HM-TOOL-003
. "$TOP/sw/hypermon/tests/hm.bash"
board b
run hmstatus -b unix:b
run hmstatus -b unix:b -r
run hmstatus -b unix:b -r -w 400 -c 'frames 3 1 1' -c 'run 100'
run hmstatus -b unix:b -r -w 200 -c 'status 15'
run hmstatus -b unix:b -r -c 'frames 1500 1 1' -c 'run 10000'
run hmstatus -b unix:b
run hmstatus -b unix:b -r -o s
cat s

#> $ hmstatus -b unix:b
#> lost: nothing
#> STATUS: 0 none
#> LOST: 0
#> COUNT: 0
#> buffered: not known
#> window: not known
#> capture: not known
#> status 0
#> $ hmstatus -b unix:b -r
#> lost: nothing
#> STATUS: 0 none
#> LOST: 0
#> COUNT: 0
#> buffered: 0
#> window: 800 ns
#> capture: on
#> status 0
#> $ hmstatus -b unix:b -r -w 400 -c frames 3 1 1 -c run 100
#> lost: nothing
#> STATUS: 0 none
#> LOST: 0
#> COUNT: 3
#> buffered: 3
#> window: 400 ns
#> capture: on
#> status 0
#> $ hmstatus -b unix:b -r -w 200 -c status 15
#> lost: data; STATUS 15 FRAME VEC NODE LATE
#> STATUS: 15 FRAME VEC NODE LATE
#> LOST: 0
#> COUNT: 0
#> buffered: 0
#> window: 200 ns
#> capture: on
#> status 1
#> $ hmstatus -b unix:b -r -c frames 1500 1 1 -c run 10000
#> lost: 476 frames; STATUS 1 FRAME
#> STATUS: 1 FRAME
#> LOST: 476
#> COUNT: 1024
#> buffered: 1024
#> window: 800 ns
#> capture: on
#> status 1
#> $ hmstatus -b unix:b
#> lost: 476 frames; STATUS 1 FRAME
#> STATUS: 1 FRAME
#> LOST: 476
#> COUNT: 1024
#> buffered: not known
#> window: not known
#> capture: not known
#> status 1
#> $ hmstatus -b unix:b -r -o s
#> status 0
#> lost: nothing
#> STATUS: 0 none
#> LOST: 0
#> COUNT: 0
#> buffered: 0
#> window: 800 ns
#> capture: on
