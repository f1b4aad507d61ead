# SPDX-License-Identifier: Apache-2.0
# Losses stand before counters and entries, also of a trace that is decoded later; a count that has
# stopped at its largest value is shown as such. A mapped file is the board.
. "$TOP/sw/tests/tools.bash"
truncate -s 32M window
# ADDRESS VALUE: a register
put() {
	local bytes
	printf -v bytes '\\x%02x\\x%02x\\x%02x\\x%02x' $(($2 & 255)) $(($2 >> 8 & 255)) \
		$(($2 >> 16 & 255)) $(($2 >> 24))
	printf '%b' "$bytes" | dd of=window bs=1 seek=$(($1)) conv=notrunc status=none
}
monitor() { run dashmon -b mmap:slot=none,mem=window "$@"; }
put 0x00 0x44415348
put 0x38 6 # 64 words of trace
put 0x10014 7
monitor -c 'counters 0 9' # more than the board has counted
put 0x80 7 # events counted in bank 0
monitor -c 'counters 0 9'
put 0x94 2 # wraps of bank 1
monitor -c 'counters 0 9'
put 0x94 0
put 0xBC 3 # latencies not measured
monitor -c 'counters 0 9'
put 0xBC 0
put 0x98 0xFFFFFFFF # clocks
put 0xAC 0xFFFFFFFF # requests that came too fast ...
put 0xB0 5          # and those that found the buffer full
put 0x10 2          # entries of two words
put 0x2C 4          # words in the buffer
put 0x1000000 0x41
monitor -c status
monitor -c dump | tee dump
put 0xAC 0
put 0xB0 0
put 0x2C 4
monitor -c dump | grep '^[#0-9]' >sound
run dashmon -d -x sound
grep '^[#0-9]' dump >lossy
run dashmon -d -x lossy
run dashmon -d lossy
sed 's/extended: 1/extended: 0/' sound >simple
run dashmon -d -x simple
# a board without interrupts
monitor -c 'wait 1ms'

#> $ dashmon -b mmap:slot=none,mem=window -c counters 0 9
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> # from before clear or power-on: 7,0 or more of the counts
#> counter,bank0,bank1,sum
#> 5,7,0,7
#> status 1
#> $ dashmon -b mmap:slot=none,mem=window -c counters 0 9
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> counter,bank0,bank1,sum
#> 5,7,0,7
#> status 0
#> $ dashmon -b mmap:slot=none,mem=window -c counters 0 9
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> # wraps: 0,2: counters are too low by multiples of 2^32
#> counter,bank0,bank1,sum
#> 5,7,0,7
#> status 1
#> $ dashmon -b mmap:slot=none,mem=window -c counters 0 9
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> # latencies not measured: 3
#> counter,bank0,bank1,sum
#> 5,7,0,7
#> status 1
#> $ dashmon -b mmap:slot=none,mem=window -c status
#> events missed: 0 of bank 0, 0 of bank 1
#> requests not traced: 4294967295 or more came too fast or during a dump, 5 found the buffer full
#> circuit: none
#> observing: no, 4294967295 or more clocks
#> events counted: 7 in bank 0, 0 in bank 1
#> requests: 0, traced: 0
#> trace: 4 of 64 words
#> status 0
#> $ dashmon -b mmap:slot=none,mem=window -c dump
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 4294967300 or more
#> # extended: 1
#> 000000041
#> 000000000
#> 000000000
#> 000000000
#> status 1
#> $ dashmon -d -x sound
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> # extended: 1
#> kind,processor,address,prom,since
#> read,1,0x00000008,0x000,0
#> read,0,0x00000000,0x000,0
#> status 0
#> $ dashmon -d -x lossy
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 4294967300 or more
#> # extended: 1
#> kind,processor,address,prom,since
#> read,1,0x00000008,0x000,0
#> read,0,0x00000000,0x000,0
#> status 1
#> $ dashmon -d lossy
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 4294967300 or more
#> ! lossy:4: entries have two words: -x is needed
#> status 1
#> $ dashmon -d -x simple
#> # board: performance monitor of DASH
#> # missed: 0,0
#> # lost: 0
#> ! simple:4: entries have one word: without -x
#> status 1
#> $ dashmon -b mmap:slot=none,mem=window -c wait 1ms
#> ! dashmon: wait 1ms: this backend has no interrupts
#> status 1
