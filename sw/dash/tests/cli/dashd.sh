# SPDX-License-Identifier: Apache-2.0
# Tests the server: help, and one session over a socket.
. "$TOP/sw/tests/tools.bash"
dashd --help | head -1
run dashd
run dashd -b board=small s
begin dashd -b board=short s
# the clocks depend on the load of the computer if time passes between the commands
run dashmon -b unix:s -c 'sim pause' -c 'load joint' -c clear -c start -c 'sim random 50' \
	-c 'sim drain' -c stop -c status -c 'sim resume'
run dashmon -b unix:s -c 'sim status' | grep -v '^time\|^speed'
kill "${beside[0]}"
wait "${beside[0]}"
echo "server $?"
