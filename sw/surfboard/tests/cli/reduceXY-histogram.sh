# SPDX-License-Identifier: Apache-2.0
# Tests reduceXY -h: it adds the counts of all bins on one dot in x; their sum must stay the same.
# shows SB-UTL-034
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 5000 19 | tallyboard latHist >csv
for range in 0:300 3:250 0:16777215; do
	tallyboard reduceXY -h -x $range -W 1 -r 60 csv >out
	reference reduceXY -v x0=${range%:*} -v x1=${range#*:} -v y1=1000000 -v width=1 -v height=1 \
		-v dpi=60 -v histogram=1 csv >want
	same $range want out
	gawk -F, -v low=${range%:*} -v high=${range#*:} -v step=60 '
		FNR == NR { if ($1 >= low && $1 <= high) n += $2; next }
		{ dot = int(($1 - low) / ((high - low) / step)); if (dot >= step) dot = step - 1
		  if (hit[dot]++) print "dot " dot " twice"; m += $2 }
		END { print n == m ? "sum right" : "sum " m " of " n }' csv out
done
echo 'all options; bins outside the range of y are dropped'
printf '%s\n' 0,5 1,6 2,7 3,100 4,9 10,1 | tallyboard reduceXY -h -x 0:10 -y 0:50 -W 1 -H 1 -r 5
echo 'any order, large counts, fractions'
printf '%s\n' 9,1 1,4294967295 1.5,4294967295 0.50,0.25 0,0.5 9.5,0 |
	tallyboard reduceXY -h -x 0:10 -W 1 -r 5
printf '%s\n' 1,999999999999999999 1,-999999999999999998 | tallyboard reduceXY -h -x 0:10
for i in 1 2 3 4 5 6 7 8 9 10; do echo 1,999999999999999999; done | tallyboard reduceXY -h -x 0:10
echo "status $?"
echo nothing
tallyboard reduceXY -h -x 0:10 </dev/null

#> 0:300: same
#> sum right
#> 3:250: same
#> sum right
#> 0:16777215: same
#> sum right
#> all options; bins outside the range of y are dropped
#> 0,11
#> 2,7
#> 4,9
#> 10,1
#> any order, large counts, fractions
#> 1,8589934590.75
#> 9,1
#> 1,1
#> 1,8999999999999999991
#> status 1
#> nothing
#2> standard input:10: sum of counts too large
