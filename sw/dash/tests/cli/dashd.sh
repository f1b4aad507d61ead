# SPDX-License-Identifier: Apache-2.0
# Tests the server: help, and one session over a socket.
. "$TOP/sw/tests/tools.bash"
tallyboard serve dash --help | head -1
run tallyboard serve dash
run tallyboard serve dash -b board=small s
begin tallyboard serve dash -b board=short s
# the clocks depend on the load of the computer if time passes between the commands
run dashmon -b unix:s -c 'sim pause' -c 'load joint' -c clear -c start -c 'sim random 50' \
	-c 'sim drain' -c stop -c status -c 'sim resume'
run dashmon -b unix:s -c 'sim status' | grep -v '^time\|^speed'
kill "${beside[0]}"
wait "${beside[0]}"
echo "server $?"

#> Usage: tallyboard serve dash [OPTION]... SOCKET
#> $ tallyboard serve dash
#> ! dashd: no socket
#> ! Try 'tallyboard serve dash --help'.
#> status 2
#> $ tallyboard serve dash -b board=small s
#> ! dashd: board=small: the arguments of a board are board=full or board=short, seed=N, wave=FILE, separated by commas
#> status 1
#> dashd: serving unix:s
#> $ dashmon -b unix:s -c sim pause -c load joint -c clear -c start -c sim random 50 -c sim drain -c stop -c status -c sim resume
#> events missed: 0 of bank 0, 0 of bank 1
#> requests not traced: 0 came too fast or during a dump, 0 found the buffer full
#> circuit: joint
#> observing: no, 811 clocks
#> events counted: 13 in bank 0, 12 in bank 1
#> requests: 25, traced: 0
#> trace: 0 of 64 words
#> status 0
#> $ dashmon -b unix:s -c sim status
#> state: running
#> wave: off
#> traffic: none
#> requests: 25
#> status 0
#> server 0
