# SPDX-License-Identifier: Apache-2.0
# Checks that utilities in a pipe give the same result as with files between them.
# shows SB-UTL-038
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 5000 23 >trace
traceFilter -s 5-50 trace >1
rxtVlat <1 >2
scale -f 1 -m 1e-7 -f 2 -m 0.1 2 >3
reduceXY -x 400:500 -y 0:100 3 >4
traceFilter -s 5-50 trace | rxtVlat | scale -f 1 -m 1e-7 -f 2 -m 0.1 |
	reduceXY -x 400:500 -y 0:100 >piped
same chain 4 piped
wc -l <4
gzip -c trace | traceFilter -l -300 | makeHist | histfold -m 000FFF | hist3dcsv 11:0 |
	reduceXY -h -x 0:300 >piped
traceFilter -l -300 trace >1
makeHist 1 >2
histfold -m 000FFF 2 >3
hist3dcsv 11:0 3 >4
reduceXY -h -x 0:300 4 >5
same histograms 5 piped

#> chain: same
#> 579
#> histograms: same
