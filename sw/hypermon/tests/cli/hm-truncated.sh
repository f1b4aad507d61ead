# SPDX-License-Identifier: Apache-2.0
# Tests traces that are truncated at five places, or damaged: errors have file and offset, and
# complete frames are used.
# shows HM-TOOL-008
. "$TOP/sw/hypermon/tests/hm.bash"
{ header; send 3 10 4 01 22 33 44 | words; } >t
for bytes in 639 636 632 625 513; do
	head -c $bytes t >cut
	run hmstat cut | sed -n '/cut/p;/^frames:/p;/status/p'
	run hmdump -e table cut | grep -v '^# [^l]'
done
hmplot merging --script=s cut
echo "status $?"
ls s
# truncated between two frames: the header has the number of frames
{ header '0 none' 0 frames 800 3; echo 1 0 1 2 3 0 1 4 5 0 1 6 | words; } >u
run hmdump u | grep -c 0001
for bytes in 544 512; do
	head -c $bytes u >cut
	run hmstat cut | sed -n '/cut/p;/^frames:/p;/status/p'
done
run hmstat -r cut | grep -v '^[0-9]'
gzip <cut | run hmexport -f json -o j
{ cat u; echo 7 0 1 8 | words; } >bad
run hmstat bad | sed -n '/bad/p;/^frames:/p;/status/p'
sed 's/frames: 3/frames: x/' u >bad
run hmstat bad
for status in 1x '3, FRAME' 16 none; do
	{ header "$status"; send 3 10 4 01 | words; } >bad
	run hmstat bad
done
for bytes in 0 100 511; do
	head -c $bytes t >cut
	run hmdump cut
done
sed 's/window: 800/window: 900/' t >bad
run hmstat bad
sed 's/nodes: 16/nodes: 02/' t >bad
run hmstat -r bad | grep -v ,
{ cat t; echo 1 2 0 3 | words; } >bad
run hmdump bad | sed -n '/bad/p;/ 3=4/p;$p'
{ header 'at end'; send 3 10 4 01 | words; } >bad
run hmdump bad | sed -n '/bad/p;/lost/p;/ 3=/p;$p'
{ header 'at end'; send 3 10 4 01 | words; echo 0 0 0 0 0 0 1 9 | words; } >bad
run hmdump bad | sed -n '/bad/p;/lost/p;/ 3=/p;$p'
{ header '0 none' 0 words; echo 80020003 5 11 22 00010001 33 80030001 6 44 | words; } >bad
run hmdump bad
gzip <t | head -c 60 >bad
run hmdump bad
run hmdump nowhere
run hmdump .

#> $ hmstat cut
#> frames: 7
#> ! cut: offset 624: the file ends within a frame
#> status 1
#> $ hmdump -e table cut
#> # lost: nothing
#> ! cut: offset 624: the file ends within a frame
#> ! cut: node 3: the event of 8000 ns, nibble 0, has no end
#> status 1
#> $ hmstat cut
#> frames: 7
#> ! cut: offset 624: the file ends within a frame
#> status 1
#> $ hmdump -e table cut
#> # lost: nothing
#> ! cut: offset 624: the file ends within a frame
#> ! cut: node 3: the event of 8000 ns, nibble 0, has no end
#> status 1
#> $ hmstat cut
#> frames: 7
#> ! cut: offset 624: the file ends within a frame
#> status 1
#> $ hmdump -e table cut
#> # lost: nothing
#> ! cut: offset 624: the file ends within a frame
#> ! cut: node 3: the event of 8000 ns, nibble 0, has no end
#> status 1
#> $ hmstat cut
#> frames: 7
#> ! cut: offset 624: the file ends within a frame
#> status 1
#> $ hmdump -e table cut
#> # lost: nothing
#> ! cut: offset 624: the file ends within a frame
#> ! cut: node 3: the event of 8000 ns, nibble 0, has no end
#> status 1
#> $ hmstat cut
#> frames: 0
#> ! cut: offset 512: the file ends within a frame
#> status 1
#> $ hmdump -e table cut
#> # lost: nothing
#> ! cut: offset 512: the file ends within a frame
#> status 1
#> status 1
#> 3
#> $ hmstat cut
#> frames: 2
#> ! cut: offset 544: the file ends before the last frame
#> status 1
#> $ hmstat cut
#> frames: 0
#> ! cut: offset 512: the file ends before the last frame
#> status 1
#> $ hmstat -r cut
#> # lost: nothing
#> ! cut: offset 512: the file ends before the last frame
#> ! cut: no frames
#> status 1
#> $ hmexport -f json -o j
#> ! standard input: offset 512: the file ends before the last frame
#> status 1
#> $ hmstat bad
#> frames: 4
#> ! bad: offset 576: there are more frames than were recorded
#> status 1
#> $ hmstat bad
#> ! hmstat: bad:10: frames is not a number
#> status 1
#> $ hmstat bad
#> ! hmstat: bad:8: the status is no number
#> status 1
#> $ hmstat bad
#> ! hmstat: bad:8: the status is no number
#> status 1
#> $ hmstat bad
#> ! hmstat: bad:8: the status has four bits
#> status 1
#> $ hmstat bad
#> ! hmstat: bad:8: the status is no number
#> status 1
#> $ hmdump cut
#> ! hmdump: cut: offset 0: the file ends within the header
#> status 1
#> $ hmdump cut
#> ! hmdump: cut: offset 0: the file ends within the header
#> status 1
#> $ hmdump cut
#> ! hmdump: cut: offset 0: the file ends within the header
#> status 1
#> $ hmstat bad
#> ! hmstat: bad:5: the window is 800, 400 or 200 ns
#> status 1
#> $ hmstat -r bad
#> # lost: nothing
#> ! bad: offset 512: a frame of a node that the board does not have
#> ! bad: no frames
#> status 1
#> $ hmdump bad
#> 27200 34 0008 3=4
#> 30400 38 0008 3=4
#> ! bad: offset 640: a frame without a node
#> status 1
#> $ hmdump bad
#> # lost: see the end
#> 8000 10 0008 3=1
#> 11200 14 0008 3=0
#> ! bad: offset 544: the end of the recording is missing: what was lost is not known
#> ! bad: offset 544: the end of the recording is missing: what was lost is not known
#> status 1
#> $ hmdump bad
#> # lost: see the end
#> 8000 10 0008 3=1
#> 11200 14 0008 3=0
#> # lost: nothing
#> ! bad: offset 560: there are data after the end of the recording
#> status 1
#> $ hmdump bad
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> 4000 5 0003 0=00000011 1=00000022
#> 4000 5 0001 0=00000033
#> ! bad: offset 536: the file ends within a frame
#> status 1
#> $ hmdump bad
#> ! hmdump: bad: compressed data end too early
#> status 1
#> $ hmdump nowhere
#> ! hmdump: nowhere: No such file or directory
#> status 1
#> $ hmdump .
#> ! hmdump: .: Is a directory
#> status 1
#2> cut: offset 512: the file ends within a frame
#2> hmplot: cut: no frames
#2> ls: cannot access 's': No such file or directory
