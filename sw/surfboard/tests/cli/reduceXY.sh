# SPDX-License-Identifier: Apache-2.0
# Tests reduceXY: ranges include their borders, each dot has one unchanged point, in input order.
# shows SB-UTL-031 SB-UTL-032 SB-UTL-033
. "$TOP/sw/surfboard/tests/util.bash"
echo 'borders'
printf '%s\n' 0.999,2 1,2 1.0,2.5 3,4 3.001,4 2,1.999 2,4.001 3,2 -2,3 1e0,4 ' 2 , 3 ' 02,03 |
	tallyboard reduceXY -x 1:3 -y 2:4 -W 2 -H 2 -r 1
echo 'a dot each'
printf '%s\n' 0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 0,7 0,8 8,8 8,7 |
	tallyboard reduceXY -x 0:8 -y 0:8 -W 2 -H 2 -r 2
gawk 'BEGIN { srand(3); for (i = 0; i < 100000; i++) printf "%.3f,%d\n", (rand() - 0.1) * 1000,
	rand() * rand() * 70000 }' >csv
tallyboard reduceXY -x 0:750 -y 100:60000 -W 6 -H 4 -r 300 csv >out
reference reduceXY -v x0=0 -v x1=750 -v y0=100 -v y1=60000 -v width=6 -v height=4 -v dpi=300 csv \
	>want
same 'random points' want out
dots() {
	gawk -F, '$1 >= 0 && $1 <= 750 && $2 >= 100 && $2 <= 60000 {
		print int($1 / (750 / (6 * 300))) " " int(($2 - 100) / (59900 / (4 * 300))) }' "$1"
}
dots csv | sort -u >want
dots out | sort >got
same 'dots' want got
[ "$(wc -l <out)" -lt "$(wc -l <csv)" ] && echo fewer
gawk 'NR == FNR { p[NR] = $0; n = NR; next } { while (++i <= n && p[i] != $0); if (i > n) {
	print "not in order: " $0; exit } }' csv out
echo 'defaults: 6 x 4 inches, 300 dots per inch'
tallyboard reduceXY -x 0:750 -y 100:60000 csv >again
same defaults out again
echo 'a header, comments, blank lines'
printf '# c\n\ntime,latency\n1,1\n\n# d\n1,1\n2,2\n' |
	tallyboard reduceXY -x 0:3 -y 0:3 -W 1 -H 1 -r 3
for bad in '1' '1,2,3' 'x,1' '1,' ',' '1;2'; do
	printf '1,1\n%s\n2,2\n' "$bad" | tallyboard reduceXY -x 0:3 -y 0:3
	echo "status $?"
done

#> borders
#> 1,2
#> 3,4
#> 3,2
#> 1e0,4
#> a dot each
#> 0,0
#> 2,0
#> 4,0
#> 6,0
#> 0,7
#> 8,8
#> random points: same
#> dots: same
#> fewer
#> defaults: 6 x 4 inches, 300 dots per inch
#> defaults: same
#> a header, comments, blank lines
#> # c
#> time,latency
#> 1,1
#> # d
#> 2,2
#> 1,1
#> status 1
#> 1,1
#> status 1
#> 1,1
#> status 1
#> 1,1
#> status 1
#> 1,1
#> status 1
#> 1,1
#> status 1
#2> standard input:2: not two fields
#2> standard input:2: not two fields
#2> standard input:2: field 1 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 1 is not a number
#2> standard input:2: field 1 is not a number
