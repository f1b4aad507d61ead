# SPDX-License-Identifier: Apache-2.0
# Does the same as makeHist, for comparison.
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
