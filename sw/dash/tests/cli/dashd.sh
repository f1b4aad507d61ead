# SPDX-License-Identifier: Apache-2.0
# Tests the server: help, and one session over a socket.
. "$TOP/sw/tests/tools.bash"
dashd --help | head -1
run dashd
run dashd -b board=small s
dashd -b board=short s &
for i in $(seq 100); do [ -S s ] && break; sleep 0.1; done
# the clocks depend on the load of the computer if time passes between the commands
run dashmon -b unix:s -c 'sim pause' -c 'load joint' -c clear -c start -c 'sim random 50' \
	-c 'sim drain' -c stop -c status -c 'sim resume'
run dashmon -b unix:s -c 'sim status' | grep -v '^time\|^speed'
kill $!
wait $!
echo "server $?"
