# SPDX-License-Identifier: Apache-2.0
# Prints the events of hmdump -e from its frames; with dir it writes the files of hmsplit there.
# A line of the table: identifier, bytes, name, class; of hmdump: time in ns, window, vector,
# NODE=NIBBLE...
FNR == 1 { file++ }
/^#/ { next }
file == 1 { bytes[strtonum($1)] = $2; name[strtonum($1)] = $3 " " $4; next }
{
	for (i = 4; i <= NF; i++) {
		n = split($i, a, "=")
		node = a[1]
		if (have[node] == 0) { began[node] = $1; text[node] = "" }
		have[node]++
		if (have[node] % 2) low[node] = a[2]; else {
			text[node] = text[node] " " a[2] low[node]
			if (have[node] == 2) {
				id[node] = strtonum("0x" a[2] low[node])
				need[node] = int((bytes[id[node]] + 3) / 4) * 8
			}
		}
		if (have[node] > 1 && have[node] == need[node]) {
			event = name[id[node]] substr(text[node], 1, 3 * bytes[id[node]])
			if (dir) print began[node], event > (dir "/awk" node)
			else print began[node], node, event
			have[node] = 0
		}
	}
}
