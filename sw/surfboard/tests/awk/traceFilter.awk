# SPDX-License-Identifier: Apache-2.0
# Does the same as traceFilter, for comparison: -v s0=N -v s1=N (sender) l0 l1 (latency)
# z0 z1 (size) p0 p1 (page), -v invert=1.
# A line of a trace: index, then the words 0 to 3 of the entry, in hexadecimal (surfrecord.h).
BEGIN {
	if (s1 == "") s1 = 63
	if (l1 == "") l1 = 0xFFFFFF
	if (z1 == "") z1 = 1024
	if (p1 == "") p1 = 0x7FFF
	s0 += 0; l0 += 0; z0 += 0; p0 += 0
	s1 += 0; l1 += 0; z1 += 0; p1 += 0
}
{ sub(/#.*/, "") }
!NF { next }
{
	s = rshift(strtonum("0x" substr($2, 1, 2)), 2)
	l = strtonum("0x" substr($2, 3))
	z = and(rshift(strtonum("0x" $3), 18), 1023)
	if (!z)
		z = 1024
	p = and(rshift(strtonum("0x" $5), 14), 0x7FFF)
	if ((s0 <= s && s <= s1 && l0 <= l && l <= l1 && z0 <= z && z <= z1 && p0 <= p && p <= p1) != \
	    invert)
		print
}
