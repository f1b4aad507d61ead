# SPDX-License-Identifier: Apache-2.0
# Tests traceFilter: each range with its ends, several ranges, none, inverted; records and index
# must not change.
# shows SB-UTL-002 SB-UTL-019 SB-UTL-020 SB-UTL-021 SB-UTL-022 SB-UTL-023 SB-UTL-024 SB-UTL-025
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 4000 7 >trace
# WHAT 'OPTIONS' 'VARIABLES OF THE REFERENCE'
try() {
	# shellcheck disable=SC2086
	tallyboard traceFilter $1 trace >out
	# shellcheck disable=SC2046
	reference traceFilter $(printf -- '-v %s ' $2) trace >want
	same "$1" want out
}
try '-s 5-20' 's0=5 s1=20'
try '-s 0' 's0=0 s1=0'
try '-s 63' 's0=63 s1=63'
try '-s 5-' 's0=5'
try '-s -0x14' 's1=20'
try '-l 100-0x100000' 'l0=100 l1=1048576'
try '-l 0-0' 'l0=0 l1=0'
try '-z 2-5' 'z0=2 z1=5'
try '-z 1024' 'z0=1024 z1=1024'
try '-z 1-1023' 'z0=1 z1=1023'
try '-z 1-0x400' 'z0=0'
try '-p 1-2' 'p0=1 p1=2'
try '-p 0x10-32767' 'p0=16'
try '--sender=10-50 --latency=10-200 --size=1-8 --page=1-3' \
	's0=10 s1=50 l0=10 l1=200 z0=1 z1=8 p0=1 p1=3'
try '-v -s 10-50 -l 10-200 -z 1-8 -p 1-3' 'invert=1 s0=10 s1=50 l0=10 l1=200 z0=1 z1=8 p0=1 p1=3'
# the trace has the ends of the ranges, and values outside of them must not pass
ends() { # OPTION LOW HIGH: words of the records at LOW-1, LOW, HIGH, HIGH+1
	local i=0 words
	shift 3
	for words; do
		printf '%06X %s\n' $((0xABC000 + i++)) "$words"
	done
}
ends - 5 9 '10000000 00000000 00000000 00000000' '14000000 00000000 00000000 00000000' \
	'27FFFFFF 00000000 00000000 00000000' '28000000 00000000 00000000 00000000' |
		tallyboard traceFilter -s 5-9
ends - 5 9 '00000004 00000000 00000000 00000000' 'FF000005 00000000 00000000 00000000' \
	'00000009 00000000 00000000 00000000' '0000000A 00000000 00000000 00000000' |
		tallyboard traceFilter -l 5-9
ends - 1000 1024 '00000000 0F9C0000 00000000 00000000' '00000000 FFA3FFFF 00000000 00000000' \
	'00000000 F003FFFF 00000000 00000000' '00000000 00040000 00000000 00000000' |
	tallyboard traceFilter -z 1000-1024
ends - 5 9 '00000000 00000000 00000000 00013FFF' '00000000 00000000 00000000 E0014000' \
	'00000000 00000000 00000000 00027FFF' '00000000 00000000 00000000 00028000' |
		tallyboard traceFilter -p 5-9
tallyboard traceFilter trace >out
same 'no range' trace out
tallyboard traceFilter -v trace
echo "inverted, nothing: status $?"
tallyboard traceFilter -s 3-40 -l 10-300 trace >out
gawk 'NR == FNR { line[$0] = NR; next }
	!($0 in line) || line[$0] <= last { print "not in order: " $0 } { last = line[$0] }' trace out
grep -cv '^[0-9A-F]\{6\}\( [0-9A-F]\{8\}\)\{4\}$' out
# the header is kept, and other comments are removed
printf '%s\n' '# file: trace' '# clock: 10000000 Hz' '# mine: 3' '# lost packets dropped: 2' \
	'000001 00000000 00000000 00000000 00000000' '#lost packets dropped: 1 or more' |
	tallyboard traceFilter -s 1

#> -s 5-20: same
#> -s 0: same
#> -s 63: same
#> -s 5-: same
#> -s -0x14: same
#> -l 100-0x100000: same
#> -l 0-0: same
#> -z 2-5: same
#> -z 1024: same
#> -z 1-1023: same
#> -z 1-0x400: same
#> -p 1-2: same
#> -p 0x10-32767: same
#> --sender=10-50 --latency=10-200 --size=1-8 --page=1-3: same
#> -v -s 10-50 -l 10-200 -z 1-8 -p 1-3: same
#> ABC001 14000000 00000000 00000000 00000000
#> ABC002 27FFFFFF 00000000 00000000 00000000
#> ABC001 FF000005 00000000 00000000 00000000
#> ABC002 00000009 00000000 00000000 00000000
#> ABC001 00000000 FFA3FFFF 00000000 00000000
#> ABC002 00000000 F003FFFF 00000000 00000000
#> ABC001 00000000 00000000 00000000 E0014000
#> ABC002 00000000 00000000 00000000 00027FFF
#> no range: same
#> inverted, nothing: status 0
#> 0
#> # file: trace
#> # check: CRC-32
#> # clock: 10000000 Hz
#> # lost packets dropped: 2
#> # lost packets dropped: 1 or more
#> # end: 00000000000000000111 bytes, CRC-32 30F08B68
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
# exit status 1
