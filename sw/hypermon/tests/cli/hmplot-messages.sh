# SPDX-License-Identifier: Apache-2.0
# Checks the picture of the message matrix: the number in each cell must be that of hmprogram, whose
# table watch_unit compares with the messages of the simulated machine.
# shows HM-ANA-003
. "$TOP/sw/hypermon/tests/hm.bash"
cp "$TOP/sw/hypermon/nx2.events" nx2
hmrecord -c 'program life nodes=16' -t 45ms -o t >out && echo recorded
for time in --time=0s, --time=5ms,12ms; do
	hmplot messages -e nx2 $time -o p.svg --script=s t 2>err
	grep -v 'has no end$' err # the last event of a node
	sed -n "s/^set label '\([0-9]*\)' at \([0-9]*\), \([0-9]*\) center front.*/\3,\2,\1/p" s |
		sort >cells
	hmprogram -m -e nx2 $time t 2>err | sed -n 's/^\([0-9]*,[0-9]*,[0-9]*\),.*/\1/p' | sort |
		cmp - cells && echo "$(wc -l <cells) cells"
	# each number must be drawn on its cell and must not overlap another label
	cut -d, -f3 cells | sort >numbers
	sed -n 's/.*<text>\(.*\)<\/text>.*/\1/p' p.svg | sort | comm -23 numbers - | wc -l
	gawk -v cells=1 -f "$TOP/sw/hypermon/tests/awk/picture.awk" p.svg
done
hmplot messages -e nx2 t 2>err | grep -c '@'
run hmplot messages t
run hmplot messages -e nx2 --time=44s,45s t 2>&1 | grep -v 'has no end$'

#> recorded
#> 30 cells
#> 0
#> 16 positions
#> 29 cells
#> 0
#> 15 positions
#> 3
#> $ hmplot messages t
#> ! hmplot: states and messages require a table (-e)
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot messages -e nx2 --time=44s,45s t
#> ! hmplot: t: no messages in this time
#> status 1
