# SPDX-License-Identifier: Apache-2.0
# Checks that sorting gives the same events of four nodes in the order of their times, and needs
# memory that does not grow with the trace.
# shows HM-ANA-006
. "$TOP/sw/hypermon/tests/hm.bash"
hmrecord -c 'program life nodes=4' -t 60ms -o t >/dev/null
events=$TOP/sw/hypermon/nx2.events
order() { awk '!/^#/ && $1 < last { n++ } !/^#/ { last = $1 }
	END { print (n > 0 ? "not in order" : "in order") }' "$1"; }
hmdump -e "$events" t >plain
hmdump -t -e "$events" t >sorted
order plain
order sorted
cmp <(grep -v '^#' plain | sort) <(grep -v '^#' sorted | sort) && echo 'the same events'
# one node sends a single event while the others send 70,000: it ends too late to be sorted, which
# must be reported
printf '1 2 a m\n2 64 b m\nsent bytes\n' >long
{
	header
	gawk 'BEGIN {
		ORS = ""; BINMODE = 3
		put(1, 2, 2)
		put(2, 0, 2)
		for (i = 0; i < 70000; i++) { w = 10 + 4 * i; put(w, 1, 1); put(w + 1, 0, 1); put(w + 2, 0, 1);
			put(w + 3, 0, 1) }
		for (i = 0; i < 126; i++) put(300000 + i, 1, 2)
	}
	function word(v, i) { for (i = 0; i < 4; i++) { printf "%c", v % 256; v = int(v / 256) } }
	function put(window, nibble, vector) { word(0); word(nibble * (vector == 2 ? 16 : 1));
		word(vector); word(window) }'
} >held
hmdump -t -e long held >out 2>message
echo "status $?"
order out
grep -vc '^#' out
sed 's/^[^:]*: //' message
# 5 million frames: 489 times 10,240 with complete events of four nodes; the windows wrap during
# them
printf '1 4 a m\nsent bytes\n' >short
gawk 'BEGIN {
	ORS = ""; BINMODE = 3; srand(1); w = 10
	for (i = 0; i < 320; i++) {
		for (n = 0; n < 4; n++) left[n] = 2
		for (k = 0; k < 8; k++) {
			do n = int(4 * rand()); while (!left[n])
			# the node sends half of an event, and then waits for the others
			for (j = 0; j < 4; j++) put(w += 1 + int(3 * rand()), left[n] == 2 && j == 0 ? 1 : 0, n)
			left[n]--
		}
		if (i % 4 == 3) w += 50
	}
}
function word(v, i) { for (i = 0; i < 4; i++) { printf "%c", v % 256; v = int(v / 256) } }
function put(window, nibble, node) { word(0); word(nibble * 16 ^ node); word(2 ^ node);
	word(window) }' >chunk
{ header; for ((i = 0; i < 489; i++)); do cat chunk; done; } >large
stat -c %s large
# sanitizers need terabytes of address space
case $(command -v hmdump) in *sanitized*) memory=unlimited ;; *) memory=60000 ;; esac
(ulimit -v $memory; hmdump -t -e short large 2>message) >out
order out
grep -vc '^#' out

#> not in order
#> in order
#> the same events
#> status 1
#> not in order
#> 70001
#> no checksum (a file of an earlier version): damage would not be noticed
#> more than 65536 events ended while they lasted
#> 80118272
#> in order
#> 625920
