# SPDX-License-Identifier: Apache-2.0
# Looks at pictures of ordinary and of degenerate traces: each packet's cell, bar or point must be
# painted, and ticks, contrast and texts must be right (ci/checks/check-svg). A picture that cannot
# be drawn says why.
. "$TOP/sw/surfboard/tests/export.bash"
# lines "time sender latency size category" to a trace
packets() {
	local i=0 time sender latency size category
	while read -r time sender latency size category; do
		printf '%06X %08X %08X %08X %08X\n' $((i++)) $((sender << 26 | latency)) \
			$((size << 18 | ${category:-0} << 16)) "$time" 0
	done
}
# NAME: draws the kinds of pictures of a trace, and counts what must be seen: different values of
# the columns 1 time, 3 sender, 4 latency, 8 category, 9 size of fields. With many=yes the cells are
# too many to be counted, and only the name must be in the picture.
look() {
	local kind want
	for kind in sizes latencies time joint 'joint -x sender -y size' 'joint -x category -y size' \
		'joint -s' 'joint -l' 'sizes -l'; do
		case $kind in
		sizes*) want=--bars=$(fields <"$1" | awk '{ print $9 }' | sort -u | wc -l) ;;
		*sender*) want=--cells=$(fields <"$1" | awk '{ print $3, $9 }' | sort -u | wc -l) ;;
		*category*) want=--cells=$(fields <"$1" | awk '{ print $8, $9 }' | sort -u | wc -l) ;;
		joint|'joint -l') want=--cells=$(fields <"$1" | awk '{ print $4, $9 }' | sort -u | wc -l) ;;
		time) want=--points=$(fields <"$1" | awk '{ print $1, $4 }' | sort -u | wc -l) ;;
		*) want=--text=packets ;;
		esac
		[ -z "${many:-}" ] || want=--text=$1
		# shellcheck disable=SC2086 # options
		surfplot $kind -o p.svg "$1" 2>err || echo "$1, $kind: not drawn"
		grep -v 'no checksum' err
		"$TOP/ci/checks/check-svg" "$want" p.svg | sed "s/^/$1, $kind: /"
	done
	echo "$1: looked at"
}
echo 1000 1 20 8 | packets >point
for t in 1 2 3; do for i in $(seq 9); do echo $((1000 + 40 * i)) $t $((20 + i)) 8; done; done |
	sort -n | packets >coincide
for i in $(seq 20); do echo $((1000 + i)) 1 $((20 + i)) 8; done | packets >row
for i in $(seq 20); do echo $((1000 + i)) $((i % 4)) 20 "$i"; done | packets >column
for i in $(seq 20); do echo $((1000 + i)) 1 20 8; done | packets >same
for i in $(seq 3500); do echo $((1000 + i / 7)) 1 20 8; done | packets >3500
for trace in point coincide row column same 3500; do look $trace; done
# no latency has overflowed: bit 25 is 0
random_trace 20000 5 | sed 's/ \(.\)[2367ABEF]/ \10/' >many
many=yes look many
# 10^6 packets of 60 sizes: the sender is in bits 31..26 of a word, the size in bits 27..18 of the
# next one
gawk 'BEGIN { for (i = 0; i < 1000000; i++) printf "%06X %08X %08X %08X 00000000\n", i,
	i % 4 * 2^26 + 20 + i * 7 % 499, (1 + i % 60) * 2^18, 1000 + 3 * i }' >million
for kind in sizes joint time; do
	surfplot $kind -o p.svg million 2>err
	bars=
	[ $kind = sizes ] && bars=--bars=60
	"$TOP/ci/checks/check-svg" --text='1000000 packets' $bars p.svg | sed "s/^/$kind: /"
done
echo "million: looked at"
# each of three senders that coincide is seen
surfplot time -o p.svg coincide 2>err
sed -n '/<use.*gpPt/s/.*color=.\(rgb([^)]*)\).*/\1/p' p.svg | sort | uniq -c
# counts of 2^32 - 1
{ echo '000000 00000001'; echo '000008 FFFFFFFF'; } >large.hist
surfplot sizes -b 'bin[9:0] = size' -o p.svg large.hist 2>err
"$TOP/ci/checks/check-svg" --bars=2 p.svg
surfplot joint -x sender -y size -b 'bin[11:10] = sender[1:0]' -b 'bin[9:0] = size' -o p.svg \
	large.hist 2>err
"$TOP/ci/checks/check-svg" --cells=2 p.svg
: >none
run surfplot sizes -o p.svg none
run surfplot joint -x 5000us: -o p.svg point

#> point: looked at
#> coincide: looked at
#> row: looked at
#> column: looked at
#> same: looked at
#> 3500: looked at
#> many: looked at
#> million: looked at
#>       7 rgb(  0, 114, 178)
#>       2 rgb(  0, 158, 115)
#>       3 rgb(213,  94,   0)
#> $ surfplot sizes -o p.svg none
#> ! none: there is nothing in this file
#> status 1
#> $ surfplot joint -x 5000us: -o p.svg point
#> ! point: no packet to draw
#> status 1
