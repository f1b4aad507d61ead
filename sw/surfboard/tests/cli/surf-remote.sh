# SPDX-License-Identifier: Apache-2.0
# Tests a board of another process: file names become absolute, and the board continues after the
# shell has ended.
tallyboard serve surfboard -b trace=0,hist=0 -c pause "$PWD/socket" >/dev/null 2>server &
server=$!
for _ in {1..500}; do [ -S socket ] && break; sleep 0.02; done
printf '0 words=7\n+5us words=8\n' >packets
surf -b "unix:$PWD/socket" \
	-c 'htcr = 4; play packets; drain; show wcdr; wave dump.fst; run 1us; wave off'
echo "status $?"
[ -s dump.fst ] && echo dumped
surf -b "unix:$PWD/socket" -c 'show wcdr; play missing' 2>&1 | sed "s|$PWD|HERE|"
kill $server
wait $server
echo "status $?"
cat server
surf -b "unix:$PWD/socket" -c show 2>&1 | sed "s|$PWD|HERE|"
# a server is killed while a shell uses it
tallyboard serve surfboard -b trace=0,hist=0 "$PWD/killed" >ready &
server=$!
until [ -s ready ]; do sleep 0.02; done
mkfifo script
surf -b "unix:$PWD/killed" script 2>&1 &
shell=$!
exec 3>script # the board is open
{ kill -9 $server; wait $server; } 2>/dev/null
echo 'show wcdr' >&3
exec 3>&-
wait $shell
echo "status $?"

#> WCDR 0000000F (  15.)
#> status 0
#> dumped
#> WCDR 0000000F (  15.)
#> -c:1: HERE/missing: No such file or directory
#> status 0
#> surf: unix:HERE/socket: No such file or directory
#> script:1: WCDR: the server is gone
#> status 1
