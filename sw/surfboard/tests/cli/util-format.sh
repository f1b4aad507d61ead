# SPDX-License-Identifier: Apache-2.0
# Checks that no utility depends on comments, blank lines or the case of digits.
# shows SB-UTL-003 SB-UTL-004 SB-UTL-005
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 300 >trace
random_hist 300 >hist
tallyboard rxtVlat trace >csv
for f in trace hist; do
	# the input has a comment, blanks, a comment after the data, and blanks around them
	gawk '{
		if (NR % 3 == 0) print "# a comment " $0
		if (NR % 4 == 0) print ""
		if (NR % 5 == 0) print " \t "
		if (NR % 7 == 0) print "#"
		print (NR % 11 ? "" : "\t ") $0 (NR % 6 ? "" : "# " NR) (NR % 8 ? "" : "  ")
	}' $f >$f.decorated
	gawk 'NR % 2 { $0 = tolower($0) } { gsub(/ /, NR % 3 ? " " : "\t  "); print }' $f >$f.lower
done
# scale keeps comments and blank lines of a CSV file
gawk '{ print; if (NR % 3 == 0) print "# a comment"; if (NR % 5 == 0) print "" }' csv >csv.decorated
try() {
	local name=$1 input=$2 form
	shift 2
	tallyboard "$name" "$@" $input >plain || echo "status $?"
	for form in decorated lower; do
		[ -e $input.$form ] || continue
		tallyboard "$name" "$@" $input.$form | data | grep . >out
		data plain >plain.data
		same "$name $form" plain.data out
	done
}
every try

#> traceCheck decorated: same
#> traceCheck lower: same
#> makeHist decorated: same
#> makeHist lower: same
#> sizeHist decorated: same
#> sizeHist lower: same
#> latHist decorated: same
#> latHist lower: same
#> pageHist decorated: same
#> pageHist lower: same
#> rxtVlat decorated: same
#> rxtVlat lower: same
#> traceFilter decorated: same
#> traceFilter lower: same
#> histfold decorated: same
#> histfold lower: same
#> hist3dcsv decorated: same
#> hist3dcsv lower: same
#> scale decorated: same
#> reduceXY decorated: same
