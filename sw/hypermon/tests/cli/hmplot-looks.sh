# SPDX-License-Identifier: Apache-2.0
# Looks at pictures of ordinary and of degenerate traces: each count's cell, bar or point must be
# painted, and ticks, contrast and texts must be right (ci/checks/check-svg). A picture that cannot
# be drawn says why.
. "$TOP/sw/hypermon/tests/hm.bash"
look() { # KIND TRACE [OPTION]...
	rm -f p.svg
	hmplot $1 -o p.svg $2 2>err
	[ -s p.svg ] || echo "$1 $2: not drawn"
	grep -v -e 'has no end$' -e 'no checksum' err
	"$TOP/ci/checks/check-svg" --text="${2%% *}" "${@:3}" p.svg | sed "s|^|$1 $2: |"
	echo "$1 $2: looked at"
}
{ header; echo 1 0 1 0 | words; } >point
{ header; send 3 10 4 01 22 33 44 | words; } >row
{ header; for ((i = 0; i < 3500; i++)); do echo 1 0 1 1; done | words; } >3500
hmrecord -c 'program life nodes=16' -t 45ms -o life >out
hmrecord -c 'program life nodes=2' -t 9ms -o two >out
cp "$TOP/sw/hypermon/nx2.events" nx2
for trace in point row 3500 life; do
	for kind in rate nodes merging scaling; do look $kind $trace; done
done
look nodes point --cells=1
look merging row --bars=1
look merging 3500 --bars=1
for trace in life two; do
	cells=$(hmprogram -m -e nx2 $trace 2>err | grep -c '^[0-9]')
	look messages "$trace -e nx2" --cells="$cells"
	look states "$trace -e nx2"
done
header >none
run hmplot merging -o p.svg none
run hmplot nodes -o p.svg none
run hmplot states -e nx2 -o p.svg point
{ header '1 FRAME' 3; frames_of life 128; } >lossy # without the last frames
hmplot states -e nx2 -o p.svg lossy 2>&1 | grep -o 'lossy: no states: data were lost'
hmplot messages -e nx2 -o p.svg lossy 2>&1 | grep -o 'lossy: no messages: data were lost'

#> rate point: looked at
#> nodes point: looked at
#> merging point: looked at
#> scaling point: looked at
#> rate row: looked at
#> nodes row: looked at
#> merging row: looked at
#> scaling row: looked at
#> rate 3500: looked at
#> nodes 3500: looked at
#> merging 3500: looked at
#> scaling 3500: looked at
#> rate life: looked at
#> nodes life: looked at
#> merging life: looked at
#> scaling life: looked at
#> nodes point: looked at
#> merging row: looked at
#> merging 3500: looked at
#> messages life -e nx2: looked at
#> states life -e nx2: looked at
#> messages two -e nx2: looked at
#> states two -e nx2: looked at
#> $ hmplot merging -o p.svg none
#> ! none: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmplot: none: no frames
#> status 1
#> $ hmplot nodes -o p.svg none
#> ! none: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmplot: none: no frames
#> status 1
#> $ hmplot states -e nx2 -o p.svg point
#> ! point: no checksum (a file of an earlier version): damage would not be noticed
#> ! point: node 0: the event of 0 ns, nibble 0, has no end
#> ! hmplot: point: no states in this time
#> status 1
#> lossy: no states: data were lost
#> lossy: no messages: data were lost
