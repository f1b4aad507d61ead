# SPDX-License-Identifier: Apache-2.0
# Draws intervals in each kind and format, and compares the numbers in the script with mk_rpt.
. "$TOP/sw/multikron/tests/mk.bash"
printf '1 10 20 "whole"\n3 10 15 20 "first part" "second part"\n' >interval.info
gawk 'BEGIN { for (i = 0; i < 100; i++) printf "%d 10\n%d 15\n%d 20\n", 1000 * i,
	1000 * i + 100 + i, 1000 * i + 300 + 3 * i }' | events | checked >mk.dat
for kind in lengths time; do
	echo "== $kind"
	mk_plot $kind -o p.svg && grep -c '</svg>' p.svg
	# releases of gnuplot write them in different orders
	sed -n 's/.*<text>\(.*[a-z][a-z].*\)<\/text>.*/\1/p' p.svg | sort
	mk_plot $kind -o p.png && head -c 4 p.png | tail -c 3 && echo
	mk_plot $kind >chars && grep -c . chars
done
mk_plot lengths --script=s -t "it's"
grep -c "it''s" s
# the bins must have as many intervals as the report
sed -n '/^\$curve0/,/^end/p' s | awk '!/curve|end/ { n += $2 } END { print n }'
mk_rpt | awk '/ticks/ { print $3; exit }'
printf '1000000 10\n' >late
{ cat mk.dat; printf '1000000 10 0 0 1\n' | events | checked; } >lost
mk_plot lengths lost 2>&1 | grep -o 'SAMPLES WERE LOST'
unchecked mk.dat >old
run mk_plot lengths -o old.svg old
head -c 6016 mk.dat >cut
run mk_plot lengths -o cut.svg cut
run mk_plot
run mk_plot picture
run mk_plot lengths -o picture
run mk_plot lengths none
run mk_plot lengths -f none
echo '1 1 2 "never"' >never
run mk_plot lengths -f never

#> == lengths
#> 1
#> Length of the intervals
#> first part (100)
#> first part second part (100)
#> intervals
#> length, us
#> mk.dat: 300 samples
#> second part (100)
#> whole (100)
#> PNG
#> 24
#> == time
#> 1
#> Length of the intervals over time
#> first part (100)
#> first part second part (100)
#> length, us
#> mk.dat: 300 samples
#> second part (100)
#> time, s
#> whole (100)
#> PNG
#> 24
#> 1
#> 100
#> 100
#> SAMPLES WERE LOST
#> $ mk_plot lengths -o old.svg old
#> ! old: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ mk_plot lengths -o cut.svg cut
#> ! cut: the file is cut off: its end line is missing
#> status 1
#> $ mk_plot
#> ! mk_plot: which kind of picture? lengths or time
#> ! Try 'mk_plot --help'.
#> status 2
#> $ mk_plot picture
#> ! mk_plot: which kind of picture? lengths or time: picture
#> ! Try 'mk_plot --help'.
#> status 2
#> $ mk_plot lengths -o picture
#> ! mk_plot: a picture's name ends in .svg or .png: picture
#> ! Try 'mk_plot --help'.
#> status 2
#> $ mk_plot lengths none
#> ! mk_plot: none: No such file or directory
#> status 1
#> $ mk_plot lengths -f none
#> ! none: No such file or directory
#> status 1
#> $ mk_plot lengths -f never
#> ! mk_plot: mk.dat: no interval of never
#> status 1
