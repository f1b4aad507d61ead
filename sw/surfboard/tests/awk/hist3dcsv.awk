# SPDX-License-Identifier: Apache-2.0
# Does the same as hist3dcsv with fields that fill the address from bit 0 on, for comparison:
# -v widths="W1 W2 ...", bits of each field, the highest first.
# A line of a histogram: bin, count, both in hexadecimal.
BEGIN {
	columns = split(widths, width, " ")
	for (i = 1; i <= columns; i++)
		bits += width[i]
	mask = lshift(1, bits) - 1
}
{ sub(/#.*/, "") }
!NF { next }
{ count[and(strtonum("0x" $1), mask)] += strtonum("0x" $2) }
END {
	n = asorti(count, bin, "@ind_num_asc")
	for (i = 1; i <= n; i++) {
		left = bits
		for (k = 1; k <= columns; k++) {
			left -= width[k]
			printf "%d,", and(rshift(bin[i], left), lshift(1, width[k]) - 1)
		}
		print count[bin[i]]
	}
}
