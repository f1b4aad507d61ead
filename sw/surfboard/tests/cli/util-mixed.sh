# SPDX-License-Identifier: Apache-2.0
# Checks that files with different clocks or units of latency are not combined.
file() { # UNIT CLOCK
	printf '# file: trace\n# clock: %s Hz\n# latency unit: %s ns\n' "$2" "$1"
	echo '000001 00000010 00040000 00001000 0000000F'
}
file 100 10000000 >a
file 100 10000000 >b
file 6400 10000000 >c
file 100 100000000 >d
for f in b c d; do
	for tool in latHist traceFilter traceCheck rxtVlat makeHist; do
		tallyboard $tool a $f >out 2>err
		echo "$tool a $f: status $?"
		grep -h another err
	done
done
# a file that names no clock has one of 10 MHz, and entries without a phase
file 40 25000000 | sed '/unit/d' >fast
{ echo '# file: trace'; tail -1 a; } >plain
tail -1 a >bare
{ echo '# file: trace'; echo '# phase bits: F0'; tail -1 a; } >phased
for files in 'fast plain' 'fast bare' 'plain fast' 'plain bare' 'phased plain' 'plain phased'; do
	# shellcheck disable=SC2086 # two files
	tallyboard traceCheck $files >out 2>err
	echo "traceCheck $files: status $?"
	grep -h another err
done
cat a c | tallyboard latHist >out
echo "one after the other: status $?"

#> latHist a b: status 0
#> traceFilter a b: status 0
#> traceCheck a b: status 0
#> rxtVlat a b: status 0
#> makeHist a b: status 0
#> latHist a c: status 1
#> c:4: another clock, unit of latency or phase than in the file before
#> traceFilter a c: status 1
#> c:4: another clock, unit of latency or phase than in the file before
#> traceCheck a c: status 1
#> c:4: another clock, unit of latency or phase than in the file before
#> rxtVlat a c: status 1
#> c:4: another clock, unit of latency or phase than in the file before
#> makeHist a c: status 1
#> c:4: another clock, unit of latency or phase than in the file before
#> latHist a d: status 1
#> d:4: another clock, unit of latency or phase than in the file before
#> traceFilter a d: status 1
#> d:4: another clock, unit of latency or phase than in the file before
#> traceCheck a d: status 1
#> d:4: another clock, unit of latency or phase than in the file before
#> rxtVlat a d: status 1
#> d:4: another clock, unit of latency or phase than in the file before
#> makeHist a d: status 1
#> d:4: another clock, unit of latency or phase than in the file before
#> traceCheck fast plain: status 1
#> plain:2: another clock, unit of latency or phase than in the file before
#> traceCheck fast bare: status 1
#> bare:1: another clock, unit of latency or phase than in the file before
#> traceCheck plain fast: status 1
#> fast:3: another clock, unit of latency or phase than in the file before
#> traceCheck plain bare: status 0
#> traceCheck phased plain: status 1
#> plain:2: another clock, unit of latency or phase than in the file before
#> traceCheck plain phased: status 1
#> phased:3: another clock, unit of latency or phase than in the file before
#> one after the other: status 1
#2> standard input:8: another clock, unit of latency or phase than in the file before
