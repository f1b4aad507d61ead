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
