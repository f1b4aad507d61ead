# SPDX-License-Identifier: Apache-2.0
# Does the same as pageHist, for comparison.
# A line of a trace: index, then the words 0 to 3 of the entry, in hexadecimal (surfrecord.h).
{ sub(/#.*/, "") }
!NF { next }
{
	v = and(rshift(strtonum("0x" $5), 14), 0x7FFF)
	count[v]++
}
END {
	n = asorti(count, value, "@ind_num_asc")
	for (i = 1; i <= n; i++)
		print value[i] "," count[value[i]]
}
