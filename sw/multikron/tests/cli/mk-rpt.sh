# SPDX-License-Identifier: Apache-2.0
# Tests mk_rpt: files, description lines, options, report, histograms, merging, losses, memory.
# shows MK-RP-001 MK-RP-002 MK-RP-003 MK-RP-004 MK-RP-005 MK-RP-006 MK-RP-007 MK-RP-008 MK-RP-009 MK-RP-010 MK-RP-011 MK-RP-013 MK-RP-014 MK-RP-015 MK-RP-016 MK-RP-017 MK-RP-018 MK-RP-019 MK-RP-020 MK-RP-021 MK-RP-022 MK-RP-023 MK-RP-024
. "$TOP/sw/multikron/tests/mk.bash"
run mk_rpt
echo '1 10 20 "whole program"' >interval.info
run mk_rpt
# lengths 50, 150 and 100 of CPU 0, 7 of CPU 3, and events without a partner
events <<-'END' | checked >mk.dat
	100 10
	150 20
	200 10
	210 10 3 255
	217 20 3 255
	350 20
	400 10
	500 20
	510 20
	520 10
	530 10
END
mv interval.info i
run mk_rpt
mv i interval.info
run mk_rpt
run mk_rpt -h
run mk_rpt -h -n
run mk_rpt -s
run mk_rpt -hsn
run mk_rpt -v
run mk_rpt --clock=13333333
cat >other <<-'END'
	# the others

	2 10 20 30 "if then" "if else"   # behind
	  3 10 20 0x1E "process input" "write output"

	1 10 30 "rest"
END
events <<-'END' | checked >mk.dat
	1000 10
	1010 20
	1040 30
	2000 10
	2005 30
	3000 10
	3020 20
	3090 30
	4000 10
	4030 20
	4070 30
END
run mk_rpt -f other
echo '4 27 36 "message timer"' >interval.info
printf '%s\n' '10 27' '20 27 1' '100 36 2' '150 36 1' '200 27' '210 36 1' '220 36' | events |
	checked >mk.dat
run mk_rpt -h -v
echo "== wrong lines"
bad() {
	printf '\n%s\n' "$1" >bad
	mk_rpt -f bad
	echo "status $?"
}
for line in 'x 1 2 "a"' '5 1 2 "a"' '1 1 "a"' '1 1 2' '1 1 2 a' '1 1 2 "a' '1 1 2 "a" "b"' \
	'2 1 2 3 "a"' '1 7 7 "a"' '3 1 2 "a" "b"' '1 1 99999999999999999999 "a"' ''; do
	bad "$line" 2>&1
done
printf '4 1 2 "a"\n1 5 6 "b"\n4 3 4 "c"\n' >bad
run mk_rpt -f bad
echo "== event sizes"
echo '1 1 2 "a"' >interval.info
samples <<-'END' | checked >mk.dat
	00 1 0 0000000000000001
	00 2 0 0000000000000002
	00 3 0 0000000100000001
	00 4 0 0000000100000002
	00 5 0 0000000000010001
	00 6 0 0000000000010002
	00 7 0 0000000000000101
	00 8 0 0000000000000102
END
for e in 1 2 4 8; do mk_rpt -e $e | awk '/ticks/ { print $3 }'; done
mk_rpt | awk '/ticks/ { print $3 }'
echo "== 56 bits"
printf '%s\n' '4294967295 1' '9294967295 2' | events | checked >mk.dat
run mk_rpt
run mk_rpt -d
echo "== resource samples"
printf '%s\n' '00 A 0 1' '80 14 0 2 1 2 3 4 5 6 7 8 9 A B C D E F 10' '00 1E 0 1' '00 28 0 2' |
	samples | checked >mk.dat
mk_rpt -h >mixed
printf '%s\n' '00 A 0 1' '00 14 0 2' '00 1E 0 1' '00 28 0 2' | samples | checked >mk.dat
mk_rpt -h | cmp - mixed && grep -c ticks mixed
echo "== two boards"
echo '4 10 20 "message send/receive latency"' >interval.info
for i in $(seq 1 100); do echo "$((1000 * i)) 10 0 1"; done | events | checked >a
for i in $(seq 1 100); do echo "$((1000 * i + 250 + i % 3)) 20 0 2"; done | events | checked >b
cat a b >mk.dat
run mk_rpt -h
cp mk.dat ab
mk_rpt -h >first
cat b a >mk.dat
mk_rpt -h | cmp - first && echo 'the same in the other order'
echo '1 10 20 "a"' >interval.info
cat a a >mk.dat
mk_rpt >first
cat b a >mk.dat
mk_rpt | head -2
# events at the same time
echo '4 10 20 "same time"' >interval.info
for i in $(seq 1 20); do echo "$((10 * i)) 10 0 1"; done | events | checked >a
for i in $(seq 1 20); do echo "$((10 * i)) 20 0 2"; done | events | checked >b
cat a b >mk.dat
mk_rpt >first
cat b a >mk.dat
mk_rpt | cmp - first && awk '/ticks$/ { print $2, $3 }' first
echo '1 10 20 "a"' >interval.info
echo "== samples that are lost"
printf '%s\n' '10 10' '20 20' '30 10' '40 20 0 0 1' '50 10' '60 20' '70 99 0 0 1' '80 10' '90 20' |
	events | checked >mk.dat
run mk_rpt
mk_rpt 2>/dev/null | head -1
echo "== an incomplete sample, a missing end, a changed byte, a file of an earlier version"
cp mk.dat whole
head -c 46 whole >mk.dat
run mk_rpt
head -c 196 whole >mk.dat
run mk_rpt
{ head -c 40 whole; printf x; tail -c +42 whole; } >mk.dat
run mk_rpt
unchecked whole >mk.dat
run mk_rpt
echo "== bad command lines"
run mk_rpt -x
run mk_rpt -e 3
run mk_rpt -e
run mk_rpt -f
run mk_rpt file
run mk_rpt --clock=0
echo "== memory does not grow"
# 10^5 and 10^7 samples, alternately begin and end, 10 ticks apart
stream() {
	perl -e 'for (my $i = 0; $i < $ARGV[0]; $i++) {
		print pack("Q<L<Q<", 10 * $i << 8, 0, $i % 2 ? 20 : 10) }' "$1"; }
echo '1 10 20 "a"' >interval.info
for n in 100000 10000000; do
	stream $n | mk_s16d -o mk.dat
	mk_rpt | tail -2
	# the address space that is enough for the small file is enough for the large one; sanitizers
	# need terabytes of it
	case $(command -v mk_rpt) in *sanitized*) echo "$n samples in the same memory"; continue ;; esac
	[ -n "${limit:-}" ] || for limit in $(seq 2000 20 20000); do
		(ulimit -v $limit; mk_rpt) >/dev/null 2>&1 && break
	done
	(ulimit -v $((limit + limit / 100)); mk_rpt) >/dev/null 2>&1 &&
		echo "$n samples in the same memory"
done
