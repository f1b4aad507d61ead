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
