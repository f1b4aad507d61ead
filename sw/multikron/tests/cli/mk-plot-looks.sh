# SPDX-License-Identifier: Apache-2.0
# Looks at pictures of ordinary and of degenerate samples: each interval's point must be painted,
# and ticks, contrast and texts must be right (ci/checks/check-svg). A picture that cannot be drawn
# says why.
. "$TOP/sw/multikron/tests/mk.bash"
printf '1 10 20 "whole"\n3 10 15 20 "first part" "second part"\n' >interval.info
look() { # KIND SAMPLES [OPTION]...
	rm -f p.svg
	mk_plot "$1" -o p.svg "$2" || echo "$1 $2: not drawn"
	"$TOP/ci/checks/check-svg" --text="$2: " --text=us "${@:3}" p.svg | sed "s|^|$1 $2: |"
	echo "$1 $2: looked at"
}
each() { # N BEGIN-TO-END: N intervals of a length each, in ticks
	gawk -v n="$1" -v length_of="$2" 'BEGIN { for (i = 0; i < n; i++) {
		l = length_of ? length_of : 100 + 37 * i
		printf "%d 10\n%d 20\n", 10 + 100000 * i, 10 + 100000 * i + l } }' | events | checked
}
each 1 100 >point
each 20 100 >same
each 20 '' >row
printf '10 10\n10 20\n' | events | checked >zero
printf '10 10\n4294967306 20\n' | events | checked >large
{ each 20 ''; } >many
for samples in point same row zero large; do
	points=20
	case $samples in point|zero|large) points=1 ;; esac
	look lengths $samples
	look time $samples --points=$points
done
# more intervals than are drawn
each 25000 60 >25000
look lengths 25000
look time 25000 --points=12500 --text='not every interval is drawn'
# names that are long or empty, and more of them than have room
{ printf '1 10 20 "%0100d"\n' 0; printf '1 10 20 ""\n'; } >interval.info
look lengths row --text='0... (20)'
for i in $(seq 31); do echo "1 10 20 \"name $i\""; done >interval.info
run mk_plot lengths -o p.svg row
echo '1 1 2 "never"' >interval.info
run mk_plot time -o p.svg row
checked </dev/null >none
run mk_plot time -o p.svg none

#> lengths point: looked at
#> time point: looked at
#> lengths same: looked at
#> time same: looked at
#> lengths row: looked at
#> time row: looked at
#> lengths zero: looked at
#> time zero: looked at
#> lengths large: looked at
#> time large: looked at
#> lengths 25000: looked at
#> time 25000: looked at
#> lengths row: looked at
#> $ mk_plot lengths -o p.svg row
#> ! mk_plot: 31 names are too many for a picture: describe fewer intervals
#> status 1
#> $ mk_plot time -o p.svg row
#> ! mk_plot: row: no interval of interval.info
#> status 1
#> $ mk_plot time -o p.svg none
#> ! mk_plot: none: no interval of interval.info
#> status 1
