# SPDX-License-Identifier: Apache-2.0
# Two programs one after the other on a served board.
. "$TOP/sw/tests/tools.bash"
tallyboard serve sample --help | head -1
begin tallyboard serve sample -c pause s
run samplecount -b unix:s -c start -c 'sim events 9' -c 'sim drain'
run samplecount -b unix:s -c status
kill "${beside[0]}"
wait "${beside[0]}"
echo "server $?"

#> Usage: tallyboard serve sample [OPTION]... SOCKET
#> sampled: serving unix:s
#> $ samplecount -b unix:s -c start -c sim events 9 -c sim drain
#> status 0
#> $ samplecount -b unix:s -c status
#> 9
#> status 0
#> server 0
