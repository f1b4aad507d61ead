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
