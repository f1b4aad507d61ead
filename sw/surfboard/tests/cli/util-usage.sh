# SPDX-License-Identifier: Apache-2.0
# Checks that errors in the command line give status 2.
. "$TOP/sw/surfboard/tests/util.bash"
for name in traceCheck traceFilter makeHist sizeHist latHist pageHist rxtVlat histfold hist3dcsv \
	scale reduceXY; do
	run tallyboard $name --nothing
	run tallyboard $name -o
	run tallyboard $name -o a -o b
	run tallyboard $name --version | sed 's/ [0-9][0-9.a-z-]*$/ VERSION/'
	[ $name = reduceXY ] || { tallyboard $name -h >short; tallyboard $name --help | cmp - short; }
	tallyboard $name --help >long
	head -1 long
	tallyboard $name --help >/dev/full
	echo "status $?"
done
run tallyboard traceFilter -s
run tallyboard traceFilter -s 64
run tallyboard traceFilter -s 5-3
run tallyboard traceFilter -s 1-64
run tallyboard traceFilter -s a
run tallyboard traceFilter -s ''
run tallyboard traceFilter -s -
run tallyboard traceFilter -s 0x
run tallyboard traceFilter -s 1-2-3
run tallyboard traceFilter -s 1 -s 2
run tallyboard traceFilter -l 0x1000000
run tallyboard traceFilter -z 1025
run tallyboard traceFilter -z 0
run tallyboard traceFilter -z 0-5
run tallyboard traceFilter -p 0x8000
run tallyboard histfold
run tallyboard histfold -m
run tallyboard histfold -m 0x1000000
run tallyboard histfold -m FFFF
run tallyboard histfold -m 1 -m 2
run tallyboard hist3dcsv
run tallyboard hist3dcsv hist
run tallyboard hist3dcsv 24:0
run tallyboard hist3dcsv 0:5
run tallyboard hist3dcsv -c a -c b
run tallyboard scale
run tallyboard scale -m 2
run tallyboard scale -f 0
run tallyboard scale -f 1001
run tallyboard scale -f 1 -f 1
run tallyboard scale -f 1 -m 2 -m 3
run tallyboard scale -f 1 -m x
run tallyboard scale -f 1 -a ''
run tallyboard reduceXY -y 0:1
run tallyboard reduceXY -x 0:1
run tallyboard reduceXY -x 1:0 -y 0:1
run tallyboard reduceXY -x 0 -y 0:1
run tallyboard reduceXY -x 0:1 -x 0:1 -y 0:1
run tallyboard reduceXY -x 0:inf -y 0:1
run tallyboard reduceXY -x 0:1 -y 0:1 -W 0
run tallyboard reduceXY -x 0:1 -y 0:1 -W 1e9
run tallyboard reduceXY -x 0:1 -y 0:1 -W 1000 -H 1000

#> $ tallyboard traceCheck --nothing
#> ! traceCheck: unknown option: --nothing
#> ! Try 'tallyboard traceCheck --help'.
#> status 2
#> $ tallyboard traceCheck -o
#> ! traceCheck: option needs a value: -o
#> ! Try 'tallyboard traceCheck --help'.
#> status 2
#> $ tallyboard traceCheck -o a -o b
#> ! traceCheck: more than one output: b
#> ! Try 'tallyboard traceCheck --help'.
#> status 2
#> $ tallyboard traceCheck --version
#> traceCheck VERSION
#> status VERSION
#> Usage: tallyboard traceCheck [FILE]...
#> status 1
#> $ tallyboard traceFilter --nothing
#> ! traceFilter: unknown option: --nothing
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -o
#> ! traceFilter: option needs a value: -o
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -o a -o b
#> ! traceFilter: more than one output: b
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter --version
#> traceFilter VERSION
#> status VERSION
#> Usage: tallyboard traceFilter [OPTION]... [FILE]...
#> status 1
#> $ tallyboard makeHist --nothing
#> ! makeHist: unknown option: --nothing
#> ! Try 'tallyboard makeHist --help'.
#> status 2
#> $ tallyboard makeHist -o
#> ! makeHist: option needs a value: -o
#> ! Try 'tallyboard makeHist --help'.
#> status 2
#> $ tallyboard makeHist -o a -o b
#> ! makeHist: more than one output: b
#> ! Try 'tallyboard makeHist --help'.
#> status 2
#> $ tallyboard makeHist --version
#> makeHist VERSION
#> status VERSION
#> Usage: tallyboard makeHist [FILE]...
#> status 1
#> $ tallyboard sizeHist --nothing
#> ! sizeHist: unknown option: --nothing
#> ! Try 'tallyboard sizeHist --help'.
#> status 2
#> $ tallyboard sizeHist -o
#> ! sizeHist: option needs a value: -o
#> ! Try 'tallyboard sizeHist --help'.
#> status 2
#> $ tallyboard sizeHist -o a -o b
#> ! sizeHist: more than one output: b
#> ! Try 'tallyboard sizeHist --help'.
#> status 2
#> $ tallyboard sizeHist --version
#> sizeHist VERSION
#> status VERSION
#> Usage: tallyboard sizeHist [FILE]...
#> status 1
#> $ tallyboard latHist --nothing
#> ! latHist: unknown option: --nothing
#> ! Try 'tallyboard latHist --help'.
#> status 2
#> $ tallyboard latHist -o
#> ! latHist: option needs a value: -o
#> ! Try 'tallyboard latHist --help'.
#> status 2
#> $ tallyboard latHist -o a -o b
#> ! latHist: more than one output: b
#> ! Try 'tallyboard latHist --help'.
#> status 2
#> $ tallyboard latHist --version
#> latHist VERSION
#> status VERSION
#> Usage: tallyboard latHist [FILE]...
#> status 1
#> $ tallyboard pageHist --nothing
#> ! pageHist: unknown option: --nothing
#> ! Try 'tallyboard pageHist --help'.
#> status 2
#> $ tallyboard pageHist -o
#> ! pageHist: option needs a value: -o
#> ! Try 'tallyboard pageHist --help'.
#> status 2
#> $ tallyboard pageHist -o a -o b
#> ! pageHist: more than one output: b
#> ! Try 'tallyboard pageHist --help'.
#> status 2
#> $ tallyboard pageHist --version
#> pageHist VERSION
#> status VERSION
#> Usage: tallyboard pageHist [FILE]...
#> status 1
#> $ tallyboard rxtVlat --nothing
#> ! rxtVlat: unknown option: --nothing
#> ! Try 'tallyboard rxtVlat --help'.
#> status 2
#> $ tallyboard rxtVlat -o
#> ! rxtVlat: option needs a value: -o
#> ! Try 'tallyboard rxtVlat --help'.
#> status 2
#> $ tallyboard rxtVlat -o a -o b
#> ! rxtVlat: more than one output: b
#> ! Try 'tallyboard rxtVlat --help'.
#> status 2
#> $ tallyboard rxtVlat --version
#> rxtVlat VERSION
#> status VERSION
#> Usage: tallyboard rxtVlat [FILE]...
#> status 1
#> $ tallyboard histfold --nothing
#> ! histfold: unknown option: --nothing
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard histfold -o
#> ! histfold: option needs a value: -o
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard histfold -o a -o b
#> ! histfold: more than one output: b
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard histfold --version
#> histfold VERSION
#> status VERSION
#> Usage: tallyboard histfold -m MASK [FILE]...
#> status 1
#> $ tallyboard hist3dcsv --nothing
#> ! hist3dcsv: unknown option: --nothing
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard hist3dcsv -o
#> ! hist3dcsv: option needs a value: -o
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard hist3dcsv -o a -o b
#> ! hist3dcsv: more than one output: b
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard hist3dcsv --version
#> hist3dcsv VERSION
#> status VERSION
#> Usage: tallyboard hist3dcsv HIGH:LOW... [FILE]...
#> status 1
#> $ tallyboard scale --nothing
#> ! scale: unknown option: --nothing
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -o
#> ! scale: option needs a value: -o
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -o a -o b
#> ! scale: more than one output: b
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale --version
#> scale VERSION
#> status VERSION
#> Usage: tallyboard scale -f FIELD [-m FACTOR] [-a OFFSET]... [FILE]...
#> status 1
#> $ tallyboard reduceXY --nothing
#> ! reduceXY: unknown option: --nothing
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -o
#> ! reduceXY: option needs a value: -o
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -o a -o b
#> ! reduceXY: more than one output: b
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY --version
#> reduceXY VERSION
#> status VERSION
#> Usage: tallyboard reduceXY -x LOW:HIGH -y LOW:HIGH [OPTION]... [FILE]...
#> status 1
#> $ tallyboard traceFilter -s
#> ! traceFilter: option needs a value: -s
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s 64
#> ! traceFilter: number too large: 64
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s 5-3
#> ! traceFilter: range from high to low: 5-3
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s 1-64
#> ! traceFilter: number too large: 64
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s a
#> ! traceFilter: not a number: a
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s 
#> ! traceFilter: not a number: 
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s -
#> ! traceFilter: not a range: -
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s 0x
#> ! traceFilter: not a number: 0x
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s 1-2-3
#> ! traceFilter: not a number: 2-3
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -s 1 -s 2
#> ! traceFilter: range given twice: 2
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -l 0x1000000
#> ! traceFilter: number too large: 0x1000000
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -z 1025
#> ! traceFilter: number too large: 1025
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -z 0
#> ! traceFilter: number too small: 0
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -z 0-5
#> ! traceFilter: number too small: 0-5
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard traceFilter -p 0x8000
#> ! traceFilter: number too large: 0x8000
#> ! Try 'tallyboard traceFilter --help'.
#> status 2
#> $ tallyboard histfold
#> ! histfold: no mask
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard histfold -m
#> ! histfold: option needs a value: -m
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard histfold -m 0x1000000
#> ! histfold: number too large: 0x1000000
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard histfold -m FFFF
#> ! histfold: a mask without 0x is hexadecimal in six digits only: FFFF
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard histfold -m 1 -m 2
#> ! histfold: more than one mask: 2
#> ! Try 'tallyboard histfold --help'.
#> status 2
#> $ tallyboard hist3dcsv
#> ! hist3dcsv: no fields
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard hist3dcsv hist
#> ! hist3dcsv: no fields
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard hist3dcsv 24:0
#> ! hist3dcsv: not bits of a bin address: 24:0
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard hist3dcsv 0:5
#> ! hist3dcsv: not bits of a bin address: 0:5
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard hist3dcsv -c a -c b
#> ! hist3dcsv: more than one configuration: b
#> ! Try 'tallyboard hist3dcsv --help'.
#> status 2
#> $ tallyboard scale
#> ! scale: no field
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -m 2
#> ! scale: no field before: 2
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -f 0
#> ! scale: fields are numbered from 1: 0
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -f 1001
#> ! scale: number too large: 1001
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -f 1 -f 1
#> ! scale: field given twice: 1
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -f 1 -m 2 -m 3
#> ! scale: given twice for a field: 3
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -f 1 -m x
#> ! scale: not a number: x
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard scale -f 1 -a 
#> ! scale: not a number: 
#> ! Try 'tallyboard scale --help'.
#> status 2
#> $ tallyboard reduceXY -y 0:1
#> ! reduceXY: range missing: -x
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 0:1
#> ! reduceXY: range missing: -y
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 1:0 -y 0:1
#> ! reduceXY: not a range: 1:0
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 0 -y 0:1
#> ! reduceXY: not a range: 0
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 0:1 -x 0:1 -y 0:1
#> ! reduceXY: range given twice: 0:1
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 0:inf -y 0:1
#> ! reduceXY: not a number: inf
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 0:1 -y 0:1 -W 0
#> ! reduceXY: not above 0: 0
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 0:1 -y 0:1 -W 1e9
#> ! reduceXY: too many dots
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#> $ tallyboard reduceXY -x 0:1 -y 0:1 -W 1000 -H 1000
#> ! reduceXY: too many dots
#> ! Try 'tallyboard reduceXY --help'.
#> status 2
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
