# SPDX-License-Identifier: Apache-2.0
# Does the same as rxtVlat, for comparison.
# A line of a trace: index, then the words 0 to 3 of the entry, in hexadecimal (surfrecord.h).
{ $0 = substr($0, 1, 80) }
{ sub(/#.*/, "") }
!NF { next }
{ print strtonum("0x" substr($3, 6) $4) "," strtonum("0x" substr($2, 3)) }
