# SPDX-License-Identifier: Apache-2.0
# Checks that a client says so and ends if its server does not answer, at the beginning and later.
. "$TOP/sw/tests/tools.bash"
begin tallyboard serve surfboard -b trace=0,hist=0 -c pause socket
mkfifo commands
surf -b unix:timeout=500,socket <commands >printed 2>errors &
exec 9>commands
echo "ACDR = 1" >&9
for _ in $(seq 400); do [ -s printed ] && break; sleep 0.05; done
kill -STOP "${beside[0]}"
echo show >&9
exec 9>&-
wait $!
echo "status $?"
sed 's/.*: //' errors
run surf -b unix:timeout=500,socket -c "ACDR = 2"
run tallyboard watch unix:timeout=500,socket
run surf -b unix:timeout=,socket -c "ACDR = 2"
kill -CONT "${beside[0]}"
run surf -b unix:timeout=20000,socket -c "ACDR = 2"

#> surfd: serving unix:socket
#> status 1
#> the server does not answer
#> $ surf -b unix:timeout=500,socket -c ACDR = 2
#> ! surf: unix:timeout=500,socket: the server does not answer
#> status 1
#> $ tallyboard watch unix:timeout=500,socket
#> ! tallyboard watch: unix:timeout=500,socket: the server does not answer
#> status 1
#> $ surf -b unix:timeout=,socket -c ACDR = 2
#> ! surf: unix:timeout=,socket: wrong or missing arguments of the board
#> status 1
#> $ surf -b unix:timeout=20000,socket -c ACDR = 2
#> status 0
