# SPDX-License-Identifier: Apache-2.0
# Tests traceCheck: counts of records, decreases, flags and senders.
# shows SB-UTL-014 SB-UTL-015 SB-UTL-016 SB-UTL-017 SB-UTL-018
. "$TOP/sw/surfboard/tests/util.bash"
echo 'no record'
tallyboard traceCheck </dev/null
echo 'one record'
echo '000000 FC000000 00000FFF FFFFFFFF 00000000' | tallyboard traceCheck
echo '1000 records of 64 senders, 7 V, 5 U'
for ((i = 0; i < 1000; i++)); do
	printf '%06X %08X 00000000 %08X 00000000\n' $i \
		$(((i * i % 64) << 26 | (i % 143 == 0) << 25 | (i % 250 == 1) << 24 | (i == 9) << 24)) $((i / 3))
done >trace
tallyboard traceCheck trace >out
head -4 out
reference traceCheck trace >want
same 'all senders' want out
for ((i = 0; i < 640; i++)); do
	printf '%06X %08X 00000000 00000000 00000000\n' $i $(((i % 64) << 26))
done |
	tallyboard traceCheck | grep -c '^sender [0-9]*: 10$'
echo 'three decreases, one in bits 43 to 32, across files'
cat >first <<'END'
000000 00000000 00000001 00000005 00000000
000001 00000000 00000000 00000006 00000000
000002 00000000 00000000 00000006 00000000
000003 00000000 00000000 00000005 00000000
000004 00000000 FFFFF7FF 00000004 00000000
END
echo '000000 00000000 000007FF 00000003 00000000' >second
tallyboard traceCheck first second
random_trace 3000 >trace
tallyboard traceCheck trace >out
reference traceCheck trace >want
same random want out
echo 'what was lost comes first; indexes may be in any order'
zeros='00000000 00000000 00000000 00000000'
printf '%s\n' '# file: trace' '# lost packets dropped: 3 or more' "000007 $zeros" >lost
printf '%s\n' '# lost bin indices: 1' "000002 $zeros" '# lost packets dropped: 2' |
	tallyboard traceCheck lost -

#> no record
#> records: 0
#> receive time decreases: 0
#> latency overflows (V): 0
#> latency underflows (U): 0
#> one record
#> records: 1
#> receive time decreases: 0
#> latency overflows (V): 0
#> latency underflows (U): 0
#> sender 63: 1
#> 1000 records of 64 senders, 7 V, 5 U
#> records: 1000
#> receive time decreases: 0
#> latency overflows (V): 7
#> latency underflows (U): 5
#> all senders: same
#> 64
#> three decreases, one in bits 43 to 32, across files
#> records: 6
#> receive time decreases: 3
#> latency overflows (V): 0
#> latency underflows (U): 0
#> sender 0: 6
#> random: same
#> what was lost comes first; indexes may be in any order
#> lost packets dropped: 3 or more
#> lost bin indices: 1
#> lost packets dropped: 2
#> records: 2
#> receive time decreases: 0
#> latency overflows (V): 0
#> latency underflows (U): 0
#> sender 0: 2
#2> standard input: there is nothing in this file
#2> lost: no checksum (a file of an earlier version): damage would not be noticed
# exit status 1
