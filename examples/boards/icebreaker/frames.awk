#!/usr/bin/gawk -f
# SPDX-License-Identifier: Apache-2.0
# Prints the histogram of the frames of frames.v, computed from the text at its beginning: lines as
# surf saves them, number of the bin and packets.
BEGIN {
	x = 1
	for (k = 0; k < 1000; k++) {
		beats = 1 + x % 16
		clocks = (beats - 1) * (1 + int(x / 16) % 4)
		bin[64 * (int(x / 64) % 4) + clocks]++
		x = 2 * x % 65536 + (int(x / 32768) + int(x / 8192) + int(x / 4096) + int(x / 1024)) % 2
	}
	for (i = 0; i < 256; i++)
		if (i in bin)
			printf "%06X %08X\n", i, bin[i]
}
