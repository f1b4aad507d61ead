# SPDX-License-Identifier: Apache-2.0
# Tests surflines: transfers of a line, order, latencies, losses, names of a program, usage.
. "$TOP/sw/surfboard/tests/util.bash"
# entry SENDER LATENCY COLOR TIME ADDRESS [PRESENCE]: a packet of 16 words
n=0
entry() {
	printf '%06X %08X %08X %08X %08X\n' $((n++)) $(($1 << 26 | $2)) $((16 << 18 | $3 << 12)) $4 \
		$((${6:-0} << 29 | ($5 >> 2) << 4 | 15))
}
# prints the numbers of each line
lines() { surflines "$@" | sed -n 's/ *$//; /^packets\|^transfers:\|^lost\|^ *[0-9]/p'; }

echo 'a line that goes to and fro, one that is only read, one that is only written'
{
	entry 0 20 0 100 0x1000
	entry 1 20 1 200 0x1000	# read, write, read: a transfer
	entry 1 40 0 300 0x1020	# in the same line
	entry 2 60 0 400 0x1000	# no write before: no transfer
	entry 2 5 1 500 0x1000
	entry 2 5 1 600 0x1000	# two writes are one transfer
	entry 3 80 0 700 0x1000
	entry 3 10 0 800 0x1040
	entry 3 11 0 900 0x1040
	entry 4 12 1 1000 0x2000
	entry 16 12 1 1000 0x1040
	entry 16 12 0 1010 0x1040
} >trace
surflines -s 0-15 trace
lines trace
echo 'lines of 8 bytes, pages, only the first; another base; color 0 is a write'
lines -s 0-15 -l 8 -n 0 trace
lines -s -15 -l 4096 trace
lines -n 1 -b 0x88000000 trace
lines -w 0 -s 0-15 -n 1 trace

echo 'a read that was delivered before the write that ended earlier, also where the time wraps'
{
	entry 0 1 0 100 0x1000
	entry 0 1 0 203 0x1000
	entry 0 1 1 201 0x1000	# belongs to the second read
	entry 0 1 1 90 0x2000
	entry 0 1 0 100 0x2000
	entry 0 1 0 203 0x2000
	entry 0 1 1 95 0x2000	# older than both reads: not a write between them
	printf '%06X 00000001 00400FFF FFFFFFF0 0000C00F\n' $((n++))
	entry 0 1 0 5 0x3000
	printf '%06X 00000001 00401FFF FFFFFFFE 0000C00F\n' $((n++))
} >swapped
lines swapped

echo 'losses: of the header, among the data, markers; a latency that was too large; units'
{
	printf '# file: trace\n# clock: 100000000 Hz\n# latency unit: 10 ns\n# lost packets dropped: 3\n'
	entry 0 20 1 100 0x1000
	entry 0 $((0x20000FF)) 0 200 0x1000
	echo '# lost packets dropped: 2 or more'
	entry 0 7 0 200 0x1000 2
	entry 0 1 0 300 0x1000
} >lossy
lines lossy

echo 'phases, in the place of the byte enables: a write of another phase counts nothing'
{
	echo '# phase bits: 0F'
	entry 0 20 1 100 0x1000 | sed 's/.$/1/'
	entry 0 20 0 200 0x1000 | sed 's/.$/1/'
	entry 0 20 1 300 0x1000 | sed 's/.$/1/'
	entry 0 20 0 400 0x1000 | sed 's/.$/2/'
	entry 0 20 1 500 0x2000 | sed 's/.$/3/'
	entry 0 20 0 600 0x2000 | sed 's/.$/3/'
} >phases
lines phases
lines -p 1 phases
lines -p 2- phases
tallyboard traceFilter -p 2 phases | lines -p 2-
run surflines -n 1 -p 1 trace
run surflines -p 256 phases

echo 'names'
# object NAME BYTES
object() { printf '.globl %s\n.type %s, @object\n.size %s, %d\n%s: .zero %d\n' $1 $1 $1 $2 $1 $2; }
{
	echo '.section .shared, "aw"'
	object counters 32
	echo '.type label, @object; label:'	# without a size: not named
	object lock 8
	object tail 64
	echo '.section .matrix, "aw"'
	object matrix 512
} >p.s
cc -nostdlib -no-pie -static -Wl,-Ttext-segment=0x80000000 -Wl,--section-start=.shared=0x80001000 \
	-Wl,--section-start=.matrix=0x80001F00 -Wl,-z,noexecstack -Wl,-e,lock -o p.elf p.s
surflines -s 0-15 -e p.elf trace | sed -n 's/.* \(8000[0-9A-F]*  \)/\1/p'
echo 'parts of an array: by lines, by pages, of another size than the symbol'
object_lines() { surflines -n 0 -e p.elf "$@" trace | sed -n 's/.* \(8000[0-9A-F]*  \)/\1/p'; }
object_lines -s 0-15 -a 'tail:0x10:stack of hart' -a matrix:256
object_lines -l 4096 -a matrix:100
object_lines -l 8 -s 0-15 -a counters:24
run surflines -e p.elf -a nothing:8 trace
cp p.elf cut.elf
truncate -s 100 cut.elf
run surflines -e cut.elf trace
run surflines -e trace trace
run surflines -e nowhere trace
run surflines -n 1 -e p.elf -b 0x88000000 trace

echo 'usage'
usage_of "$TOP/sw/surfboard/man" surflines
run surflines -l 65
run surflines -l 4
run surflines -b 0x80000001
run surflines -s 5-3
run surflines -a tail
run surflines -a tail:0
run surflines -a tail:8
run surflines -w 64
echo nonsense | run surflines
: | run surflines

#> a line that goes to and fro, one that is only read, one that is only written
#> packets: 10 of 12
#> transfers: 2 in 3 lines of 64 bytes
#> addresses: bits 26 to 2 of the trace, from 00000000 on
#>
#> transfers     reads    writes  latency ns  largest   address  section   symbols
#>         2         4         3      5000     8000  00001000  -         -
#>         0         2         0      1050     1100  00001040  -         -
#>         0         0         1         0        0  00002000  -         -
#> packets: 12 of 12
#> transfers: 3 in 3 lines of 64 bytes
#>         2         4         3      5000     8000  00001000  -         -
#>         1         3         1      1100     1200  00001040  -         -
#>         0         0         1         0        0  00002000  -         -
#> lines of 8 bytes, pages, only the first; another base; color 0 is a write
#> packets: 10 of 12
#> transfers: 2 in 4 lines of 8 bytes
#>         2         3         3      5333     8000  00001000  -         -
#>         0         2         0      1050     1100  00001040  -         -
#>         0         1         0      4000     4000  00001020  -         -
#>         0         0         1         0        0  00002000  -         -
#> packets: 10 of 12
#> transfers: 2 in 2 lines of 4096 bytes
#>         2         6         3      3683     8000  00001000  -         -
#>         0         0         1         0        0  00002000  -         -
#> packets: 12 of 12
#> transfers: 3 in 3 lines of 64 bytes
#>         2         4         3      5000     8000  88001000  -         -
#> packets: 10 of 12
#> transfers: 2 in 3 lines of 64 bytes
#>         2         3         4      1000     2000  00001000  -         -
#> a read that was delivered before the write that ended earlier, also where the time wraps
#> packets: 10 of 10
#> transfers: 3 in 3 lines of 64 bytes
#>         1         2         2       100      100  00002000  -         -
#>         1         2         1       100      100  00001000  -         -
#>         1         2         1       100      100  00003000  -         -
#> losses: of the header, among the data, markers; a latency that was too large; units
#> lost packets: 12 or more; counts and largest latencies below are lower bounds, means may be wrong
#> packets: 3 of 3
#> transfers: 1 in 1 lines of 64 bytes
#>         1         2         1 >    1280     2550  00001000  -         -
#> phases, in the place of the byte enables: a write of another phase counts nothing
#> packets: 6 of 6
#> transfers: 3 in 2 lines of 64 bytes
#>         2         2         2      2000     2000  00001000  -         -
#>         1         1         1      2000     2000  00002000  -         -
#> packets: 3 of 6
#> transfers: 1 in 1 lines of 64 bytes
#>         1         1         2      2000     2000  00001000  -         -
#> packets: 3 of 6
#> transfers: 1 in 2 lines of 64 bytes
#>         1         1         1      2000     2000  00002000  -         -
#>         0         1         0      2000     2000  00001000  -         -
#> packets: 2 of 2
#> transfers: 1 in 1 lines of 64 bytes
#>         1         1         1      2000     2000  00002000  -         -
#> $ surflines -n 1 -p 1 trace
#> packets: 0 of 0
#> transfers: 0 in 0 lines of 64 bytes
#> addresses: bits 26 to 2 of the trace, from 00000000 on
#>
#> transfers     reads    writes  latency ns  largest   address  section   symbols
#> ! trace:1: the entries of this trace have no phase
#> status 1
#> $ surflines -p 256 phases
#> ! surflines: number too large: 256
#> ! Try 'surflines --help'.
#> status 2
#> names
#> 80001000  .shared   counters+0x0, lock+0x0, tail+0x0
#> 80001040  .shared   tail+0x18
#> 80002000  .matrix   matrix+0x100
#> parts of an array: by lines, by pages, of another size than the symbol
#> 80001000  .shared   counters+0x0, lock+0x0, stack of hart 0+0x0, stack of hart 1+0x0
#> 80001040  .shared   stack of hart 1+0x8, stack of hart 2+0x0, stack of hart 3+0x0
#> 80002000  .matrix   matrix 1+0x0
#> 80001000  .shared   counters+0x0, lock+0x0, tail+0x0, matrix 0+0x0, ...
#> 80002000  .matrix   matrix 2+0x38, matrix 3+0x0, matrix 4+0x0, matrix 5+0x0
#> 80001000  .shared   counters 0+0x0
#> 80001040  .shared   tail+0x18
#> 80001020  .shared   lock+0x0
#> 80002000  .matrix   matrix+0x100
#> $ surflines -e p.elf -a nothing:8 trace
#> ! p.elf: no symbol with a size has the name nothing
#> status 1
#> $ surflines -e cut.elf trace
#> ! cut.elf: not a program: no complete ELF file of 64 bits
#> status 1
#> $ surflines -e trace trace
#> ! trace: not a program: no complete ELF file of 64 bits
#> status 1
#> $ surflines -e nowhere trace
#> ! nowhere: No such file or directory
#> status 1
#> $ surflines -n 1 -e p.elf -b 0x88000000 trace
#> ! p.elf: the program is not within 128 MB from 88000000 on, as the trace needs to tell its addresses apart
#> status 1
#> usage
#> Usage: surflines [OPTION]... [FILE]...
#> surflines VERSION
#> status 1
#> $ surflines --nothing
#> ! surflines: unknown option: --nothing
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -o
#> ! surflines: option needs a value: -o
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -l 65
#> ! surflines: a line is a power of 2, 8 to 4096: 65
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -l 4
#> ! surflines: a line is a power of 2, 8 to 4096: 4
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -b 0x80000001
#> ! surflines: a base is a multiple of 0x8000000: 0x80000001
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -s 5-3
#> ! surflines: range from high to low: 5-3
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -a tail
#> ! surflines: an array is SYMBOL:BYTES or SYMBOL:BYTES:NAME: tail
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -a tail:0
#> ! surflines: a part of an array has at least one byte: tail
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -a tail:8
#> ! surflines: an array is a symbol of a program: give --elf: tail
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -w 64
#> ! surflines: number too large: 64
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines
#> packets: 0 of 0
#> transfers: 0 in 0 lines of 64 bytes
#> addresses: bits 26 to 2 of the trace, from 00000000 on
#>
#> transfers     reads    writes  latency ns  largest   address  section   symbols
#> ! standard input:1: not a hexadecimal digit
#> status 1
#> $ surflines
#> packets: 0 of 0
#> transfers: 0 in 0 lines of 64 bytes
#> addresses: bits 26 to 2 of the trace, from 00000000 on
#>
#> transfers     reads    writes  latency ns  largest   address  section   symbols
#> ! standard input: there is nothing in this file
#> status 1
#2> lossy: no checksum (a file of an earlier version): damage would not be noticed
#2> standard output: No space left on device
