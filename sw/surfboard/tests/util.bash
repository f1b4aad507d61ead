# SPDX-License-Identifier: Apache-2.0
# Functions for the cases of the utilities.
. "$TOP/sw/tests/tools.bash"
A=$TOP/sw/surfboard/tests/awk

# COUNT [SEED]
random_trace() { gawk -v n="$1" -v seed="${2:-1}" -f "$A/random.awk"; }
random_hist() { gawk -v n="$1" -v seed="${2:-1}" -v hist=1 -f "$A/random.awk"; }
# the gawk program of that name
reference() {
	local name=$1
	shift
	gawk -f "$A/$name.awk" "$@"
}
# prints the lines that are no comment
data() { grep -v '^#' "$@"; }
# WHAT FILE FILE: checks that the two files are the same and not empty
same() {
	if [ -s "$2" ] && cmp -s "$2" "$3"; then
		echo "$1: same"
	else
		echo "$1: differs"
		diff "$2" "$3" | head -5
	fi
}
# Calls $1 NAME INPUT ARGUMENTS... for every utility, with arguments that have an effect, where
# INPUT is trace, hist or csv.
every() {
	local name
	for name in traceCheck makeHist sizeHist latHist pageHist rxtVlat; do "$1" $name trace; done
	"$1" traceFilter trace -s 3-60 -l 2-0xFFF000
	"$1" histfold hist -m 0x0FFFF0
	"$1" hist3dcsv hist 23:12 7:0
	"$1" scale csv -f 2 -m 0.5
	"$1" reduceXY csv -x 0:8000000000 -y 0:100
}
