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
