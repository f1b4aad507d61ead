# SPDX-License-Identifier: Apache-2.0
# Tests lines that violate the format: the error has file, line and reason, the status is 1, and the
# lines before them are processed.
# shows SB-UTL-006
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 3 >trace
random_hist 3 >hist
tallyboard rxtVlat trace >csv
{ cat trace; echo '000003 00000000 00000000 00000000'; cat trace; } >trace.short
{ cat trace; echo '000003 0000000G 00000000 00000000 00000000'; } >trace.digit
{ cat trace; echo '000003 0000000 00000000 00000000 00000000'; } >trace.narrow
{ cat trace; echo '000003 00000000 00000000 00000000 00000000 0'; } >trace.more
{ cat trace; printf '000003 00000000 00000000 00000000 000'; } >trace.cut
{ cat trace; printf '000003 00000000 000\00000 00000000 00000000\n'; } >trace.nul
{ cat hist; echo 000003; cat hist; } >hist.short
{ cat hist; echo '00000G 00000000'; } >hist.digit
{ cat hist; echo '00000 00000000'; } >hist.narrow
{ cat hist; echo '000003 00000000 00000000'; } >hist.more
{ cat hist; printf '000003 000'; } >hist.cut
{ cat hist; printf '000\0003 00000000\n'; } >hist.nul
{ cat csv; echo 1; cat csv; } >csv.short
{ cat csv; echo 1,2x; } >csv.digit
{ cat csv; echo 1,; } >csv.narrow
{ cat csv; printf '1,3\0,3\n'; } >csv.nul
try() {
	local name=$1 input=$2 file
	shift 2
	tallyboard "$name" "$@" $input >good
	for file in $input.*; do
		tallyboard "$name" "$@" $file >out 2>message
		echo "$name status $?: $(cat message)"
		cmp <(grep -v "^# end: " good) out # the output is not complete, so it has no end line
		rm -f file.out
		tallyboard "$name" "$@" -o file.out $file 2>message && echo "no error"
		[ ! -e file.out ] || echo "$name leaves a file"
	done
}
every try

#> traceCheck status 1: trace.cut:4: word is not 8 digits long
#> traceCheck status 1: trace.digit:4: not a hexadecimal digit
#> traceCheck status 1: trace.more:4: too many fields
#> traceCheck status 1: trace.narrow:4: word is not 8 digits long
#> traceCheck status 1: trace.nul:4: not a hexadecimal digit
#> traceCheck status 1: trace.short:4: too few fields
#> makeHist status 1: trace.cut:4: word is not 8 digits long
#> makeHist status 1: trace.digit:4: not a hexadecimal digit
#> makeHist status 1: trace.more:4: too many fields
#> makeHist status 1: trace.narrow:4: word is not 8 digits long
#> makeHist status 1: trace.nul:4: not a hexadecimal digit
#> makeHist status 1: trace.short:4: too few fields
#> sizeHist status 1: trace.cut:4: word is not 8 digits long
#> sizeHist status 1: trace.digit:4: not a hexadecimal digit
#> sizeHist status 1: trace.more:4: too many fields
#> sizeHist status 1: trace.narrow:4: word is not 8 digits long
#> sizeHist status 1: trace.nul:4: not a hexadecimal digit
#> sizeHist status 1: trace.short:4: too few fields
#> latHist status 1: trace.cut:4: word is not 8 digits long
#> latHist status 1: trace.digit:4: not a hexadecimal digit
#> latHist status 1: trace.more:4: too many fields
#> latHist status 1: trace.narrow:4: word is not 8 digits long
#> latHist status 1: trace.nul:4: not a hexadecimal digit
#> latHist status 1: trace.short:4: too few fields
#> pageHist status 1: trace.cut:4: word is not 8 digits long
#> pageHist status 1: trace.digit:4: not a hexadecimal digit
#> pageHist status 1: trace.more:4: too many fields
#> pageHist status 1: trace.narrow:4: word is not 8 digits long
#> pageHist status 1: trace.nul:4: not a hexadecimal digit
#> pageHist status 1: trace.short:4: too few fields
#> rxtVlat status 1: trace.cut:4: word is not 8 digits long
#> rxtVlat status 1: trace.digit:4: not a hexadecimal digit
#> rxtVlat status 1: trace.more:4: too many fields
#> rxtVlat status 1: trace.narrow:4: word is not 8 digits long
#> rxtVlat status 1: trace.nul:4: not a hexadecimal digit
#> rxtVlat status 1: trace.short:4: too few fields
#> traceFilter status 1: trace.cut:4: word is not 8 digits long
#> traceFilter status 1: trace.digit:4: not a hexadecimal digit
#> traceFilter status 1: trace.more:4: too many fields
#> traceFilter status 1: trace.narrow:4: word is not 8 digits long
#> traceFilter status 1: trace.nul:4: not a hexadecimal digit
#> traceFilter status 1: trace.short:4: too few fields
#> histfold status 1: hist.cut:4: word is not 8 digits long
#> histfold status 1: hist.digit:4: not a hexadecimal digit
#> histfold status 1: hist.more:4: too many fields
#> histfold status 1: hist.narrow:4: index is not 6 digits long
#> histfold status 1: hist.nul:4: not a hexadecimal digit
#> histfold status 1: hist.short:4: too few fields
#> hist3dcsv status 1: hist.cut:4: word is not 8 digits long
#> hist3dcsv status 1: hist.digit:4: not a hexadecimal digit
#> hist3dcsv status 1: hist.more:4: too many fields
#> hist3dcsv status 1: hist.narrow:4: index is not 6 digits long
#> hist3dcsv status 1: hist.nul:4: not a hexadecimal digit
#> hist3dcsv status 1: hist.short:4: too few fields
#> scale status 1: csv.digit:4: field 2 is not a number
#> scale status 1: csv.narrow:4: field 2 is not a number
#> scale status 1: csv.nul:4: field 2 is not a number
#> scale status 1: csv.short:4: no field 2
#> reduceXY status 1: csv.digit:4: field 2 is not a number
#> reduceXY status 1: csv.narrow:4: field 2 is not a number
#> reduceXY status 1: csv.nul:4: field 2 is not a number
#> reduceXY status 1: csv.short:4: not two fields
