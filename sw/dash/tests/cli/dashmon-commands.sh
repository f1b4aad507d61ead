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

#> $ dashmon -b sim:board=short session
#> events missed: 0 of bank 0, 0 of bank 1
#> requests not traced: 0 came too fast or during a dump, 0 found the buffer full
#> circuit: none
#> observing: no, 0 clocks
#> events counted: 0 in bank 0, 0 in bank 1
#> requests: 0, traced: 0
#> trace: 0 of 64 words
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> counter,bank0,bank1,sum
#> 1,12,0,
#> 256,12,0,
#> events missed: 0 of bank 0, 0 of bank 1
#> requests not traced: 0 came too fast or during a dump, 0 found the buffer full
#> gap: nothing was counted for 16049 clocks; exchanges of the circuit: 1
#> circuit: latency
#> observing: no, 5219 clocks
#> events counted: 24 in bank 0, 0 in bank 1
#> requests: 12, traced: 0
#> trace: 0 of 64 words
#> status 0
#> $ dashmon -b sim:board=short session
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> kind,processor,address,prom,since
#> read,0,0x00800000,0x008,
#> read,2,0x00800000,0x008,10
#> read,1,0x00800000,0x008,27
#> read,3,0x00800000,0x008,10
#> read,0,0xFE000000,0x048,12
#> read,2,0xFE000080,0x048,14
#> read,1,0xFE000040,0x048,14
#> read,3,0xFE0000C0,0x048,14
#> read,0,0xFE000000,0x048,441
#> read,2,0xFE000080,0x048,26
#> read,3,0xFE0000C0,0x048,36
#> read,1,0xFE000040,0x048,30
#> events missed: 0 of bank 0, 0 of bank 1
#> requests not traced: 0 came too fast or during a dump, 0 found the buffer full
#> circuit: trace
#> observing: no, 2162 clocks
#> events counted: 0 in bank 0, 0 in bank 1
#> requests: 12, traced: 12
#> trace: 0 of 64 words, triggered
#> events missed: 0 of bank 0, 0 of bank 1
#> requests not traced: 0 came too fast or during a dump, 0 found the buffer full
#> circuit: trace
#> observing: no, 3510 clocks
#> events counted: 0 in bank 0, 0 in bank 1
#> requests: 34, traced: 34
#> trace: 44 of 64 words, triggered
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> # extended: 1
#> 004080000
#> 008FFFFFF
#> 004080802
#> 00800000A
#> 004080401
#> 00800001B
#> 004080C03
#> 00800000A
#> 804080000
#> 0C80000D6
#> 804080802
#> 0C8000018
#> 804080401
#> 0C8000032
#> 804080C03
#> 0C8000018
#> 004080400
#> 0080000A2
#> 804080401
#> 08000000B
#> 004080C02
#> 00800001C
#> 804080C03
#> 08000000B
#> 004081003
#> 00800001F
#> 004080801
#> 00800001E
#> 804080802
#> 08000000B
#> 804080400
#> 0C80000B2
#> 804081003
#> 0C800002D
#> 804080C02
#> 0C8000004
#> 804080801
#> 0C8000023
#> 004080800
#> 0080000CF
#> 804080801
#> 08000000B
#> 004081403
#> 00800000A
#> status 0
#> $ dashmon -b sim:board=short -c load joint bits=15
#> ! dashmon: load joint bits=15: not a condition, or its value is out of range
#> status 1
#> $ dashmon -b sim:board=short -c load count
#> ! dashmon: load count: the circuits are none, events, joint, latency, trace
#> status 1
#> $ dashmon -b sim:board=short -c load events mask0
#> ! dashmon: load events mask0: not a condition, or its value is out of range
#> status 1
#> $ dashmon -b sim:board=short -c counters 5 4
#> ! dashmon: counters 5 4: a value is out of range, or no number
#> status 1
#> $ dashmon -b sim:board=short -c counters 0 16384
#> ! dashmon: counters 0 16384: a value is out of range, or no number
#> status 1
#> $ dashmon -b sim:board=short -c level 1e3
#> ! dashmon: level 1e3: a value is out of range, or no number
#> status 1
#> $ dashmon -b sim:board=short -c wait 5us
#> ! dashmon: wait 5us: the monitor does not interrupt
#> status 1
#> $ dashmon -b sim:board=short -c wait soon
#> ! dashmon: wait soon: a time is a number with ns, us, ms or s
#> status 1
#> $ dashmon -b sim:board=short -c load
#> ! dashmon: load: an argument is missing
#> status 1
#> $ dashmon -b sim:board=short -c start now
#> ! dashmon: start now: one argument too many
#> status 1
#> $ dashmon -b sim:board=short -c sim kernel unknown 5
#> ! dashmon: sim kernel unknown 5: 'unknown' is wrong (kernel NAME REFERENCES [EVERY])
#> status 1
#> $ dashmon -b sim:board=short -c sim fly
#> ! dashmon: sim fly: 'fly' is not a command
#> status 1
#> $ dashmon -b sim:board=short bad
#> events missed: 0 of bank 0, 0 of bank 1
#> requests not traced: 0 came too fast or during a dump, 0 found the buffer full
#> circuit: none
#> observing: no, 0 clocks
#> events counted: 0 in bank 0, 0 in bank 1
#> requests: 0, traced: 0
#> trace: 0 of 64 words
#> ! bad:3: one argument too many
#> status 1
