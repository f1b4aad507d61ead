# SPDX-License-Identifier: Apache-2.0
# Tests the server: help, and one session over a socket.
. "$TOP/sw/tests/tools.bash"
shrimp96d --help | head -1
run shrimp96d
run shrimp96d -b words=5 s
begin shrimp96d -b words=24,jumper=0x4321 s
run spm -b unix:s -c 'config sender size' -c 'category 5' -c start \
	-c 'sim generate count=3 words=2' -c 'sim drain' -c 'read 0x500800'
run spm -b unix:s -c 'sim status' | grep -v '^time'
kill "${beside[0]}"
wait "${beside[0]}"
echo "server $?"
