# SPDX-License-Identifier: Apache-2.0
# Runs one session through a server with two clients and on a board in the shell's process: packets,
# counts and trace must be the same. A second server on the same socket must be refused.
# shows SB-LIB-001
. "$TOP/sw/tests/tools.bash"
cat >packets <<-'END'
	# words and senders to be seen in the trace
	0     x=1 words=2 addr=0x1000 data=0x51234567
	+2us  x=2 words=16 addr=0x2000 color=0x13 latency=20us
	+2us  x=3 words=1024 addr=0x3000 be=3 irq=1
	+5us  x=4 latency=-2us
END
cat >script <<-'END'
	htcr.frs=0; acdr.lat_n=c
	clear histogram 0 ff
	ticr=0; tecr=0; wcdr=0
	htcr.wen=1; htcr.ten=1
	play packets
	drain 1ms
	htcr=0
	show tecr; show wcdr; show iscr
	save trace t 0 3
END
begin tallyboard serve surfboard -c pause -b trace=4,hist=4 socket
server=${beside[0]}
tallyboard serve surfboard socket
echo "-> $?"
surf -b unix:socket script >remote 2>&1
echo "remote $?"
grep -v '^#' t | cut -d' ' -f1-2,5 >remote.trace
# the other client reads the results of the first one
surf -b unix:socket -c 'show tecr; run 1ms; status' | grep -E 'TECR|state|sent|words|dropped'
surf -b sim:trace=4,hist=4 script >own 2>&1
echo "own $?"
grep -v '^#' t | cut -d' ' -f1-2,5 >own.trace
cat own
cmp remote own && cmp remote.trace own.trace && cut -d' ' -f1,3 own.trace
kill $server
wait $server
echo "server $?"
test -e socket || echo "the socket is gone"

#> surfd: serving unix:socket
#> -> 1
#> remote 0
#> TECR 00000004 (   4.)
#> state: paused
#> sent: 4
#> words: 1043
#> dropped: 0
#> own 0
#> TECR 00000004 (   4.)
#> WCDR 00000413 (1043.)
#> ISCR 00001002  LU TP
#> t: 4 entries
#> 000000 0000400F
#> 000001 0000800F
#> 000002 8000C003
#> 000003 0000000F
#> server 0
#> the socket is gone
#2> surfd: socket: Address already in use
