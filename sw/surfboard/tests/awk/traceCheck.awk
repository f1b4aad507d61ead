# SPDX-License-Identifier: Apache-2.0
# Does the same as traceCheck, for comparison.
# A line of a trace: index, then the words 0 to 3 of the entry, in hexadecimal (surfrecord.h).
{ sub(/#.*/, "") }
!NF { next }
{
	w0 = strtonum("0x" $2)
	now = strtonum("0x" substr($3, 6) $4)
	records++
	if (now < last)
		decreases++
	last = now
	over += and(rshift(w0, 25), 1)
	under += and(rshift(w0, 24), 1)
	sender[rshift(w0, 26)]++
}
END {
	print "records: " records + 0
	print "receive time decreases: " decreases + 0
	print "latency overflows (V): " over + 0
	print "latency underflows (U): " under + 0
	for (i = 0; i < 64; i++)
		if (i in sender)
			print "sender " i ": " sender[i]
}
