# SPDX-License-Identifier: Apache-2.0
# Tests sizeHist, latHist and pageHist: values, and the sum of the counts.
# shows SB-UTL-028 SB-UTL-029 SB-UTL-030
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 5000 11 >trace
for name in sizeHist latHist pageHist; do
	tallyboard $name trace >out
	reference $name trace >want
	same $name want out
	gawk -F, '{ n += $2 } END { print "records: " n }' out
	echo '000000 FFFFFFFF F003FFFF FFFFFFFF 1FFFFFFF' | tallyboard $name
	echo '000000 00000000 0FFC0000 FFFFFFFF E0003FFF' | tallyboard $name
	tallyboard $name </dev/null
done
# a count of one value that exceeds 16 bits
gawk 'BEGIN { for (i = 0; i < 70000; i++) print "000000 00000005 00040000 00000000 00000000" }' \
	>trace
for name in sizeHist latHist pageHist makeHist; do tallyboard $name trace | data; done

#> sizeHist: same
#> records: 5000
#> 1024,1
#> 1023,1
#> latHist: same
#> records: 5000
#> 16777215,1
#> 0,1
#> pageHist: same
#> records: 5000
#> 32767,1
#> 0,1
#> 1,70000
#> 5,70000
#> 0,70000
#> 001005 00011170
#2> standard input: there is nothing in this file
#2> standard input: there is nothing in this file
#2> standard input: there is nothing in this file
