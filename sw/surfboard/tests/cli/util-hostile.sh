# SPDX-License-Identifier: Apache-2.0
# Tests long lines, bytes that are no text, missing files, folders, a full disk, and a closed pipe.
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 3 >trace
random_hist 3 >hist
rxtVlat trace >csv
megabyte() { head -c 1048576 /dev/zero | tr '\0' "$1"; }
{ cat trace; megabyte 0; echo; cat trace; } >trace.long
{ cat trace; echo "# $(megabyte x)"; } >trace.comment
{ cat hist; megabyte ' '; echo; } >hist.long
{ cat hist; echo "# $(megabyte x)"; } >hist.comment
{ cat csv; megabyte 1; } >csv.long
{ cat csv; megabyte '\\0'; echo; } >csv.zeros
head -c 3000 /dev/zero >trace.zeros
head -c 3000 /dev/zero >hist.zeros
try() {
	local name=$1 input=$2 file
	shift 2
	for file in $input.* missing .; do
		"$name" "$@" $file >out 2>message
		echo "$name $file: status $?: $(cat message)"
	done
	"$name" "$@" $input missing $input >out 2>message
	echo "$name three files: status $?: $(cat message)"
	"$name" "$@" $input >good
	cmp <(grep -v "^# end: " good) out
	"$name" "$@" $input >/dev/full
	echo "$name full: status $?"
	"$name" "$@" $input -o /dev/full
	echo "$name full: status $?"
	"$name" "$@" $input -o missing/out
	echo "$name no folder: status $?"
	(
		trap '' PIPE
		# waits until the reader has ended
		{ sleep 0.05; "$name" "$@" $input; echo "$name pipe: status $?" >&3; } | :
	) 3>&1 2>&1
}
every try
# a full output must end the reading of an endless input
endless() {
	local line=$1
	shift
	yes "$line" | timeout 20 "$@" >/dev/full
	echo "$1: status $?"
}
endless '000000 00000000 00000000 00000000 00000000' traceFilter
endless '000000 00000000 00000000 00000000 00000000' rxtVlat
endless 1,2 scale -f 2 -m 3
ls
