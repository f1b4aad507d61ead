# SPDX-License-Identifier: Apache-2.0
# Sixteen nodes send events at the same time, and each file must have the events of its node. Then
# one node sends an identifier that is not in the table.
# shows HM-TOOL-005 HM-IO-005
. "$TOP/sw/hypermon/tests/hm.bash"
RANDOM=5
for ((node = 0; node < 16; node++)); do
	window=$((node * 3))
	for ((k = 0; k < 12; k++)); do
		case $((RANDOM % 3)) in
		0) printf -v r '%02X %02X %02X' $((RANDOM & 255)) $((RANDOM & 255)) $node
		e=(01 $r) n=4 name='send message' ;;
		1) printf -v r '%02X ' $((RANDOM & 255)) 1 2 3 4 5 6 7 8 9 10 11
		e=(02 $r 00 00 00) n=13 name='call system' ;;
		2) printf -v r '%02X' $((RANDOM & 255)); e=(30 $r 00 00) n=2 name='switch state' ;;
		esac
		echo "$((window * 800)) $name ${e[*]:0:$n}" >>want$node
		send $node $window 16 "${e[@]}" >>all
		window=$((window + 16 * 2 * ${#e[@]}))
	done
done
joined <all | tee frames | words >body
{ header; cat body; } >t
run hmsplit -e table -d out t
for ((node = 0; node < 16; node++)); do
	printf -v file out/node%02d.events $node
	grep -v '^#' "$file" | cmp - want$node || echo "node $node differs"
done
grep '^#' out/node07.events
# a gawk program must find the same events in the frames
hmdump t >text
gawk -f "$TOP/sw/hypermon/tests/awk/events.awk" table text | sort >a
hmdump -e table t | grep -v '^#' | sort | cmp - a && wc -l <a
gawk -f "$TOP/sw/hypermon/tests/awk/hmstat.awk" table text | grep 0x | sort >a
hmstat -e table t | grep 0x | cut -d' ' -f1-4 | sort | cmp - a && wc -l <a
# another identifier in the sixth event of node 5
bad=$(sed -n 6p want5)
at=$((${bad%% *} / 800))
while read -r high low vector stamp; do
	if ((16#$stamp == at + 16)); then printf -v low %X $((16#$low | 15 << 4 * 5)); fi
	echo "$high $low $vector $stamp"
done <frames >frames2
{ header; words <frames2; } >t2
hmsplit -e table -d out2 t2 2>err
echo "status $?"
[ "$(wc -l <err)" = 2 ] &&
	sed 's/0x[0-9A-F]* of [0-9]* ns, nibble [0-9]*/0xID of T ns, nibble N/' err
grep -c "of ${bad%% *} ns" err
for ((node = 0; node < 16; node++)); do
	printf -v file node%02d.events $node
	if [ $node = 5 ]; then
		grep -v '^#' out2/$file | cmp - <(head -5 want5)
	else
		cmp out/$file out2/$file
	fi
done
# no folder, no file
run hmsplit -e table -d /dev/null t
run hmsplit -e nowhere t
run hmsplit t
# if one file cannot be written, all others stay as they were
mkfifo slow
hmsplit -e table -d out slow >said 2>&1 &
exec 3>slow
head -c 600 t >&3
while [ "$(ls -l /proc/$!/fd 2>/dev/null | grep -c /out)" != 16 ]; do sleep 0.02; done
for f in out/*; do echo old >"$f"; done
rm out/node09.events
mkdir out/node09.events
tail -c +601 t >&3
exec 3>&-
wait $!
echo "status $?"
cat said
rmdir out/node09.events
cat out/* | uniq -c
killed_between "$(echo out/node{00..15}.events)" hmsplit -e table -d out t
board b
killed_between "groups trace" hmrecord -b unix:b -c 'frames 30 1 0001' -n 30 -o trace \
	--groups=groups
again() { rm -rf ctf && hmexport -f ctf -e table -o ctf t; }
killed_between "$(echo ctf/node{00..15} ctf/board ctf/metadata)" again

#> $ hmsplit -e table -d out t
#> lost: nothing
#> out/node00.events: 12 events
#> out/node01.events: 12 events
#> out/node02.events: 12 events
#> out/node03.events: 12 events
#> out/node04.events: 12 events
#> out/node05.events: 12 events
#> out/node06.events: 12 events
#> out/node07.events: 12 events
#> out/node08.events: 12 events
#> out/node09.events: 12 events
#> out/node10.events: 12 events
#> out/node11.events: 12 events
#> out/node12.events: 12 events
#> out/node13.events: 12 events
#> out/node14.events: 12 events
#> out/node15.events: 12 events
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> # file: events of a node
#> # board: hypermon
#> # node: 7
#> # window: 800 ns
#> # seed: 1
#> # status: none
#> # lost frames: 0
#> 192
#> 48
#> lost: nothing
#> out2/node00.events: 12 events
#> out2/node01.events: 12 events
#> out2/node02.events: 12 events
#> out2/node03.events: 12 events
#> out2/node04.events: 12 events
#> out2/node05.events: 5 events
#> out2/node06.events: 12 events
#> out2/node07.events: 12 events
#> out2/node08.events: 12 events
#> out2/node09.events: 12 events
#> out2/node10.events: 12 events
#> out2/node11.events: 12 events
#> out2/node12.events: 12 events
#> out2/node13.events: 12 events
#> out2/node14.events: 12 events
#> out2/node15.events: 12 events
#> status 1
#> t2: node 5: identifier 0xID of T ns, nibble N, is not in the table; the rest of the data of this node is ignored
#> t2: no checksum (a file of an earlier version): damage would not be noticed
#> 1
#> $ hmsplit -e table -d /dev/null t
#> lost: nothing
#> ! hmsplit: /dev/null/node00.events: Not a directory
#> status 1
#> $ hmsplit -e nowhere t
#> ! nowhere: No such file or directory
#> status 1
#> $ hmsplit t
#> ! hmsplit: no event table; use -e TABLE
#> ! Try 'hmsplit --help'.
#> status 2
#> status 1
#> slow: no checksum (a file of an earlier version): damage would not be noticed
#> hmsplit: out/node09.events: Is a directory
#> lost: nothing
#>      15 old
#> hmsplit -e table -d out t: killed 16 times
#> hmrecord -b unix:b -c frames 30 1 0001 -n 30 -o trace --groups=groups: killed 2 times
#> again: killed 18 times
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
#2> t: no checksum (a file of an earlier version): damage would not be noticed
