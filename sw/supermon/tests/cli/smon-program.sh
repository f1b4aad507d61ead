# SPDX-License-Identifier: Apache-2.0
# Tests errors in programs, which are reported with their line.
# shows SM-SW-001
. "$TOP/sw/tests/tools.bash"
run smon -c 'load nowhere'
# each line follows one that is right
while read -r line; do
	printf 'form a\n%s\n' "$line" >program
	run smon -c 'load program'
done <<-'END'
	form b
	form
	banks count
	banks count both
	histogram time
	bits
	bits 1
	bits 5-4
	bits 2-16 20
	bits 5-x
	match 4 range 0 1
	match 0 range 1
	match 0 range 5 4
	match 0 value 0x100000000 1
	match 0 mask 1 1
	match 0 value 3 3
	state 0 m2 : count
	state 16 : count
	state 0 count
	state 0 writes : count
	state 0 write read : count
	state 0 a1 : count
	state 0 : count goto
	state 0 : goto 16
	state 0 : stop
	user
	user 32768
	user a8
	user 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
	user 5 : m0
	count everything
	banks count trace
END
printf 'banks count trace\nhistogram clocks\nstate 0 : count\n' >program
run smon -c 'load program'
printf 'state 0 : count\0\n' >program
run smon -c 'load program'
printf 'banks count trace\nstate * fetch m0 : tra' >cut
run smon -c 'load cut'
printf "match 0 range 0x100000 0x1fffff\nstate * m0 : count" >cut
run smon -c 'load cut'
printf 'state * : count\nuser 5' >cut # the state was 52
run smon -c 'load cut'

#> $ smon -c load nowhere
#> ! smon: load nowhere: nowhere: No such file or directory
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: said before
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: form a|b
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: banks count|trace count|trace
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: banks count|trace count|trace
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: histogram events|clocks|latency|address
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: an argument is missing
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a bit is 2 to 31, and a range LOW-HIGH
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a bit is 2 to 31, and a range LOW-HIGH
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: more than 15 bits
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a bit is 2 to 31, and a range LOW-HIGH
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a match is 0 to 3
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: match N range FIRST LAST, or match N value VALUE MASK
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: the first address is above the last
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: an address is a number up to 0xFFFFFFFF
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: match N range FIRST LAST, or match N value VALUE MASK
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: the monitor does not see bits 0 and 1 of an address
#> status 1
#> $ smon -c load program
#> ! smon: load program: program: a rule has the condition m2, but there is no line match 2
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a state is 0 to 15, or *
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a condition is read, write, fetch, uncached, c0 to c7 or m0 to m3, or its opposite with !
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a condition is read, write, fetch, uncached, c0 to c7 or m0 to m3, or its opposite with !
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: two conditions on one input
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a condition is read, write, fetch, uncached, c0 to c7 or m0 to m3, or its opposite with !
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: an action is trace, count or goto N
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a state is 0 to 15
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: an action is trace, count or goto N
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a user state has 1 to 15 bits
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a user state is 0 to 32767
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a bit of the user state is a0 to a7, a control signal, 0 or 1
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a user state has 1 to 15 bits
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a condition is read, write, fetch, uncached, c0 to c7 or a0 to a7, or its opposite with !
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:2: a line begins with banks, form, histogram, bits, match, state or user
#> status 1
#> $ smon -c load program
#> ! smon: load program: program: there is no rule of the machine
#> status 1
#> $ smon -c load program
#> ! smon: load program: program: a histogram of clocks needs both banks
#> status 1
#> $ smon -c load program
#> ! smon: load program: program:1: a byte 0
#> status 1
#> $ smon -c load cut
#> ! smon: load cut: cut:2: an action is trace, count or goto N
#> status 1
#> $ smon -c load cut
#> ! smon: load cut: cut:2: the last line has no end: is the file complete?
#> status 1
#> $ smon -c load cut
#> ! smon: load cut: cut:2: the last line has no end: is the file complete?
#> status 1
