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

#> == rate t
#> 1
#> Event frames over time
#> frames/s
#> t: 41 frames in 0.0007928 s
#> time, s
#> PNG
#> 24
#> == rate t u
#> 1
#> 2 traces
#> Event frames over time
#> frames/s
#> t, 5 nodes, 0.0007928 s
#> time, % of the run
#> u, 2 nodes, 0.000428 s
#> PNG
#> 24
#> == nodes t
#> 1
#> Event data of the nodes
#> event bytes/s
#> node
#> t: 41 frames in 0.0007928 s
#> time, s
#> PNG
#> 24
#> == merging t
#> 1
#> Merging of event data in frames
#> frames
#> nodes with data in a frame
#> t: 41 frames in 0.0007928 s
#> PNG
#> 24
#> == scaling t u
#> 1
#> 2 traces
#> Event frames against nodes
#> frames/s
#> nodes that sent
#> PNG
#> 24
#> 100
#> 1 40
#> 2 0
#> 3 1
#> 1
#> drawn
#>           \n
#> DATA WERE LOST
#> $ hmplot merging
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmplot: standard input: no frames
#> status 1
#> $ hmplot rate
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmplot: standard input: this picture requires a file, not a pipe
#> status 1
#> $ hmplot merging -o none/p.svg t
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> ! none/p.svg: No such file or directory
#> status 1
#> 2
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> u: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> u: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> u: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> u: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> u: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> u: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> hmplot: gnuplot is not installed (Debian package gnuplot-nox)
#2> one: no checksum (a file of an earlier version): damage would not be noticed
#2> two: no checksum (a file of an earlier version): damage would not be noticed
