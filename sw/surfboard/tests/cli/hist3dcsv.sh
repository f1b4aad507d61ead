# SPDX-License-Identifier: Apache-2.0
# Tests hist3dcsv: columns, sums, one to three fields, and fields that omit bits.
# shows SB-UTL-008 SB-UTL-009 SB-UTL-010
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 2000 | tallyboard makeHist | data >hist
sum() { gawk '{ n += strtonum("0x" $2) } END { print n }' hist; }
try() { # WIDTHS FIELD...
	local widths=$1
	shift
	tallyboard hist3dcsv "$@" hist >out
	reference hist3dcsv -v widths="$widths" hist >want
	same "$*" want out
	gawk -F, -v want="$(sum)" -v columns=$(($# + 1)) 'NF != columns { bad++ } { n += $NF }
		END { print "columns " (bad ? "wrong" : "right") ", sum " (n == want ? "right" : "wrong") }' out
}
try 22 21:0
try "10 12" 21:12 11:0
try "4 6 12" 21:18 17:12 11:0
try "10" 9:0
try "3 5 2" 9:7 6:2 1:0
cat >small <<'END'
# file: histogram
401005 00000002
001005 00000003
001006 FFFFFFFF
801006 00000001 # one more
002000 00000000
END
echo 'size latency, bits 23:22 left out'
tallyboard hist3dcsv 21:12 11:0 small
echo 'latency first'
tallyboard hist3dcsv 11:0 21:12 small
echo 'bits apart, one twice'
tallyboard hist3dcsv 23:23 12:12 0:0 0:0 small

#> 21:0: same
#> columns right, sum right
#> 21:12 11:0: same
#> columns right, sum right
#> 21:18 17:12 11:0: same
#> columns right, sum right
#> 9:0: same
#> columns right, sum right
#> 9:7 6:2 1:0: same
#> columns right, sum right
#> size latency, bits 23:22 left out
#> 1,5,5
#> 1,6,4294967296
#> 2,0,0
#> latency first
#> 5,1,5
#> 6,1,4294967296
#> 0,2,0
#> bits apart, one twice
#> 0,0,0,0,0
#> 0,1,0,0,4294967295
#> 0,1,1,1,5
#> 1,1,0,0,1
#2> small: no checksum (a file of an earlier version): damage would not be noticed
#2> small: no checksum (a file of an earlier version): damage would not be noticed
#2> small: no checksum (a file of an earlier version): damage would not be noticed
