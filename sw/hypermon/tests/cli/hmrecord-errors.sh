# SPDX-License-Identifier: Apache-2.0
# Tests boards that do not exist and wrong commands: status 1, and no file.
. "$TOP/sw/hypermon/tests/hm.bash"
run hmrecord -b unix:nowhere -n 1 -o t
run hmrecord -b nowhere: -n 1 -o t
run hmrecord -b mmap:slot=none,mem=nowhere -n 1 -o t
board b
run hmrecord -b unix:b -c nonsense -n 1 -o t
run hmrecord -b unix:b -n 1 -o none/t
run hmrecord -b unix:b -c 'frames 5 1 1' -n 5 -o /dev/full
# the error comes before any frame is recorded
run hmrecord -b unix:b -c 'frames 5 1 1' -n 5 -o t --groups=none/g
run hmrecord -b unix:nowhere -n 1 -o t --groups=g
ls t g 2>&1
# a mapped file never has frames, so the time limit must end the recording
truncate -s 65536 map
run hmrecord -b mmap:slot=none,mem=map -t 5ms -o t
stat -c %s t
run hmstatus -b mmap:slot=none,mem=map

#> $ hmrecord -b unix:nowhere -n 1 -o t
#> ! hmrecord: unix:nowhere: No such file or directory
#> status 1
#> $ hmrecord -b nowhere: -n 1 -o t
#> ! hmrecord: nowhere:: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of another version
#> status 1
#> $ hmrecord -b mmap:slot=none,mem=nowhere -n 1 -o t
#> ! hmrecord: mmap:slot=none,mem=nowhere: No such file or directory
#> status 1
#> $ hmrecord -b unix:b -c nonsense -n 1 -o t
#> ! hmrecord: unix:b: nonsense: no such command: nonsense
#> status 1
#> $ hmrecord -b unix:b -n 1 -o none/t
#> ! none/t: No such file or directory
#> status 1
#> $ hmrecord -b unix:b -c frames 5 1 1 -n 5 -o /dev/full
#> ! /dev/full: not a regular file; use - and redirect standard output
#> status 1
#> $ hmrecord -b unix:b -c frames 5 1 1 -n 5 -o t --groups=none/g
#> ! hmrecord: none/g: No such file or directory
#> status 1
#> $ hmrecord -b unix:nowhere -n 1 -o t --groups=g
#> ! hmrecord: unix:nowhere: No such file or directory
#> status 1
#> ls: cannot access 't': No such file or directory
#> ls: cannot access 'g': No such file or directory
#> $ hmrecord -b mmap:slot=none,mem=map -t 5ms -o t
#> 0 frames, 0 bytes, 0 lost
#> status 0
#> 563
#> $ hmstatus -b mmap:slot=none,mem=map
#> lost: nothing
#> STATUS: 0 none
#> LOST: 0
#> COUNT: 0
#> buffered: not known
#> window: not known
#> capture: not known
#> status 0
