# SPDX-License-Identifier: Apache-2.0
# Tests lines that violate the format: the error has file, line and reason, the status is 1, and the
# lines before them are processed.
# shows SB-UTL-006
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 3 >trace
random_hist 3 >hist
rxtVlat trace >csv
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
	"$name" "$@" $input >good
	for file in $input.*; do
		"$name" "$@" $file >out 2>message
		echo "$name status $?: $(cat message)"
		cmp <(grep -v "^# end: " good) out # the output is not complete, so it has no end line
		rm -f file.out
		"$name" "$@" -o file.out $file 2>message && echo "no error"
		[ ! -e file.out ] || echo "$name leaves a file"
	done
}
every try
