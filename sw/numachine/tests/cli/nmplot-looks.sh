# SPDX-License-Identifier: Apache-2.0
# Looks at pictures of ordinary and of degenerate tables: each count's cell, bar or point must be
# painted, and ticks, contrast and texts must be right (ci/checks/check-svg). A picture that cannot
# be drawn says why.
. "$TOP/sw/numachine/tests/nm.bash"
# KIND TABLE [OPTION]...: draws a picture and counts what must be seen
look() {
	nmplot "$1" -o p.svg "$2" || echo "$1 $2: not drawn"
	"$TOP/ci/checks/check-svg" --text="$2: " "${@:3}" p.svg | sed "s/^/$1 $2: /"
	echo "$1 $2: looked at"
}
page() { echo "$(($1 << 4 | $2)) $3"; } # page station count
{ page 1 0 160; page 1 9 800; } | table flyer >row
for p in $(seq 9); do page "$p" 3 $((p * p)); done | table flyer >column
page 7 15 1 | table flyer >point
for p in 1 2 3; do for s in 0 5 9; do page "$p" "$s" 77; done; done | table flyer >same
{ page 1 0 1; page 2 9 4294967295; } | table flyer >large
for p in $(seq 64); do page "$p" $((p % 16)) $((900 + p)); done | table flyer >64pages
look pages row --cells=2
look pages column --cells=9
look pages point --cells=1
look pages same --cells=9
look pages large --cells=2
look pages 64pages --cells=16 --text='16 of 64 pages'
at() { echo "$(($1 << 10 | $2 << 4 | $3)) $4"; } # depth processor phase count
at 5 7 2 1 | table depth >one
{ at 5 7 2 1; at 63 7 2 4294967295; at 0 7 2 9; } | table depth >high
for phase in $(seq 0 15); do at "$phase" "$phase" "$phase" 3500; done | table depth >phases
look waiting one --cells=1
look waiting high --cells=1
look waiting phases --cells=15
look depths one
look depths high
look depths phases
{ echo "$(event 0 1 0 LV) 3500"; echo "$(event 0 1 2 LI) 1"; } | table histogram0 >states
echo "$(event 0 1 0 LV) 4294967295" | table histogram0 >full
look lines states --bars=2
look labels states
look lines full
look labels full
table flyer </dev/null >none
run nmplot pages -o p.svg none

#> pages row: looked at
#> pages column: looked at
#> pages point: looked at
#> pages same: looked at
#> pages large: looked at
#> pages 64pages: looked at
#> waiting one: looked at
#> waiting high: looked at
#> waiting phases: looked at
#> depths one: looked at
#> depths high: looked at
#> depths phases: looked at
#> lines states: looked at
#> labels states: looked at
#> lines full: looked at
#> labels full: looked at
#> $ nmplot pages -o p.svg none
#> ! nmplot: none: no events
#> status 1
