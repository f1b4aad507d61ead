# SPDX-License-Identifier: Apache-2.0
# Checks that utilities in a pipe give the same result as with files between them.
# shows SB-UTL-038
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 5000 23 >trace
tallyboard traceFilter -s 5-50 trace >1
tallyboard rxtVlat <1 >2
tallyboard scale -f 1 -m 1e-7 -f 2 -m 0.1 2 >3
tallyboard reduceXY -x 400:500 -y 0:100 3 >4
tallyboard traceFilter -s 5-50 trace | tallyboard rxtVlat |
	tallyboard scale -f 1 -m 1e-7 -f 2 -m 0.1 |
	tallyboard reduceXY -x 400:500 -y 0:100 >piped
same chain 4 piped
wc -l <4
gzip -c trace | tallyboard traceFilter -l -300 | tallyboard makeHist |
	tallyboard histfold -m 000FFF | tallyboard hist3dcsv 11:0 |
	tallyboard reduceXY -h -x 0:300 >piped
tallyboard traceFilter -l -300 trace >1
tallyboard makeHist 1 >2
tallyboard histfold -m 000FFF 2 >3
tallyboard hist3dcsv 11:0 3 >4
tallyboard reduceXY -h -x 0:300 4 >5
same histograms 5 piped

#> chain: same
#> 579
#> histograms: same
