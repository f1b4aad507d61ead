# SPDX-License-Identifier: Apache-2.0
# Runs four shells at one board: each changes its own fields of two registers by reading and writing
# them, empties the FIFO and reads the state; at the end every field must have the last value of its
# shell.
. "$TOP/sw/tests/tools.bash"
begin tallyboard serve surfboard -b trace=4,hist=4 -c pause socket
server=${beside[0]}
surf -b unix:socket -c 'htcr = 0'
change() { # FIELD A B: to A and B by turns
	for ((i = 0; i < 25; i++)); do
		printf '%s = %s\nclear fifo\nshow acdr\n%s = %s\nshow hfcr\n' "$1" "$2" "$1" "$3"
	done
}
change acdr.sendid 1 2 >s1
change acdr.lat_n 3 c >s2
change hfcr.empty 5 aa >s3
change hfcr.full 6 bb >s4
for s in s1 s2 s3 s4; do surf -b unix:socket $s >$s.out 2>&1 & shells+=($!); done
for p in "${shells[@]}"; do wait "$p"; echo "status $?"; done
# no shell may have read bits that no shell wrote
cat s?.out | grep -o 'SENDID.*' | sort -u |
	grep -v 'SENDID [012]  CATMUX 0  LAT_S 00  LAT_N [03C]  TSIZE 1'
cat s?.out | grep -o 'EMPTY.*' | sort -u | grep -v 'EMPTY \(007\|005\|0AA\)  FULL \(007\|006\|0BB\)'
surf -b unix:socket -c 'show acdr; show hfcr'
kill $server
wait $server

#> surfd: serving unix:socket
#> status 0
#> status 0
#> status 0
#> status 0
#> ACDR 04006040  SENDID 2  CATMUX 0  LAT_S 00  LAT_N C  TSIZE 1
#> HFCDR -----  EMPTY 0AA  FULL 0BB
