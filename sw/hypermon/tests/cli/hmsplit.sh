# SPDX-License-Identifier: Apache-2.0
# Sixteen nodes send events at the same time; each file has what its node sent. One node then
# sends what is not in the table.
# shows HM-TOOL-005 HM-IO-005
. "$TOP/sw/hypermon/tests/hm.bash"
RANDOM=5
for ((node = 0; node < 16; node++)); do
	window=$((node * 3))
	for ((k = 0; k < 12; k++)); do
		case $((RANDOM % 3)) in
		0) e=(01 $(printf '%02X %02X %02X' $((RANDOM & 255)) $((RANDOM & 255)) $node)) n=4 name='send message' ;;
		1) e=(02 $(printf '%02X ' $((RANDOM & 255)) 1 2 3 4 5 6 7 8 9 10 11) 00 00 00) n=13 name='call system' ;;
		2) e=(30 $(printf '%02X' $((RANDOM & 255))) 00 00) n=2 name='switch state' ;;
		esac
		echo "$((window * 800)) $name ${e[*]:0:$n}" >>want$node
		send $node $window 16 "${e[@]}" >>all
		window=$((window + 16 * 2 * ${#e[@]}))
	done
done
# nibbles of one window are in one frame
awk '{ w = $4; a[w] = a[w] " " $1; b[w] = b[w] " " $2; c[w] = c[w] " " $3 } END { for (w in a) print w "|" a[w] "|" b[w] "|" c[w] }' all |
	while IFS='|' read -r w a b c; do
		x=0 y=0 z=0
		for n in $a; do x=$((x | 16#$n)); done
		for n in $b; do y=$((y | 16#$n)); done
		for n in $c; do z=$((z | 16#$n)); done
		printf '%X %X %X %s\n' $x $y $z "$w"
	done | sorted | tee frames | words >body
{ header; cat body; } >t
run hmsplit -e table -d out t
for ((node = 0; node < 16; node++)); do
	file=out/node$(printf %02d $node).events
	grep -v '^#' "$file" | cmp - want$node || echo "node $node differs"
done
grep '^#' out/node07.events
# a gawk program finds the same events in the frames
hmdump t >text
gawk -f "$TOP/sw/hypermon/tests/awk/events.awk" table text | sort >a
hmdump -e table t | grep -v '^#' | sort | cmp - a && wc -l <a
gawk -f "$TOP/sw/hypermon/tests/awk/hmstat.awk" table text | grep 0x | sort >a
hmstat -e table t | grep 0x | cut -d' ' -f1-4 | sort | cmp - a && wc -l <a
# another identifier of node 5, in its sixth event
bad=$(sed -n 6p want5)
at=$((${bad%% *} / 800))
awk -v w="$(printf %X $((at + 16)))" '{ if ($4 == w) { y = $2; sub(/^.*$/, sprintf("%X", 1), x) } print }' frames |
	while read -r a b c d; do
		if [ "$d" = "$(printf %X $((at + 16)))" ]; then b=$(printf %X $((16#$b | 15 << 20))); fi
		echo "$a $b $c $d"
	done >frames2
{ header; words <frames2; } >t2
hmsplit -e table -d out2 t2 2>err
echo "status $?"
[ "$(wc -l <err)" = 1 ] && sed 's/0x[0-9A-F]* of [0-9]* ns, nibble [0-9]*/0xID of T ns, nibble N/' err
grep -c "of ${bad%% *} ns" err
for ((node = 0; node < 16; node++)); do
	file=node$(printf %02d $node).events
	if [ $node = 5 ]; then grep -v '^#' out2/$file | cmp - <(head -5 want5); else cmp out/$file out2/$file; fi
done
# no folder, no file
run hmsplit -e table -d /dev/null t
run hmsplit -e nowhere t
run hmsplit t
