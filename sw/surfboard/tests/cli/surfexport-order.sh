# SPDX-License-Identifier: Apache-2.0
# Tests times that decrease: a memory that has wrapped is rotated, a counter that has wrapped is
# extended, and any other decrease is an error that leaves no file.
record() { # HIGH LOW INDEX
	printf '%06X 00000000 00000%03X %08X 00000000\n' "$3" "$1" "$2"
}
times() { surfexport -f vcd -o - "$@" | grep -e '^#.*00$' -e '^b.* D'; }
echo "ring"
{ record 0 500 5; record 0 600 6; record 0 300 7; record 0 400 8; } >ring.trace
times ring.trace
echo "ring, lost packets"
sed '2i # lost packets dropped: 1
4i # lost packets dropped: 2' ring.trace >lost.trace
surfexport -f vcd -o - lost.trace | grep -e '^#.*00$' -e '^b.* C'
echo "wrap"
{ record 0xFFF 0xFFFFFF9C 1; record 0 100 2; record 0 200 3; } >wrap.trace
times wrap.trace
echo "all the same time"
{ record 0 100 1; record 0 100 2; } >same.trace
times same.trace
echo "pipe"
times <ring.trace
times - <wrap.trace
surfexport -f pcapng -o x.pcapng - <ring.trace
echo "status $?"
echo "back"
{ echo '# text'; record 0 300 1; record 0 200 2; record 0 400 3; } >back.trace
surfexport -o x.pcapng back.trace
echo "status $?"
echo "twice"
cat ring.trace ring.trace >twice.trace
surfexport -f ctf -o x twice.trace
echo "status $?"
ls

#> ring
#> bx D
#> #300
#> b111 D
#> #400
#> b1000 D
#> #500
#> b101 D
#> #600
#> b110 D
#> ring, lost packets
#> b0 C
#> #300
#> #400
#> b10 C
#> #500
#> #600
#> b11 C
#> wrap
#> bx D
#> b1 D
#> b10 D
#> b11 D
#> all the same time
#> bx D
#> #10000
#> b1 D
#> b10 D
#> #10100
#> pipe
#> bx D
#> #300
#> b111 D
#> #400
#> b1000 D
#> #500
#> b101 D
#> #600
#> b110 D
#> bx D
#> b1 D
#> b10 D
#> b11 D
#> status 0
#> back
#> status 0
#> twice
#> status 1
#> back.trace
#> lost.trace
#> ring.trace
#> same.trace
#> twice.trace
#> wrap.trace
#> x.pcapng
#2> lost.trace: 3 packets were lost
#2> standard input: 2 packets are out of order, by up to 300 ticks; they were sorted by receive time
#2> standard input: 2 packets are out of order, by up to 300 ticks; they were sorted by receive time
#2> back.trace: 1 packets are out of order, by up to 100 ticks; they were sorted by receive time
#2> twice.trace:5: an earlier receive time again: these are different recordings, export each by itself
