# SPDX-License-Identifier: Apache-2.0
# Tests surflines with histograms: two passes find a line, first by page, then by line in the page
# that was found, with the names of a program; bins that do not tell are refused.
. "$TOP/sw/surfboard/tests/util.bash"
# ADDRESS COLOR SENDER COUNT: reads and writes of a memory port, sender 0, and of a device, sender 2
cat >packets <<'END2'
0x1000 0 0 200
0x1018 0 0 100
0x1008 1 0 290
0x1040 0 0 50
0x1050 1 2 40
0x2000 0 0 500
0x2010 1 0 3
END2
# histogram CONFIG: of the packets on standard input
histogram() {
	while read -r address color sender count; do
		echo "$(binsel eval "$1" "address=$address" "color=$color" "sender=$sender") $count"
	done | awk '{ n[$1] += $2 } END { for (b in n) printf "%s %08X\n", b, n[b] }' | sort
}
# object NAME BYTES
object() { printf '.globl %s\n.type %s, @object\n.size %s, %d\n%s: .zero %d\n' $1 $1 $1 $2 $1 $2; }
{
	echo '.section .shared, "aw"'
	object counters 32
	echo '.balign 64'
	object table 64
	echo '.section .matrix, "aw"'
	object matrix 512
} >p.s
cc -nostdlib -no-pie -static -Wl,-Ttext-segment=0x80000000 -Wl,--section-start=.shared=0x80001000 \
	-Wl,--section-start=.matrix=0x80002000 -Wl,-z,noexecstack -Wl,-e,table -o p.elf p.s

printf 'bin[14:0] = address[26:12]\nbin[15] = color[0]\n' >page.bsel
binsel compile page.bsel -o page.bit
histogram page.bit <packets >pages
surflines -c page.bit -e p.elf pages
printf 'bin[5:0] = address[11:6]\nbin[6] = color[0]\nbin[8:7] = sender[1:0]\n' >line.bsel
binsel compile line.bsel -o line.bit
# the filter of the histogram: page 1000
grep ^0x1 packets | histogram line.bit >lines
surflines -c line.bsel -b 0x80001000 -e p.elf lines
surflines -c line.bit -b 0x80001000 -s 0-1 -n 1 lines | tail -1
surflines -c line.bit -b 0x80001000 -w 0 -l 128 lines | tail -1

echo 'without the color, by 4 bytes; with losses'
printf 'bin[9:0] = address[11:2]\n' >word.bsel
binsel compile word.bsel -o word.bit
{ echo '# lost packets dropped: 7'; grep ^0x1 packets | histogram word.bit; } >words
surflines -c word.bit -b 0x1000 words
echo 'what the bins do not tell'
run surflines -c line.bit lines
run surflines -c line.bit -e p.elf lines
run surflines -c line.bit -b 0x80001040 lines
run surflines -c page.bit -s 0-1 pages
printf 'bin[5:0] = address[11:6]\nbin[6] = address[13]\n' >gap.bsel
run surflines -c gap.bsel lines
run surflines -c line.bit -b 0x80001000 -p 1 lines
echo "bin[9:0] = size" >size.bsel
run surflines -c size.bsel lines
run surflines -c nowhere lines
echo 'bin[0] = nonsense' >bad.bsel
run surflines -c bad.bsel lines
run surflines lines

#> packets: 1183 of 1183
#> transfers: at most 333 in 2 lines of 4096 bytes
#> addresses: 134217728 bytes from 80000000 on
#>
#>   at most     reads    writes   address  section   symbols
#>       330       350       330  80001000  .shared   counters+0x0, table+0x0
#>         3       500         3  80002000  .matrix   matrix+0x0
#> packets: 680 of 680
#> transfers: at most 330 in 2 lines of 64 bytes
#> addresses: 4096 bytes from 80001000 on
#>
#>   at most     reads    writes   address  section   symbols
#>       290       300       290  80001000  .shared   counters+0x0
#>        40        50        40  80001040  .shared   table+0x0
#>       290       300       290  80001000  -         -
#>       330       330       350  80001000  -         -
#> without the color, by 4 bytes; with losses
#> lost packets: 7; the counts below are without them
#> packets: 680 of 680
#> transfers: at most 340 in 5 lines of 8 bytes
#> addresses: 4096 bytes from 00001000 on
#>
#>   at most   packets    writes   address  section   symbols
#>       145       290         -  00001008  -         -
#>       100       200         -  00001000  -         -
#>        50       100         -  00001018  -         -
#>        25        50         -  00001040  -         -
#>        20        40         -  00001050  -         -
#> what the bins do not tell
#> $ surflines -c line.bit lines
#> ! surflines: the bins have no upper bits of the address: give --base: line.bit
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -c line.bit -e p.elf lines
#> ! p.elf: the program is not within 4096 bytes from 80000000 on, as the histogram needs to tell its addresses apart: give --base
#> status 1
#> $ surflines -c line.bit -b 0x80001040 lines
#> ! surflines: a base is a multiple of the bytes that the bins tell apart: 0x80001040
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -c page.bit -s 0-1 pages
#> ! surflines: the bins do not depend on the sender: 0-1
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -c gap.bsel lines
#> ! surflines: the bins do not have successive bits of the address: gap.bsel
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -c line.bit -b 0x80001000 -p 1 lines
#> ! surflines: the bins do not depend on the phase: 1
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -c size.bsel lines
#> ! surflines: the bins do not depend on the address: size.bsel
#> ! Try 'surflines --help'.
#> status 2
#> $ surflines -c nowhere lines
#> ! nowhere: No such file or directory
#> status 1
#> $ surflines -c bad.bsel lines
#> ! bad.bsel:1:10: unknown name 'nonsense'; the names are latency, sender, color, category, size, address, phase
#> status 1
#> $ surflines lines
#> packets: 0 of 0
#> transfers: 0 in 0 lines of 64 bytes
#> addresses: bits 26 to 2 of the trace, from 00000000 on
#>
#> transfers     reads    writes  latency ns  largest   address  section   symbols
#> ! lines:1: too few fields
#> status 1
