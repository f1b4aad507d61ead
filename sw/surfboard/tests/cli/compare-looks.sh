# SPDX-License-Identifier: Apache-2.0
# Looks at compare's pictures of degenerate runs (ci/checks/check-svg): each number other than 0 has
# its bar. Two runs without packets are refused.
. "$TOP/sw/tests/tools.bash"
run_of() { # PACKETS SHORT LONG: a run with packets of 1 word and of two latencies
	printf '%s\n' 'quantity,combining on' "packets,$1" "packets of 1 word,$1" \
		"latency below 1 us,$2" "latency 5 - 10 ms,$3" '# end'
}
run_of 0 0 0 >none.csv
run_of 1 1 0 >point.csv
run_of 4294967296 1 4294967295 >large.csv
look() { # RUN RUN BARS
	compare -o p.svg "$1.csv" "$2.csv" 2>err >table || echo "$1 $2: not drawn"
	grep -v 'no checksum' err
	"$TOP/ci/checks/check-svg" --bars="$3" --text="first: $1" --text="second: $2" p.svg
	echo "$1 $2: looked at"
}
look point point 4
look point none 2
look none point 2
look point large 5
compare -o p.svg none.csv none.csv 2>&1 >table | grep nothing
echo "status ${PIPESTATUS[0]}"

#> point point: looked at
#> point none: looked at
#> none point: looked at
#> point large: looked at
#> compare: nothing to draw: no run has packets (combining on)
#> status 1
