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
printf '1 5 6 "b"\0 rest\n' >bad
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
printf '1 10 0x100 "too large for one byte"\n' >large
run mk_rpt -f large -e 1
printf '1 10 0x100000000 "too large for four bytes"\n' >large
run mk_plot lengths -f large
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
# recordings of one board, joined: no interval begins in one and ends in the other
echo '1 10 20 "a"' >interval.info
printf '%s\n' '100 10' '200 20' '1000 10' '1100 20' '1200 10' | events | checked >c
printf '%s\n' '50 10' '150 20' '1050 10' '1150 20' | events | checked >d
printf '%s\n' '2000 20' '2100 10' '2200 20' | events | checked >e
for later in d e; do
	cat c $later >mk.dat
	run mk_rpt
done
mk_plot lengths --script=s && grep 'set title' s
printf '%s\n' '100 10' '200 20' '50 20' | events >mk.dat
mk_rpt 2>/dev/null | grep -e sequence -e ticks -e partner
echo '4 10 20 "a"' >interval.info
cat c d >mk.dat
mk_rpt >/dev/null
echo "status $?"
mk_plot time --script=s
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

#> $ mk_rpt
#> ! interval.info: No such file or directory
#> status 1
#> $ mk_rpt
#> ! mk_rpt: mk.dat: No such file or directory
#> status 1
#> $ mk_rpt
#> ! interval.info: No such file or directory
#> status 1
#> $ mk_rpt
#> samples: 11, with an event that is described: 11
#> timestamp clock: 10000000 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            300           50          150          100  40.82482905 ticks
#>                                          30            5           15           10  4.082482905 us
#>     events without partner: 2 begin, 1 end
#>     3    000000FF          1              7            7            7            7            0 ticks
#>                                         0.7          0.7          0.7          0.7            0 us
#> status 0
#> $ mk_rpt -h
#> samples: 11, with an event that is described: 11
#> timestamp clock: 10000000 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            300           50          150          100  40.82482905 ticks
#>                                          30            5           15           10  4.082482905 us
#>               50 ticks              5 us          1
#>              100 ticks             10 us          1
#>              150 ticks             15 us          1
#>     events without partner: 2 begin, 1 end
#>     3    000000FF          1              7            7            7            7            0 ticks
#>                                         0.7          0.7          0.7          0.7            0 us
#>                7 ticks            0.7 us          1
#> status 0
#> $ mk_rpt -h -n
#> samples: 11, with an event that is described: 11
#> timestamp clock: 10000000 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            300           50          150          100  40.82482905 ticks
#>                                          30            5           15           10  4.082482905 us
#>               50 ticks              5 us          1
#>              150 ticks             15 us          1
#>              100 ticks             10 us          1
#>     events without partner: 2 begin, 1 end
#>     3    000000FF          1              7            7            7            7            0 ticks
#>                                         0.7          0.7          0.7          0.7            0 us
#>                7 ticks            0.7 us          1
#> status 0
#> $ mk_rpt -s
#> samples: 11, with an event that is described: 11
#> timestamp clock: 10000000 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            300           50          150          100  40.82482905 ticks
#>                                          30            5           15           10  4.082482905 us
#>     events without partner: 2 begin, 1 end
#>     3    000000FF          1              7            7            7            7            0 ticks
#>                                         0.7          0.7          0.7          0.7            0 us
#>   summary of all processors
#>                7 ticks            0.7 us          1
#>               50 ticks              5 us          1
#>              100 ticks             10 us          1
#>              150 ticks             15 us          1
#> status 0
#> $ mk_rpt -hsn
#> samples: 11, with an event that is described: 11
#> timestamp clock: 10000000 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            300           50          150          100  40.82482905 ticks
#>                                          30            5           15           10  4.082482905 us
#>               50 ticks              5 us          1
#>              150 ticks             15 us          1
#>              100 ticks             10 us          1
#>     events without partner: 2 begin, 1 end
#>     3    000000FF          1              7            7            7            7            0 ticks
#>                                         0.7          0.7          0.7          0.7            0 us
#>                7 ticks            0.7 us          1
#>   summary of all processors
#>               50 ticks              5 us          1
#>              150 ticks             15 us          1
#>              100 ticks             10 us          1
#>                7 ticks            0.7 us          1
#> status 0
#> $ mk_rpt -v
#> interval.info:1: class 1, events 10 20 "whole program"
#> matched "whole program", cpu 0, source 00000000: end 150, length 50
#> matched "whole program", cpu 3, source 000000FF: end 217, length 7
#> matched "whole program", cpu 0, source 00000000: end 350, length 150
#> matched "whole program", cpu 0, source 00000000: end 500, length 100
#> mk.dat: 11 samples
#> samples: 11, with an event that is described: 11
#> timestamp clock: 10000000 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            300           50          150          100  40.82482905 ticks
#>                                          30            5           15           10  4.082482905 us
#>     events without partner: 2 begin, 1 end
#>     3    000000FF          1              7            7            7            7            0 ticks
#>                                         0.7          0.7          0.7          0.7            0 us
#> status 0
#> $ mk_rpt --clock=13333333
#> samples: 11, with an event that is described: 11
#> timestamp clock: 13333333 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            300           50          150          100  40.82482905 ticks
#>                                 22.50000056  3.750000094  11.25000028  7.500000188  3.061862255 us
#>     events without partner: 2 begin, 1 end
#>     3    000000FF          1              7            7            7            7            0 ticks
#>                                0.5250000131 0.5250000131 0.5250000131 0.5250000131            0 us
#> status 0
#> $ mk_rpt -f other
#> samples: 11, with an event that is described: 11
#> timestamp clock: 10000000 Hz
#>
#> "if then"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3             60           10           30           20  8.164965809 ticks
#>                                           6            1            3            2 0.8164965809 us
#>
#> "if else"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          1              5            5            5            5            0 ticks
#>                                         0.5          0.5          0.5          0.5            0 us
#>     events without partner: 0 begin, 3 end
#>
#> "process input"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3             60           10           30           20  8.164965809 ticks
#>                                           6            1            3            2 0.8164965809 us
#>
#> "write output"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            140           30           70  46.66666667  16.99673171 ticks
#>                                          14            3            7  4.666666667  1.699673171 us
#>
#> "process input write output"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3            200           40           90  66.66666667  20.54804668 ticks
#>                                          20            4            9  6.666666667  2.054804668 us
#>     events without partner: 1 begin, 1 end
#>
#> "rest"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          4            205            5           90        51.25  32.08874413 ticks
#>                                        20.5          0.5            9        5.125  3.208874413 us
#> status 0
#> $ mk_rpt -h -v
#> interval.info:1: class 4, events 27 36 "message timer"
#> matched "message timer": end 100, length 90
#> matched "message timer": end 150, length 130
#> matched "message timer": end 210, length 10
#> mk.dat: 7 samples
#> samples: 7, with an event that is described: 7
#> timestamp clock: 10000000 Hz
#>
#> "message timer"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>   all                      3            230           10          130  76.66666667  49.88876516 ticks
#>                                          23            1           13  7.666666667  4.988876516 us
#>               10 ticks              1 us          1
#>               90 ticks              9 us          1
#>              130 ticks             13 us          1
#>     events without partner: 0 begin, 1 end
#> status 0
#> == wrong lines
#> bad:2: a class is missing: 1, 2, 3 or 4
#> status 1
#> bad:2: the class is 1, 2, 3 or 4
#> status 1
#> bad:2: this class has two event numbers
#> status 1
#> bad:2: a name in quotes follows the event numbers
#> status 1
#> bad:2: a name in quotes follows the event numbers
#> status 1
#> bad:2: a name in quotes follows the event numbers
#> status 1
#> bad:2: nothing follows the names
#> status 1
#> bad:2: two names in quotes follow the event numbers
#> status 1
#> bad:2: two of the event numbers are equal
#> status 1
#> bad:2: this class has three event numbers
#> status 1
#> bad:2: this class has two event numbers
#> status 1
#> bad: no interval is described
#> status 1
#> $ mk_rpt -f bad
#> ! bad:3: a second interval of class 4; a file has at most one
#> status 1
#> $ mk_rpt -f bad
#> ! bad:1: a byte 0
#> status 1
#> == event sizes
#> 4
#> 3
#> 2
#> 1
#> $ mk_rpt -f large -e 1
#> ! large:1: event 256 does not fit into 1 bytes
#> status 1
#> $ mk_plot lengths -f large
#> ! large:1: event 4294967296 does not fit into 4 bytes
#> status 1
#> 2
#> == 56 bits
#> $ mk_rpt
#> samples: 2, with an event that is described: 2
#> timestamp clock: 10000000 Hz
#> lengths of 2^32 ticks and more, of which the upper part is left out: 1
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          1      705032704    705032704    705032704    705032704            0 ticks
#>                                  70503270.4   70503270.4   70503270.4   70503270.4            0 us
#> ! mk_rpt: warning: 1 lengths are 2^32 ticks or more; -d shows them whole
#> status 0
#> $ mk_rpt -d
#> samples: 2, with an event that is described: 2
#> timestamp clock: 10000000 Hz
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          1     5000000000   5000000000   5000000000   5000000000            0 ticks
#>                                   500000000    500000000    500000000    500000000            0 us
#> status 0
#> == resource samples
#> 2
#> == two boards
#> $ mk_rpt -h
#> sequences merged by timestamp: 2
#> samples: 200, with an event that is described: 200
#> timestamp clock: 10000000 Hz
#>
#> "message send/receive latency"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>   all                    100          25100          250          252          251 0.8124038405 ticks
#>                                        2510           25         25.2         25.1 0.08124038405 us
#>              250 ticks             25 us         33
#>              251 ticks           25.1 us         34
#>              252 ticks           25.2 us         33
#> status 0
#> the same in the other order
#> sequences merged by timestamp: 2
#> samples: 200, with an event that is described: 200
#> $ mk_rpt
#> sequences merged by timestamp: 2
#> samples: 9, with an event that is described: 9
#> timestamp clock: 10000000 Hz
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>   sequence 2
#>     0    00000000          2            200          100          100          100            0 ticks
#>                                          20           10           10           10            0 us
#>   sequence 1
#>     0    00000000          2            200          100          100          100            0 ticks
#>                                          20           10           10           10            0 us
#>     events without partner: 1 begin, 0 end
#> status 0
#> $ mk_rpt
#> sequences merged by timestamp: 2
#> samples: 8, with an event that is described: 8
#> timestamp clock: 10000000 Hz
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>   sequence 1
#>     0    00000000          2            200          100          100          100            0 ticks
#>                                          20           10           10           10            0 us
#>     events without partner: 1 begin, 0 end
#>   sequence 2
#>     0    00000000          1            100          100          100          100            0 ticks
#>                                          10           10           10           10            0 us
#>     events without partner: 0 begin, 1 end
#> status 0
#> set title 'Length of the intervals' ."\n".'mk.dat: 8 samples of several sequences'
#> sequences merged by timestamp: 2
#>   sequence 2
#>     events without partner: 0 begin, 1 end
#>   sequence 1
#>     0    00000000          1            100          100          100          100            0 ticks
#> status 1
#> 20 0
#> == samples that are lost
#> $ mk_rpt
#> gaps: 2 (samples were lost there)
#> samples: 9, with an event that is described: 8
#> timestamp clock: 10000000 Hz
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3             30           10           10           10            0 ticks
#>                                           3            1            1            1            0 us
#>     events without partner: 0 begin, 1 end
#>     1 begun before samples were lost, and not counted
#> ! mk.dat: samples were lost at 2 places; intervals across them are not counted
#> status 1
#> gaps: 2 (samples were lost there)
#> == an incomplete sample, a missing end, a changed byte, a file of an earlier version
#> $ mk_rpt
#> samples: 1, with an event that is described: 1
#> timestamp clock: 10000000 Hz
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          0
#>     events without partner: 1 begin, 0 end
#> ! mk.dat: byte 36: the last sample is incomplete, 10 of 20 bytes
#> status 1
#> $ mk_rpt
#> gaps: 2 (samples were lost there)
#> samples: 9, with an event that is described: 8
#> timestamp clock: 10000000 Hz
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3             30           10           10           10            0 ticks
#>                                           3            1            1            1            0 us
#>     events without partner: 0 begin, 1 end
#>     1 begun before samples were lost, and not counted
#> ! mk.dat: the file is cut off: its end line is missing
#> ! mk.dat: samples were lost at 2 places; intervals across them are not counted
#> status 1
#> $ mk_rpt
#> ! mk_rpt: mk.dat: the file is damaged: its checksum is wrong
#> status 1
#> $ mk_rpt
#> gaps: 2 (samples were lost there)
#> samples: 9, with an event that is described: 8
#> timestamp clock: 10000000 Hz
#>
#> "a"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          3             30           10           10           10            0 ticks
#>                                           3            1            1            1            0 us
#>     events without partner: 0 begin, 1 end
#>     1 begun before samples were lost, and not counted
#> ! mk.dat: no checksum (a file of an earlier version): damage would not be noticed
#> ! mk.dat: samples were lost at 2 places; intervals across them are not counted
#> status 1
#> == bad command lines
#> $ mk_rpt -x
#> ! mk_rpt: unknown option: -x
#> ! Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> status 2
#> $ mk_rpt -e 3
#> ! mk_rpt: an event has 1, 2, 4 or 8 bytes: 3
#> ! Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> status 2
#> $ mk_rpt -e
#> ! mk_rpt: option needs a value: -e
#> ! Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> status 2
#> $ mk_rpt -f
#> ! mk_rpt: option needs a value: -f
#> ! Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> status 2
#> $ mk_rpt file
#> ! mk_rpt: unknown argument: file
#> ! Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> status 2
#> $ mk_rpt --clock=0
#> ! mk_rpt: a clock has more than 0 Hz: 0
#> ! Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> status 2
#> == memory does not grow
#>     0    00000000      50000         500000           10           10           10            0 ticks
#>                                       50000            1            1            1            0 us
#> 100000 samples in the same memory
#>     0    00000000    5000000       50000000           10           10           10            0 ticks
#>                                     5000000            1            1            1            0 us
#> 10000000 samples in the same memory
#2> mk.dat: sequences with samples of the same processor are not of one time: no interval of class 4 is certain
#2> mk.dat: sequences with samples of the same processor are not of one time: no interval of class 4 is certain
