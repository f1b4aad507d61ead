# SPDX-License-Identifier: Apache-2.0
# Draws each kind in each format with gnuplot: standard error must be empty, and the picture must
# have title, source and labels.
. "$TOP/sw/surfboard/tests/export.bash"
random_trace 300 3 >r.trace
{ tail -n 100 r.trace; head -n 20 r.trace; } >ring.trace
for kind in sizes latencies time joint 'joint -s' 'joint -x time -y page' 'sizes -l' 'joint -l' \
	'joint -s -l'; do
	echo "== $kind"
	# shellcheck disable=SC2086 # options
	surfplot $kind -o p.svg r.trace && grep -c '</svg>' p.svg
	labels p.svg
	# shellcheck disable=SC2086
	surfplot $kind -o p.png r.trace && head -c 4 p.png | tail -c 3 && echo
	# shellcheck disable=SC2086
	surfplot $kind r.trace |
		sed -n 's/.*\(Packets by [a-z]*\|Latency against.*time\|Joint dist.*[a-z]\).*/terminal: \1/p'
done
surfplot time -o p.svg ring.trace && grep -c 'ring.trace: .* of 120 packets' p.svg
# the script alone must draw the same picture
surfplot joint -o p.svg --script=s r.trace && LC_ALL=C.UTF-8 gnuplot s | cmp - p.svg
# a character plot of every size from 1 to 23 and every latency of a unit must have no gap
for ((i = 0; i < 23 * 200; i++)); do
	printf '%06X %08X %08X %08X 00000000\n' $i $((i / 23)) $(((i % 23 + 1) << 18)) $((i + 1))
done >full.trace
echo '== characters'
surfplot sizes full.trace
surfplot latencies full.trace | grep -c '^.\{8\}|\*\{66\}|'
surfplot joint full.trace | grep -c '^.\{8\}|@\{66\}|'
