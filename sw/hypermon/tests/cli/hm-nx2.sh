# SPDX-License-Identifier: Apache-2.0
# The table that is installed is what the machine's operating system sends, no more and no less.
sed -n 's/^\tE(\(0x..\), \([A-Z_]*\), NX2_\([A-Z]*\), \([0-9]*\), .*/\1 \4 \2 \3/p' "$TOP/tb/machine/ipsc2/nx2.h" |
	sed 's/CALLS$/CALL/' | while read -r id bytes name class; do echo "$id $bytes $name ${class,,}"; done >want
grep -v '^#' "$TOP/sw/hypermon/nx2.events" | tr -s ' ' | cmp - want && wc -l <want
