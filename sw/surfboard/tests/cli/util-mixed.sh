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
cat a c | tallyboard latHist >out
echo "one after the other: status $?"

#> latHist a b: status 0
#> traceFilter a b: status 0
#> traceCheck a b: status 0
#> rxtVlat a b: status 0
#> makeHist a b: status 0
#> latHist a c: status 1
#> c:4: another clock or unit of latency than in the file before
#> traceFilter a c: status 1
#> c:4: another clock or unit of latency than in the file before
#> traceCheck a c: status 1
#> c:4: another clock or unit of latency than in the file before
#> rxtVlat a c: status 1
#> c:4: another clock or unit of latency than in the file before
#> makeHist a c: status 1
#> c:4: another clock or unit of latency than in the file before
#> latHist a d: status 1
#> d:4: another clock or unit of latency than in the file before
#> traceFilter a d: status 1
#> d:4: another clock or unit of latency than in the file before
#> traceCheck a d: status 1
#> d:4: another clock or unit of latency than in the file before
#> rxtVlat a d: status 1
#> d:4: another clock or unit of latency than in the file before
#> makeHist a d: status 1
#> d:4: another clock or unit of latency than in the file before
#> one after the other: status 1
#2> standard input:8: another clock or unit of latency than in the file before
