# SPDX-License-Identifier: Apache-2.0
# Tests a simulated monitor: histogram, threshold events, trace, ranges, and commands that fail.
. "$TOP/sw/tests/tools.bash"
cat >session <<-'END'
	config sender size  # as in section 4.1
	category 3
	threshold 7
	status
	start
	sim generate count=8 period=2us words=56 x=3 y=1
	sim drain
	wait 1us
	stop
	histogram 0xE000 0xE0FF
	fill 0x100 0x1ff 5
	read 0xff 3
	mode trace
	counter 2
	start
	sim generate count=2 period=2us words=1 be=3 x=2
	sim drain
	stop
	status
END
run spm session
run spm -c 'config L0 L2 L3 T C'
run spm -c 'config sender everything'
run spm -c 'category 16' -c status
run spm -c 'fill 5 4 0'
run spm -c 'read 0x100000'
run spm -c 'wait 5us'
run spm -c 'run fast'
run spm -c 'mode both'
run spm -c category
run spm -c 'start now'
run spm -c 'sim fly'
# the name of a configuration that does not fit is not cut off
run spm -c "config latency$(printf '%0300d' 0 | tr 0 ,)sender"
# words of the trace are no counts
run spm -c 'config sender size' -c 'mode trace' -c start \
	-c 'sim generate count=2 period=2us words=1 x=2' -c 'sim drain' -c stop -c 'histogram 0 1'
printf 'status\n\nstatus 5\n' >bad
run spm bad

#> $ spm session
#> lost: 0 of 0 packets
#> queue: 0 addresses
#> monitoring: no
#> mode: histogram
#> config: I0 I1 S0 S1 S2
#> # config: I0 I1 S0 S1 S2
#> address,sender,size
#> 0x00E013,19,224
#> # board: SHRIMP performance monitor of 1996
#> # config: I0 I1 S0 S1 S2
#> # packets: 8
#> # lost: 0
#> # words: 0x00E000 to 0x00E0FF
#> address,count,sender,size
#> 0x00E013,8,19,224
#> word,value
#> 0x0000FF,0
#> 0x000100,5
#> 0x000101,5
#> lost: 0 of 10 packets
#> queue: 0 addresses
#> monitoring: no
#> mode: trace
#> config: I0 I1 S0 S1 S2
#> status 0
#> $ spm -c config L0 L2 L3 T C
#> ! spm: config L0 L2 L3 T C: not one of the 190 configurations
#> status 1
#> $ spm -c config sender everything
#> ! spm: config sender everything: not the names of nibbles or variables
#> status 1
#> $ spm -c category 16 -c status
#> ! spm: category 16: a value is out of range, or no number
#> status 1
#> $ spm -c fill 5 4 0
#> ! spm: fill 5 4 0: a value is out of range, or no number
#> status 1
#> $ spm -c read 0x100000
#> ! spm: read 0x100000: a value is out of range, or no number
#> status 1
#> $ spm -c wait 5us
#> ! spm: wait 5us: the monitor does not interrupt
#> status 1
#> $ spm -c run fast
#> ! spm: run fast: a time is a number with ns, us, ms or s
#> status 1
#> $ spm -c mode both
#> ! spm: mode both: mode histogram|trace [auto]
#> status 1
#> $ spm -c category
#> ! spm: category: an argument is missing
#> status 1
#> $ spm -c start now
#> ! spm: start now: one argument too many
#> status 1
#> $ spm -c sim fly
#> ! spm: sim fly: 'fly' is not a command
#> status 1
#> $ spm -c config latency,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,sender
#> ! spm: config latency,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,sender: not the names of nibbles or variables
#> status 1
#> $ spm -c config sender size -c mode trace -c start -c sim generate count=2 period=2us words=1 x=2 -c sim drain -c stop -c histogram 0 1
#> # board: SHRIMP performance monitor of 1996
#> # config: I0 I1 S0 S1 S2
#> # packets: 2
#> # lost: 0
#> # mode: trace: words below the trace counter may be its entries, which are no counts
#> # words: 0x000000 to 0x000001
#> address,count,sender,size
#> 0x000000,53478402,0,0
#> 0x000001,73401346,1,0
#> status 1
#> $ spm bad
#> lost: 0 of 0 packets
#> queue: 0 addresses
#> monitoring: no
#> mode: histogram
#> config: I0 I1 L0 L1 L2
#> ! bad:3: one argument too many
#> status 1
