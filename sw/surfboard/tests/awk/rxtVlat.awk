# SPDX-License-Identifier: Apache-2.0
# Does the same as rxtVlat, for comparison.
{ $0 = substr($0, 1, 80) }
{ sub(/#.*/, "") }
!NF { next }
{ print strtonum("0x" substr($3, 6) $4) "," strtonum("0x" substr($2, 3)) }
