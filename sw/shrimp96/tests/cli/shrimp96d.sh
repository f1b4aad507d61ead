# SPDX-License-Identifier: Apache-2.0
# Tests the server: help, and one session over a socket.
. "$TOP/sw/tests/tools.bash"
tallyboard serve shrimp96 --help | head -1
run tallyboard serve shrimp96
run tallyboard serve shrimp96 -b words=5 s
begin tallyboard serve shrimp96 -b words=24,jumper=0x4321 s
run spm -b unix:s -c 'config sender size' -c 'category 5' -c start \
	-c 'sim generate count=3 words=2' -c 'sim drain' -c 'read 0x500800'
run spm -b unix:s -c 'sim status' | grep -v '^time'
kill "${beside[0]}"
wait "${beside[0]}"
echo "server $?"

#> Usage: tallyboard serve shrimp96 [OPTION]... SOCKET
#> $ tallyboard serve shrimp96
#> ! shrimp96d: no socket
#> ! Try 'tallyboard serve shrimp96 --help'.
#> status 2
#> $ tallyboard serve shrimp96 -b words=5 s
#> ! shrimp96d: words=5: the arguments of a board are words=20 or words=24, jumper=N, seed=N, wave=FILE, separated by commas
#> status 1
#> shrimp96d: serving unix:s
#> $ spm -b unix:s -c config sender size -c category 5 -c start -c sim generate count=3 words=2 -c sim drain -c read 0x500800
#> word,value
#> 0x500800,3
#> status 0
#> $ spm -b unix:s -c sim status
#> state: running
#> speed: max
#> wave: off
#> traffic: none
#> sent: 3
#> arrived: 3
#> dropped: 0
#> ignored: 0
#> status 0
#> server 0
