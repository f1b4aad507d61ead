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
printf 'status\n\nstatus 5\n' >bad
run spm bad
