# SPDX-License-Identifier: Apache-2.0
# Runs every tool on recordings with each bit of STATUS and lost frames: it must report the losses
# first, end with status 1, and still write its output.
# shows HM-OVR-006
. "$TOP/sw/hypermon/tests/hm.bash"
send 3 10 4 01 22 33 44 >frames
each() {
	for tool in 'hmdump t' 'hmdump -e table t' 'hmstat t' 'hmstat -r t' 'hmsplit -e table -d d t' \
		'hmsize t'; do
		echo "== $tool"
		$tool 2>err | head -1
		echo "status ${PIPESTATUS[0]}"
		cat err
	done
	for tool in 'hmexport -f ctf -o c t' 'hmexport -o j.json t' 'hmplot merging -o p.svg t' \
		'hmplot rate --script=p t'; do
		echo "== $tool"
		$tool
		echo "status $?"
	done
	ls c/metadata j.json p.svg p
	rm -r c j.json p.svg p d
}
for status in '1 FRAME' '2 VEC' '4 NODE' '8 LATE'; do
	{ header "$status" $((${status%% *} & 1)); words <frames; } >t
	echo "==== $status"
	each 2>&1
done
# the losses are at the end of a stream
echo '==== at the end'
{ header 'at end'; words <frames; echo 9 77 0 0 | words; } >t
each 2>&1
for tool in hmdump 'hmdump -e table' hmstat 'hmsplit -e table' hmsize; do
	echo "== $tool, from a pipe"
	cat t | $tool | sed -n '1p;/lost:/p'
	echo "status ${PIPESTATUS[1]}"
done
board b
echo '==== a board'
hmrecord -b unix:b -c 'frames 2000 1 1' -n 1024 -o r
echo "status $?"
hmstat -b unix:b -c 'frames 2000 1 1' -n 1024 | head -2
echo "status ${PIPESTATUS[0]}"
hmstatus -b unix:b -c 'status 8' | head -1
echo "status ${PIPESTATUS[0]}"

#> ==== 1 FRAME
#> == hmdump t
#> # lost: 1 frames; STATUS 1 FRAME
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmdump -e table t
#> # lost: 1 frames; STATUS 1 FRAME
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat t
#> lost: 1 frames; STATUS 1 FRAME
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat -r t
#> # lost: 1 frames; STATUS 1 FRAME
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsplit -e table -d d t
#> lost: 1 frames; STATUS 1 FRAME
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsize t
#> lost: 1 frames; STATUS 1 FRAME
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> t: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> == hmexport -f ctf -o c t
#> data were lost: 1 frames; STATUS 1 FRAME
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmexport -o j.json t
#> data were lost: 1 frames; STATUS 1 FRAME
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot merging -o p.svg t
#> data were lost: 1 frames; STATUS 1 FRAME
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot rate --script=p t
#> data were lost: 1 frames; STATUS 1 FRAME
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> c/metadata
#> j.json
#> p
#> p.svg
#> ==== 2 VEC
#> == hmdump t
#> # lost: data; STATUS 2 VEC
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmdump -e table t
#> # lost: data; STATUS 2 VEC
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat t
#> lost: data; STATUS 2 VEC
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat -r t
#> # lost: data; STATUS 2 VEC
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsplit -e table -d d t
#> lost: data; STATUS 2 VEC
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsize t
#> lost: data; STATUS 2 VEC
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> t: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> == hmexport -f ctf -o c t
#> data were lost: data; STATUS 2 VEC
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmexport -o j.json t
#> data were lost: data; STATUS 2 VEC
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot merging -o p.svg t
#> data were lost: data; STATUS 2 VEC
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot rate --script=p t
#> data were lost: data; STATUS 2 VEC
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> c/metadata
#> j.json
#> p
#> p.svg
#> ==== 4 NODE
#> == hmdump t
#> # lost: data; STATUS 4 NODE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmdump -e table t
#> # lost: data; STATUS 4 NODE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat t
#> lost: data; STATUS 4 NODE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat -r t
#> # lost: data; STATUS 4 NODE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsplit -e table -d d t
#> lost: data; STATUS 4 NODE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsize t
#> lost: data; STATUS 4 NODE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> t: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> == hmexport -f ctf -o c t
#> data were lost: data; STATUS 4 NODE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmexport -o j.json t
#> data were lost: data; STATUS 4 NODE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot merging -o p.svg t
#> data were lost: data; STATUS 4 NODE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot rate --script=p t
#> data were lost: data; STATUS 4 NODE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> c/metadata
#> j.json
#> p
#> p.svg
#> ==== 8 LATE
#> == hmdump t
#> # lost: data; STATUS 8 LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmdump -e table t
#> # lost: data; STATUS 8 LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat t
#> lost: data; STATUS 8 LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat -r t
#> # lost: data; STATUS 8 LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsplit -e table -d d t
#> lost: data; STATUS 8 LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsize t
#> lost: data; STATUS 8 LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> t: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> == hmexport -f ctf -o c t
#> data were lost: data; STATUS 8 LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmexport -o j.json t
#> data were lost: data; STATUS 8 LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot merging -o p.svg t
#> data were lost: data; STATUS 8 LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot rate --script=p t
#> data were lost: data; STATUS 8 LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> c/metadata
#> j.json
#> p
#> p.svg
#> ==== at the end
#> == hmdump t
#> # lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmdump -e table t
#> # lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat t
#> lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmstat -r t
#> # lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsplit -e table -d d t
#> lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> == hmsize t
#> lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> t: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> == hmexport -f ctf -o c t
#> data were lost: 119 frames; STATUS 9 FRAME LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmexport -o j.json t
#> data were lost: 119 frames; STATUS 9 FRAME LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot merging -o p.svg t
#> data were lost: 119 frames; STATUS 9 FRAME LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> == hmplot rate --script=p t
#> data were lost: 119 frames; STATUS 9 FRAME LATE
#> t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> c/metadata
#> j.json
#> p
#> p.svg
#> == hmdump, from a pipe
#> # lost: see the end
#> # lost: see the end
#> # lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> == hmdump -e table, from a pipe
#> # lost: see the end
#> # lost: see the end
#> # lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> == hmstat, from a pipe
#> lost: 119 frames; STATUS 9 FRAME LATE
#> lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> == hmsplit -e table, from a pipe
#> lost: 119 frames; STATUS 9 FRAME LATE
#> lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> == hmsize, from a pipe
#> lost: 119 frames; STATUS 9 FRAME LATE
#> lost: 119 frames; STATUS 9 FRAME LATE
#> status 1
#> ==== a board
#> 1024 frames, 16384 bytes, 478 lost
#> status 1
#> lost: 478 frames; STATUS 1 FRAME
#> window: 800 ns
#> status 1
#> lost: 478 frames; STATUS 9 FRAME LATE
#> status 1
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#2> data were lost: 478 frames; STATUS 1 FRAME
