# SPDX-License-Identifier: Apache-2.0
# Changes a field of ACDR between two commands of another shell while the board collects packets.
# The driver then keeps a copy of ACDR, and that shell must not write its old copy.
. "$TOP/sw/tests/tools.bash"
begin tallyboard serve surfboard -b trace=4,hist=4 -c pause socket
server=${beside[0]}
surf -b unix:socket -c 'htcr = 1'
mkfifo commands
surf -b unix:socket <commands >shown &
shell=$!
exec 3>commands
echo 'acdr.sendid = 1; show acdr' >&3
until grep -q LAT_N shown; do sleep 0.01; done
surf -b unix:socket -c 'acdr.lat_n = c'
echo 'acdr.sendid = 2; show acdr' >&3
exec 3>&-
wait $shell
cat shown
kill $server
wait $server

#> surfd: serving unix:socket
#> > acdr.sendid = 1; show acdr
#> ACDR 02000040  SENDID 1  CATMUX 0  LAT_S 00  LAT_N 0  TSIZE 1
#> > acdr.sendid = 2; show acdr
#> ACDR 04006040  SENDID 2  CATMUX 0  LAT_S 00  LAT_N C  TSIZE 1
#> > 
