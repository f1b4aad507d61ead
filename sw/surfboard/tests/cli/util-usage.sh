# SPDX-License-Identifier: Apache-2.0
# Checks that errors in the command line give status 2.
. "$TOP/sw/surfboard/tests/util.bash"
for name in traceCheck traceFilter makeHist sizeHist latHist pageHist rxtVlat histfold hist3dcsv \
	scale reduceXY; do
	run $name --nothing
	run $name -o
	run $name -o a -o b
	run $name --version | sed 's/ [0-9][0-9.a-z-]*$/ VERSION/'
	[ $name = reduceXY ] || { $name -h >short; $name --help | cmp - short; }
	$name --help >long
	head -1 long
	$name --help >/dev/full
	echo "status $?"
done
run traceFilter -s
run traceFilter -s 64
run traceFilter -s 5-3
run traceFilter -s 1-64
run traceFilter -s a
run traceFilter -s ''
run traceFilter -s -
run traceFilter -s 0x
run traceFilter -s 1-2-3
run traceFilter -s 1 -s 2
run traceFilter -l 0x1000000
run traceFilter -z 1025
run traceFilter -z 0
run traceFilter -z 0-5
run traceFilter -p 0x8000
run histfold
run histfold -m
run histfold -m 0x1000000
run histfold -m FFFF
run histfold -m 1 -m 2
run hist3dcsv
run hist3dcsv hist
run hist3dcsv 24:0
run hist3dcsv 0:5
run hist3dcsv -c a -c b
run scale
run scale -m 2
run scale -f 0
run scale -f 1001
run scale -f 1 -f 1
run scale -f 1 -m 2 -m 3
run scale -f 1 -m x
run scale -f 1 -a ''
run reduceXY -y 0:1
run reduceXY -x 0:1
run reduceXY -x 1:0 -y 0:1
run reduceXY -x 0 -y 0:1
run reduceXY -x 0:1 -x 0:1 -y 0:1
run reduceXY -x 0:inf -y 0:1
run reduceXY -x 0:1 -y 0:1 -W 0
run reduceXY -x 0:1 -y 0:1 -W 1e9
run reduceXY -x 0:1 -y 0:1 -W 1000 -H 1000

#> $ traceCheck --nothing
#> ! traceCheck: unknown option: --nothing
#> ! Try 'traceCheck --help'.
#> status 2
#> $ traceCheck -o
#> ! traceCheck: option needs a value: -o
#> ! Try 'traceCheck --help'.
#> status 2
#> $ traceCheck -o a -o b
#> ! traceCheck: more than one output: b
#> ! Try 'traceCheck --help'.
#> status 2
#> $ traceCheck --version
#> traceCheck VERSION
#> status VERSION
#> Usage: traceCheck [FILE]...
#> status 1
#> $ traceFilter --nothing
#> ! traceFilter: unknown option: --nothing
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -o
#> ! traceFilter: option needs a value: -o
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -o a -o b
#> ! traceFilter: more than one output: b
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter --version
#> traceFilter VERSION
#> status VERSION
#> Usage: traceFilter [-s RANGE] [-l RANGE] [-z RANGE] [-p RANGE] [-v] [FILE]...
#> status 1
#> $ makeHist --nothing
#> ! makeHist: unknown option: --nothing
#> ! Try 'makeHist --help'.
#> status 2
#> $ makeHist -o
#> ! makeHist: option needs a value: -o
#> ! Try 'makeHist --help'.
#> status 2
#> $ makeHist -o a -o b
#> ! makeHist: more than one output: b
#> ! Try 'makeHist --help'.
#> status 2
#> $ makeHist --version
#> makeHist VERSION
#> status VERSION
#> Usage: makeHist [FILE]...
#> status 1
#> $ sizeHist --nothing
#> ! sizeHist: unknown option: --nothing
#> ! Try 'sizeHist --help'.
#> status 2
#> $ sizeHist -o
#> ! sizeHist: option needs a value: -o
#> ! Try 'sizeHist --help'.
#> status 2
#> $ sizeHist -o a -o b
#> ! sizeHist: more than one output: b
#> ! Try 'sizeHist --help'.
#> status 2
#> $ sizeHist --version
#> sizeHist VERSION
#> status VERSION
#> Usage: sizeHist [FILE]...
#> status 1
#> $ latHist --nothing
#> ! latHist: unknown option: --nothing
#> ! Try 'latHist --help'.
#> status 2
#> $ latHist -o
#> ! latHist: option needs a value: -o
#> ! Try 'latHist --help'.
#> status 2
#> $ latHist -o a -o b
#> ! latHist: more than one output: b
#> ! Try 'latHist --help'.
#> status 2
#> $ latHist --version
#> latHist VERSION
#> status VERSION
#> Usage: latHist [FILE]...
#> status 1
#> $ pageHist --nothing
#> ! pageHist: unknown option: --nothing
#> ! Try 'pageHist --help'.
#> status 2
#> $ pageHist -o
#> ! pageHist: option needs a value: -o
#> ! Try 'pageHist --help'.
#> status 2
#> $ pageHist -o a -o b
#> ! pageHist: more than one output: b
#> ! Try 'pageHist --help'.
#> status 2
#> $ pageHist --version
#> pageHist VERSION
#> status VERSION
#> Usage: pageHist [FILE]...
#> status 1
#> $ rxtVlat --nothing
#> ! rxtVlat: unknown option: --nothing
#> ! Try 'rxtVlat --help'.
#> status 2
#> $ rxtVlat -o
#> ! rxtVlat: option needs a value: -o
#> ! Try 'rxtVlat --help'.
#> status 2
#> $ rxtVlat -o a -o b
#> ! rxtVlat: more than one output: b
#> ! Try 'rxtVlat --help'.
#> status 2
#> $ rxtVlat --version
#> rxtVlat VERSION
#> status VERSION
#> Usage: rxtVlat [FILE]...
#> status 1
#> $ histfold --nothing
#> ! histfold: unknown option: --nothing
#> ! Try 'histfold --help'.
#> status 2
#> $ histfold -o
#> ! histfold: option needs a value: -o
#> ! Try 'histfold --help'.
#> status 2
#> $ histfold -o a -o b
#> ! histfold: more than one output: b
#> ! Try 'histfold --help'.
#> status 2
#> $ histfold --version
#> histfold VERSION
#> status VERSION
#> Usage: histfold -m MASK [FILE]...
#> status 1
#> $ hist3dcsv --nothing
#> ! hist3dcsv: unknown option: --nothing
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ hist3dcsv -o
#> ! hist3dcsv: option needs a value: -o
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ hist3dcsv -o a -o b
#> ! hist3dcsv: more than one output: b
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ hist3dcsv --version
#> hist3dcsv VERSION
#> status VERSION
#> Usage: hist3dcsv HIGH:LOW... [FILE]...
#> status 1
#> $ scale --nothing
#> ! scale: unknown option: --nothing
#> ! Try 'scale --help'.
#> status 2
#> $ scale -o
#> ! scale: option needs a value: -o
#> ! Try 'scale --help'.
#> status 2
#> $ scale -o a -o b
#> ! scale: more than one output: b
#> ! Try 'scale --help'.
#> status 2
#> $ scale --version
#> scale VERSION
#> status VERSION
#> Usage: scale -f FIELD [-m FACTOR] [-a OFFSET]... [FILE]...
#> status 1
#> $ reduceXY --nothing
#> ! reduceXY: unknown option: --nothing
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -o
#> ! reduceXY: option needs a value: -o
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -o a -o b
#> ! reduceXY: more than one output: b
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY --version
#> reduceXY VERSION
#> status VERSION
#> Usage: reduceXY -x LOW:HIGH -y LOW:HIGH [-W INCHES] [-H INCHES] [-r DPI] [FILE]...
#> status 1
#> $ traceFilter -s
#> ! traceFilter: option needs a value: -s
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s 64
#> ! traceFilter: number too large: 64
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s 5-3
#> ! traceFilter: range from high to low: 5-3
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s 1-64
#> ! traceFilter: number too large: 64
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s a
#> ! traceFilter: not a number: a
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s 
#> ! traceFilter: not a number: 
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s -
#> ! traceFilter: not a range: -
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s 0x
#> ! traceFilter: not a number: 0x
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s 1-2-3
#> ! traceFilter: not a number: 2-3
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -s 1 -s 2
#> ! traceFilter: range given twice: 2
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -l 0x1000000
#> ! traceFilter: number too large: 0x1000000
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -z 1025
#> ! traceFilter: number too large: 1025
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -z 0
#> ! traceFilter: number too small: 0
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -z 0-5
#> ! traceFilter: number too small: 0-5
#> ! Try 'traceFilter --help'.
#> status 2
#> $ traceFilter -p 0x8000
#> ! traceFilter: number too large: 0x8000
#> ! Try 'traceFilter --help'.
#> status 2
#> $ histfold
#> ! histfold: no mask
#> ! Try 'histfold --help'.
#> status 2
#> $ histfold -m
#> ! histfold: option needs a value: -m
#> ! Try 'histfold --help'.
#> status 2
#> $ histfold -m 0x1000000
#> ! histfold: number too large: 0x1000000
#> ! Try 'histfold --help'.
#> status 2
#> $ histfold -m FFFF
#> ! histfold: a mask without 0x is hexadecimal in six digits only: FFFF
#> ! Try 'histfold --help'.
#> status 2
#> $ histfold -m 1 -m 2
#> ! histfold: more than one mask: 2
#> ! Try 'histfold --help'.
#> status 2
#> $ hist3dcsv
#> ! hist3dcsv: no fields
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ hist3dcsv hist
#> ! hist3dcsv: no fields
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ hist3dcsv 24:0
#> ! hist3dcsv: not bits of a bin address: 24:0
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ hist3dcsv 0:5
#> ! hist3dcsv: not bits of a bin address: 0:5
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ hist3dcsv -c a -c b
#> ! hist3dcsv: more than one configuration: b
#> ! Try 'hist3dcsv --help'.
#> status 2
#> $ scale
#> ! scale: no field
#> ! Try 'scale --help'.
#> status 2
#> $ scale -m 2
#> ! scale: no field before: 2
#> ! Try 'scale --help'.
#> status 2
#> $ scale -f 0
#> ! scale: fields are numbered from 1: 0
#> ! Try 'scale --help'.
#> status 2
#> $ scale -f 1001
#> ! scale: number too large: 1001
#> ! Try 'scale --help'.
#> status 2
#> $ scale -f 1 -f 1
#> ! scale: field given twice: 1
#> ! Try 'scale --help'.
#> status 2
#> $ scale -f 1 -m 2 -m 3
#> ! scale: given twice for a field: 3
#> ! Try 'scale --help'.
#> status 2
#> $ scale -f 1 -m x
#> ! scale: not a number: x
#> ! Try 'scale --help'.
#> status 2
#> $ scale -f 1 -a 
#> ! scale: not a number: 
#> ! Try 'scale --help'.
#> status 2
#> $ reduceXY -y 0:1
#> ! reduceXY: range missing: -x
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 0:1
#> ! reduceXY: range missing: -y
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 1:0 -y 0:1
#> ! reduceXY: not a range: 1:0
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 0 -y 0:1
#> ! reduceXY: not a range: 0
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 0:1 -x 0:1 -y 0:1
#> ! reduceXY: range given twice: 0:1
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 0:inf -y 0:1
#> ! reduceXY: not a number: inf
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 0:1 -y 0:1 -W 0
#> ! reduceXY: not above 0: 0
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 0:1 -y 0:1 -W 1e9
#> ! reduceXY: too many dots
#> ! Try 'reduceXY --help'.
#> status 2
#> $ reduceXY -x 0:1 -y 0:1 -W 1000 -H 1000
#> ! reduceXY: too many dots
#> ! Try 'reduceXY --help'.
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
