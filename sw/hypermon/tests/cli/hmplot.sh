# SPDX-License-Identifier: Apache-2.0
# Draws each kind in each format with gnuplot: standard error must be empty, the picture must have
# title, source and labels, and the script must have the numbers of hmstat.
. "$TOP/sw/hypermon/tests/hm.bash"
{ send 3 10 4 01 22 33 44; send 15 500 4 02 01 02 03 04 05 06 07 08 09 0A 0B 0C 00 00 00
	echo 0 111 7 3E8; } >frames
{ header; words <frames; } >t
{ header; head -20 frames | words; } >u
for kind in 'rate t' 'rate t u' 'nodes t' 'merging t' 'scaling t u'; do
	echo "== $kind"
	set -- $kind
	hmplot $1 -o p.svg "${@:2}" && grep -c '</svg>' p.svg
	labels p.svg
	hmplot $1 -o p.png "${@:2}" && head -c 4 p.png | tail -c 3 && echo
	hmplot $1 "${@:2}" >chars && grep -c . chars
done
hmplot rate --script=s t
sed -n '/^\$trace0/,/^end/p' s | grep -v -e trace0 -e end | cut -d' ' -f2 |
	awk '{ printf "%.3f\n", $1 }' >a
hmstat -r t | grep -v '^#' | cut -d, -f3 | cmp a - && wc -l <a
hmplot merging --script=s -t "the node's" t
sed -n '/^\$data/,/^end/p' s | sed -n 2,4p
grep -c "the node''s" s
LC_ALL=C.UTF-8 gnuplot s >/dev/null && echo drawn
# a character plot has only lines of text, the last of which is complete and not empty
hmplot merging t >chars
{ head -c 1 chars; tail -c 2 chars; } | od -An -c
{ header '1 FRAME' 3; words <frames; } >lost
hmplot merging lost 2>/dev/null | grep -o 'DATA WERE LOST'
header | run hmplot merging
cat t | run hmplot rate
run hmplot merging -o none/p.svg t
PATH=$(dirname "$(command -v hmplot)") hmplot merging t
# 100,000 frames/s of one node, 50,000 of two: no point may be on the border of the picture
{ header; echo 1 0 1 0 1 0 1 18 | words; } >one
{ header; echo 1 0 1 0 10 0 2 31 | words; } >two
hmplot scaling one two | grep -o A | wc -l
