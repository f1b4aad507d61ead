# SPDX-License-Identifier: Apache-2.0
# Checks that a copy of a file with the line ends of another system is read like the file, and that
# its damage is detected, too.
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
		traceCheck "$t" >out
		echo "$f, $t: status $?"
	done
	traceFilter $f | grep -v '^#' | sha256sum
done
# a file with mixed line ends is no such copy
{ head -20 lf; tail -n +21 crlf; } >mixed
traceCheck mixed >out
echo "mixed: status $?"
