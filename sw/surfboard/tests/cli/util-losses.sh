# SPDX-License-Identifier: Apache-2.0
# Tools whose output has no header lines print the losses of their input on standard error.
. "$TOP/sw/tests/tools.bash"
{
	echo '# file: trace'
	echo '# lost packets dropped: 3'
	echo '000000 00000011 00040000 00000001 00000000'
	echo '# lost packets dropped: 4 or more'
	echo '000001 00000012 00040000 00000005 00000000'
} >trace
for tool in latHist sizeHist pageHist rxtVlat; do run tallyboard $tool trace; done
{
	echo '# file: histogram'
	echo '# lost packets dropped: 3'
	echo '# lost bin indices: 2'
	echo '000001 00000005'
} >histogram
run tallyboard hist3dcsv 3:0 histogram

#> $ tallyboard latHist trace
#> 17,1
#> 18,1
#> ! trace: no checksum (a file of an earlier version): damage would not be noticed
#> ! latHist: 7 or more packets were lost
#> status 1
#> $ tallyboard sizeHist trace
#> 1,2
#> ! trace: no checksum (a file of an earlier version): damage would not be noticed
#> ! sizeHist: 7 or more packets were lost
#> status 1
#> $ tallyboard pageHist trace
#> 0,2
#> ! trace: no checksum (a file of an earlier version): damage would not be noticed
#> ! pageHist: 7 or more packets were lost
#> status 1
#> $ tallyboard rxtVlat trace
#> 1,17
#> 5,18
#> ! trace: no checksum (a file of an earlier version): damage would not be noticed
#> ! rxtVlat: 7 or more packets were lost
#> status 1
#> $ tallyboard hist3dcsv 3:0 histogram
#> 1,5
#> ! hist3dcsv: lost bin indices: 2
#> ! histogram: no checksum (a file of an earlier version): damage would not be noticed
#> ! hist3dcsv: 3 packets were lost
#> status 1
