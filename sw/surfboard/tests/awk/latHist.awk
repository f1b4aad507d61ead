# SPDX-License-Identifier: Apache-2.0
# Does the same as latHist, for comparison.
# A line of a trace: index, then the words 0 to 3 of the entry, in hexadecimal (surfrecord.h).
{ sub(/#.*/, "") }
!NF { next }
{
	v = strtonum("0x" substr($2, 3))
	count[v]++
}
END {
	n = asorti(count, value, "@ind_num_asc")
	for (i = 1; i <= n; i++)
		print value[i] "," count[value[i]]
}
