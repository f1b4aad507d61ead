# SPDX-License-Identifier: Apache-2.0
# Checks pictures of eight and of sixteen nodes, of the whole run and of a part of it (--time),
# narrow and wide: there is an interval for every 9 pixels, no label overlaps another one or the
# plot, and all colors differ in grey. The part must show the events of its time.
# shows HM-ANA-008
. "$TOP/sw/hypermon/tests/hm.bash"
picture() { # KIND and options; awk options in $grey
	hmplot "$@" -o p.svg 2>err && gawk $grey -f "$TOP/sw/hypermon/tests/awk/picture.awk" p.svg
	grep -v 'has no end$' err # the last event of a node
}
nx2=$TOP/sw/hypermon/nx2.events
hmrecord -c 'program life nodes=8' -t 45ms -o a >out && echo recorded
hmrecord -c 'program life nodes=16' -t 45ms -o b >out && echo recorded
cp a a-very-long-name-of-a-trace-that-somebody-has-recorded-on-a-board.hm
for width in 450 900 1800; do
	echo "== $width pixels"
	for trace in a b; do
		for time in '' --time=5ms,8ms; do
			picture nodes $time --width=$width $trace
			picture rate $time --width=$width $trace
			grey='-v states=1' picture states -e "$nx2" $time --width=$width $trace | sed 's|^[0-9]* ||'
		done
	done
	picture rate --width=$width a b
	picture rate --width=$width a b a-* a b a-* a b a-* a
done
# the intervals must contain exactly the frames of the time that is shown; a line of the curve has
# the middle of an interval in seconds, and frames per second
hmplot rate --time=5ms,8ms --script=s a
frames=$(sed -n '/^\$trace0/,/^end/p' s | awk -v middle=1 -v rate=2 -v intervals=100 \
	-v from=0.005 -v to=0.008 'NF == 2 && $middle + 0 {
		n += $rate * (to - from) / intervals
		if ($middle < from || $middle > to) print "outside: " $middle
	}
	END { printf "%.0f\n", n }')
within() { awk -v ns=1 '/^[0-9]/ && $ns >= 5000000 && $ns < 8000000' | wc -l; }
echo "$frames of $(hmdump a | within) frames"

#> recorded
#> recorded
#> == 450 pixels
#> 48 positions
#> 50 positions
#> positions
#> 50 positions
#> 50 positions
#> positions
#> 50 positions
#> 50 positions
#> 50 positions
#> 50 positions
#> 50 positions
#> 50 positions
#> == 900 pixels
#> 95 positions
#> 100 positions
#> positions
#> 100 positions
#> 100 positions
#> positions
#> 100 positions
#> 100 positions
#> 100 positions
#> 100 positions
#> 100 positions
#> 100 positions
#> == 1800 pixels
#> 183 positions
#> 200 positions
#> positions
#> 187 positions
#> 200 positions
#> positions
#> 199 positions
#> 200 positions
#> 193 positions
#> 200 positions
#> 200 positions
#> 200 positions
#> 571 of 571 frames
