# SPDX-License-Identifier: Apache-2.0
# Checks the script of each kind of picture of a small trace: data, ranges, labels, title.
. "$TOP/sw/surfboard/tests/export.bash"
{ sample; echo '00000D 04000133 00041000 000F2000 00123457'; } >"it's.trace"
draw() {
	echo "== $*"
	surfplot "$@" --script=- "it's.trace"
}
draw sizes
draw latencies --linear -o a.svg | grep -v -e '^set [bltr]' -e '^# '
draw time -t 'One more'
draw time -o a.png -x 429s:430s -y :20 | grep -v -e '^set [bltr]m' -e '^# '
draw joint -y sender
draw joint -s -x color -y category -o a.svg
head -5 a.svg | grep -c '<svg'
grep -c '</svg>' a.svg
