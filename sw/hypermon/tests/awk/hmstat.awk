# SPDX-License-Identifier: Apache-2.0
# Computes the counts of hmstat; the inputs are the table, and the frames that hmdump prints.
# A line of the table: identifier, bytes, name, class; of hmdump: time in ns, window, vector,
# NODE=NIBBLE...
FNR == 1 { file++ }
/^#/ { next }
file == 1 { nibbles[strtonum($1)] = int(($2 + 3) / 4) * 8; next }
{
	frames++
	if (NF > 4) merged++
	if (frames == 1) first = $2
	last = $2
	for (i = 4; i <= NF; i++) {
		n = split($i, a, "=")
		node = a[1]
		sent[node]++
		have[node]++
		if (have[node] == 1) low = strtonum("0x" a[2]); else if (have[node] == 2) {
			id[node] = idlow[node] + 16 * strtonum("0x" a[2])
			need[node] = nibbles[id[node]]
		}
		if (have[node] == 1) idlow[node] = low
		if (have[node] > 1 && have[node] == need[node]) {
			events[node, id[node]]++
			have[node] = 0
		}
	}
}
END {
	print "frames: " frames
	print "merged frames: " merged
	for (node = 0; node < 16; node++) for (e = 1; e < 255; e++)
		if ((node, e) in events) printf "node %d: %d 0x%02X\n", node, events[node, e], e
}
