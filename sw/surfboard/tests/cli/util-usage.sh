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
