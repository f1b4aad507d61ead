# SPDX-License-Identifier: Apache-2.0
# Tests a simulated monitor: each circuit, a gap by an exchange, a trace, and commands that fail.
# shows DM-SW-001
. "$TOP/sw/tests/tools.bash"
cat >session <<-'END'
	status
	load events independent=1 mask0=0x101 mask1=0x200  # requests, replies; refusals
	clear
	start
	sim kernel shared 20
	sim drain
	stop
	counters 0 511
	load latency
	status
END
run dashmon -b sim:board=short session
cat >session <<-'END'
	load trace extended=1 tmask=0x1fffffff tvalue=0x100000
	clear
	level 40
	start
	sim kernel shared 4 2
	sim drain
	trace
	stop
	status
	sim kernel migratory 40
	start
	wait 100ms
	stop
	status
	dump
END
run dashmon -b sim:board=short session
run dashmon -b sim:board=short -c 'load joint bits=15'
run dashmon -b sim:board=short -c 'load count'
run dashmon -b sim:board=short -c 'load events mask0'
run dashmon -b sim:board=short -c 'counters 5 4'
run dashmon -b sim:board=short -c 'counters 0 16384'
run dashmon -b sim:board=short -c 'level 1e3'
run dashmon -b sim:board=short -c 'wait 5us'
run dashmon -b sim:board=short -c 'wait soon'
run dashmon -b sim:board=short -c load
run dashmon -b sim:board=short -c 'start now'
run dashmon -b sim:board=short -c 'sim kernel unknown 5'
run dashmon -b sim:board=short -c 'sim fly'
printf 'status\n\nstatus 5\n' >bad
run dashmon -b sim:board=short bad
