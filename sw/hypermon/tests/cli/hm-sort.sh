# SPDX-License-Identifier: Apache-2.0
# Events of four nodes in the order of their times, and the same events.
# shows HM-ANA-006
. "$TOP/sw/hypermon/tests/hm.bash"
hmrecord -c 'program life nodes=4' -t 60ms -o t >/dev/null
events=$TOP/sw/hypermon/nx2.events
order() { awk '!/^#/ && $1 < last { n++ } !/^#/ { last = $1 } END { print (n > 0 ? "not in order" : "in order") }' "$1"; }
hmdump -e "$events" t >plain
hmdump -t -e "$events" t >sorted
order plain
order sorted
cmp <(grep -v '^#' plain | sort) <(grep -v '^#' sorted | sort) && echo 'the same events'
# a node that is within one event for as long as others end 70,000: that event is late, and reported
printf '1 2 a m\n2 64 b m\nsent bytes\n' >long
{
	header
	gawk 'BEGIN {
		ORS = ""; BINMODE = 3
		put(1, 2, 2)
		put(2, 0, 2)
		for (i = 0; i < 70000; i++) { w = 10 + 4 * i; put(w, 1, 1); put(w + 1, 0, 1); put(w + 2, 0, 1); put(w + 3, 0, 1) }
		for (i = 0; i < 126; i++) put(300000 + i, 1, 2)
	}
	function word(v, i) { for (i = 0; i < 4; i++) { printf "%c", v % 256; v = int(v / 256) } }
	function put(window, nibble, vector) { word(0); word(nibble * (vector == 2 ? 16 : 1)); word(vector); word(window) }'
} >held
hmdump -t -e long held >out 2>message
echo "status $?"
order out
grep -vc '^#' out
sed 's/^[^:]*: //' message
