# SPDX-License-Identifier: Apache-2.0
# Checks that a copy of a file with the line ends of another system is read like the file, and that
# its damage is detected, too.
# shows SB-FIL-001
. "$TOP/sw/surfboard/tests/util.bash"
surf -b sim:trace=4,hist=4 \
	-c 'acdr.lat_n = c; htcr = 1; generate count=100 period=2us; drain; htcr = 0; save trace lf'
sed 's/$/\r/' lf >crlf
tr '\n' '\r' <lf >cr
for f in lf crlf cr; do
	head -c 3000 $f >cut
	sed 's/00000000/00000001/' $f >changed
	head -n -1 $f >endless
	for t in "$f" cut changed endless; do
		[ "$f $t" != 'cr endless' ] || continue
		tallyboard traceCheck "$t" >out
		echo "$f, $t: status $?"
	done
	tallyboard traceFilter $f | grep -v '^#' | sha256sum
done
# a file with mixed line ends is no such copy
{ head -20 lf; tail -n +21 crlf; } >mixed
tallyboard traceCheck mixed >out
echo "mixed: status $?"

#> lf: 100 entries
#> lf, lf: status 0
#> lf, cut: status 1
#> lf, changed: status 1
#> lf, endless: status 1
#> e55c43824ec9577382af07cf469888bcf17f0e815d415047375f8ce8c1683d6a  -
#> crlf, crlf: status 0
#> crlf, cut: status 1
#> crlf, changed: status 1
#> crlf, endless: status 1
#> e55c43824ec9577382af07cf469888bcf17f0e815d415047375f8ce8c1683d6a  -
#> cr, cr: status 0
#> cr, cut: status 1
#> cr, changed: status 1
#> e55c43824ec9577382af07cf469888bcf17f0e815d415047375f8ce8c1683d6a  -
#> mixed: status 1
#2> cut:74: index is not 6 digits long
#2> changed:108: the file is damaged: its checksum is wrong
#2> endless:107: the file is cut off: its end line is missing
#2> cut:72: word is not 8 digits long
#2> changed:108: the file is damaged: its checksum is wrong
#2> endless:107: the file is cut off: its end line is missing
#2> cut:74: index is not 6 digits long
#2> changed:108: the file is damaged: its checksum is wrong
#2> mixed:108: the file is damaged: its checksum is wrong
