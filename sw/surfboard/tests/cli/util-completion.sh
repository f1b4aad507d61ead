# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch a.trace b.bsel
offer traceCheck ''
offer traceCheck -
offer traceFilter --s
offer traceFilter -s ''
offer traceFilter -v a
offer histfold --
offer hist3dcsv -c ''
offer hist3dcsv --config = b
offer hist3dcsv --out
offer latHist -o ''
offer latHist --output =
offer scale -f 1 -m ''
offer scale -
offer reduceXY --h
offer reduceXY --x = ''
offer surflines --l
offer surflines -e ''
offer surflines -n ''

#> traceCheck : a.trace b.bsel
#> traceCheck -: --help --output --version -h -o
#> traceFilter --s: --sender --size
#> traceFilter -s :
#> traceFilter -v a: a.trace
#> histfold --: --help --mask --output --version
#> hist3dcsv -c : b.bsel
#> hist3dcsv --config = b: b.bsel
#> hist3dcsv --out: --output
#> latHist -o : a.trace b.bsel
#> latHist --output =: a.trace b.bsel
#> scale -f 1 -m :
#> scale -: --add --field --help --multiply --output --version -a -f -h -m -o
#> reduceXY --h: --height --help --histogram
#> reduceXY --x = :
#> surflines --l: --line
#> surflines -e : a.trace b.bsel
#> surflines -n :
