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
