# SPDX-License-Identifier: Apache-2.0
# Tests registers of revision 2 in the shell: capabilities, totals, saturation and a filter; a board
# of the report must refuse them by name.
# shows SB-REV-003
cat >script <<'END'
show capr
htcr = 7
fhcr.size = 1
fhsz.low = 5
fhsz.high = 8
generate count=20 period=2us words=1-16
drain
hmcr.sat = 1
show hmcr
sncr.take = 1
show sncr
show seen_l
show nhst_l
issr.pv = 1
show iscr
END
surf -b sim:trace=4,hist=4,revision=2 script
echo "-> $?"
surf -b sim:trace=4,hist=4,revision=2 -c 'help issr; capr = 0'
echo "-> $?"
for c in 'show capr' 'hmcr.sat = 1' 'fhcr = 3'; do
	surf -b sim:trace=4,hist=4 -c "$c"
	echo "-> $?"
done
surf -b sim:revision=3 -c 'show capr'
echo "-> $?"
