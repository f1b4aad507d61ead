# SPDX-License-Identifier: Apache-2.0
# Tests the commands of a simulated board: time, traffic, wires, resets, waves.
surf -b sim:trace=4,hist=4 <<'END' 2>&1 | sed 's/^time: [0-9]* ns$/time: N/'
run 10us
status
htcr = 5
ecdr = 1; ttcr.meod = 1
generate COUNT=3 Words=2 x=1-3
run 1ms
status
show wcdr
external 1
show iscr
external 0
generate count=0
run 50us
stop
drain
status
drain 1us
generate
drain 10us
play missing
stop; drain
play missing
generate count=nonsense
run
run 5
run 5 us
pause
iemr.tc = 1
htcr = 0; acdr.tsize = 0; tecr = 0; htcr = 1
iscr = 3
generate count=20 period=10us
wait 10ms
show tecr
show iscr
wait 10us
reset bus
show ebcr
show tecr
reset power
show ebcr
show acdr
show tecr
reset nothing
wave dump.fst
run 1us
wave off
END
[ -s dump.fst ] && ls
