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

#> > run 10us
#> > status
#> time: N
#> state: on request
#> speed: max
#> wave: off
#> traffic: none
#> sent: 0
#> words: 0
#> arrived: 0
#> dropped: 0
#> ignored: 0
#> external: 0
#> output: 0
#> > htcr = 5
#> > ecdr = 1; ttcr.meod = 1
#> > generate COUNT=3 Words=2 x=1-3
#> > run 1ms
#> > status
#> time: N
#> state: on request
#> speed: max
#> wave: off
#> traffic: none
#> sent: 3
#> words: 6
#> arrived: 3
#> dropped: 0
#> ignored: 0
#> external: 0
#> output: 1
#> > show wcdr
#> WCDR 00000006 (   6.)
#> > external 1
#> > show iscr
#> ISCR 00000806  LV EXT TP
#> > external 0
#> > generate count=0
#> > run 50us
#> > stop
#> > drain
#> > status
#> time: N
#> state: on request
#> speed: max
#> wave: off
#> traffic: none
#> sent: 50
#> words: 53
#> arrived: 50
#> dropped: 0
#> ignored: 0
#> external: 0
#> output: 1
#> > drain 1us
#> > generate
#> > drain 10us
#> standard input:19: 10us was not enough
#> > play missing
#> standard input:20: packets are being sent; stop first
#> > stop; drain
#> > play missing
#> standard input:22: missing: No such file or directory
#> > generate count=nonsense
#> standard input:23: 'count=nonsense' is wrong: count is a number of packets; 0: until stop
#> > run
#> standard input:24: usage: RUN <time>
#> > run 5
#> standard input:25: 5: not a time, such as 100us (ns, us, ms, s)
#> > run 5 us
#> standard input:26: usage: RUN <time>
#> > pause
#> standard input:27: time passes on request only; a server knows this command
#> > iemr.tc = 1
#> > htcr = 0; acdr.tsize = 0; tecr = 0; htcr = 1
#> > iscr = 3
#> > generate count=20 period=10us
#> > wait 10ms
#> interrupt: TC
#> > show tecr
#> TECR 00000010 (  16.)
#> > show iscr
#> ISCR 80000807  PEND LV EXT TP TC
#> > wait 10us
#> interrupt: TC
#> > reset bus
#> > show ebcr
#> EBCR D000C401  RBASE D000  MBASE 18  IRLEV 4  SMALL 0  ID 0  ENABLE 1
#> > show tecr
#> TECR 00000010 (  16.)
#> > reset power
#> > show ebcr
#> EBCR D000C401  RBASE D000  MBASE 18  IRLEV 4  SMALL 0  ID 0  ENABLE 1
#> > show acdr
#> ACDR 00000000  SENDID 0  CATMUX 0  LAT_S 00  LAT_N 0  TSIZE 0
#> > show tecr
#> TECR 00000000 (   0.)
#> > reset nothing
#> standard input:43: 'nothing' is wrong (reset power|bus|global)
#> > wave dump.fst
#> > run 1us
#> > wave off
#> > 
#> dump.fst
