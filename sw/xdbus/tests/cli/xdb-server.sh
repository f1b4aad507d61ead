# SPDX-License-Identifier: Apache-2.0
# Tests the server: help, and one session over a socket.
. "$TOP/sw/tests/tools.bash"
xdbusd --help | head -1
run xdbusd
run xdbusd -b ways=5 s
begin xdbusd -b processors=2 -c pause s
run xdbstat -b unix:s -c 'workload stride references=50' -c 'drain 1ms' -c 'truth 16 1' \
	-t 10us count mqh0.0:accesses
run xdbstat -b unix:s -c 'truth 36 1' count
run xdbstat -b unix:s -c 'truth 1 16' count
kill "${beside[0]}"
wait "${beside[0]}"
echo "server $?"
