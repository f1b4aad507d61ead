# SPDX-License-Identifier: Apache-2.0
# Does the same as histfold, for comparison: -v mask=N.
# A line of a histogram: bin, count, both in hexadecimal.
{ sub(/#.*/, "") }
!NF { next }
{ count[and(strtonum("0x" $1), mask)] += strtonum("0x" $2) }
END {
	n = asorti(count, bin, "@ind_num_asc")
	for (i = 1; i <= n; i++)
		printf "%06X %08X\n", bin[i], count[bin[i]]
}
