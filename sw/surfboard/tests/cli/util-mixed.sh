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
		$tool a $f >out 2>err
		echo "$tool a $f: status $?"
		grep -h another err
	done
done
cat a c | latHist >out
echo "one after the other: status $?"
