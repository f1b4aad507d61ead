# SPDX-License-Identifier: Apache-2.0
# Does the same as makeHist, for comparison.
# A line of a trace: index, then the words 0 to 3 of the entry, in hexadecimal (surfrecord.h).
{ sub(/#.*/, "") }
!NF { next }
{
	count[and(rshift(strtonum("0x" $3), 18), 1023) * 4096 + strtonum("0x" substr($2, 6))]++
}
END {
	n = asorti(count, bin, "@ind_num_asc")
	for (i = 1; i <= n; i++)
		printf "%06X %08X\n", bin[i], count[bin[i]]
}
