# SPDX-License-Identifier: Apache-2.0
# Tests long lines, bytes that are no text, missing files, folders, a full disk, and a closed pipe.
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 3 >trace
random_hist 3 >hist
tallyboard rxtVlat trace >csv
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
		tallyboard "$name" "$@" $file >out 2>message
		echo "$name $file: status $?: $(cat message)"
	done
	tallyboard "$name" "$@" $input missing $input >out 2>message
	echo "$name three files: status $?: $(cat message)"
	tallyboard "$name" "$@" $input >good
	cmp <(grep -v "^# end: " good) out
	tallyboard "$name" "$@" $input >/dev/full
	echo "$name full: status $?"
	tallyboard "$name" "$@" $input -o /dev/full
	echo "$name full: status $?"
	tallyboard "$name" "$@" $input -o missing/out
	echo "$name no folder: status $?"
	(
		trap '' PIPE
		# waits until the reader has ended
		{ sleep 0.05; tallyboard "$name" "$@" $input; echo "$name pipe: status $?" >&3; } | :
	) 3>&1 2>&1
}
every try
# a full output must end the reading of an endless input
endless() {
	local line=$1
	shift
	yes "$line" | timeout 20 tallyboard "$@" >/dev/full
	echo "$1: status $?"
}
endless '000000 00000000 00000000 00000000 00000000' traceFilter
endless '000000 00000000 00000000 00000000 00000000' rxtVlat
endless 1,2 scale -f 2 -m 3
ls

#> traceCheck trace.comment: status 0: 
#> traceCheck trace.long: status 1: trace.long:4: index is not 6 digits long
#> traceCheck trace.zeros: status 1: trace.zeros:1: not a hexadecimal digit
#> traceCheck missing: status 1: missing: No such file or directory
#> traceCheck .: status 1: .: Is a directory
#> traceCheck three files: status 1: missing: No such file or directory
#> traceCheck full: status 1
#> traceCheck full: status 1
#> traceCheck no folder: status 1
#> standard output: Broken pipe
#> traceCheck pipe: status 1
#> makeHist trace.comment: status 0: 
#> makeHist trace.long: status 1: trace.long:4: index is not 6 digits long
#> makeHist trace.zeros: status 1: trace.zeros:1: not a hexadecimal digit
#> makeHist missing: status 1: missing: No such file or directory
#> makeHist .: status 1: .: Is a directory
#> makeHist three files: status 1: missing: No such file or directory
#> makeHist full: status 1
#> makeHist full: status 1
#> makeHist no folder: status 1
#> standard output: Broken pipe
#> makeHist pipe: status 1
#> sizeHist trace.comment: status 0: 
#> sizeHist trace.long: status 1: trace.long:4: index is not 6 digits long
#> sizeHist trace.zeros: status 1: trace.zeros:1: not a hexadecimal digit
#> sizeHist missing: status 1: missing: No such file or directory
#> sizeHist .: status 1: .: Is a directory
#> sizeHist three files: status 1: missing: No such file or directory
#> sizeHist full: status 1
#> sizeHist full: status 1
#> sizeHist no folder: status 1
#> standard output: Broken pipe
#> sizeHist pipe: status 1
#> latHist trace.comment: status 0: 
#> latHist trace.long: status 1: trace.long:4: index is not 6 digits long
#> latHist trace.zeros: status 1: trace.zeros:1: not a hexadecimal digit
#> latHist missing: status 1: missing: No such file or directory
#> latHist .: status 1: .: Is a directory
#> latHist three files: status 1: missing: No such file or directory
#> latHist full: status 1
#> latHist full: status 1
#> latHist no folder: status 1
#> standard output: Broken pipe
#> latHist pipe: status 1
#> pageHist trace.comment: status 0: 
#> pageHist trace.long: status 1: trace.long:4: index is not 6 digits long
#> pageHist trace.zeros: status 1: trace.zeros:1: not a hexadecimal digit
#> pageHist missing: status 1: missing: No such file or directory
#> pageHist .: status 1: .: Is a directory
#> pageHist three files: status 1: missing: No such file or directory
#> pageHist full: status 1
#> pageHist full: status 1
#> pageHist no folder: status 1
#> standard output: Broken pipe
#> pageHist pipe: status 1
#> rxtVlat trace.comment: status 0: 
#> rxtVlat trace.long: status 1: trace.long:4: index is not 6 digits long
#> rxtVlat trace.zeros: status 1: trace.zeros:1: not a hexadecimal digit
#> rxtVlat missing: status 1: missing: No such file or directory
#> rxtVlat .: status 1: .: Is a directory
#> rxtVlat three files: status 1: missing: No such file or directory
#> rxtVlat full: status 1
#> rxtVlat full: status 1
#> rxtVlat no folder: status 1
#> standard output: Broken pipe
#> rxtVlat pipe: status 1
#> traceFilter trace.comment: status 0: 
#> traceFilter trace.long: status 1: trace.long:4: index is not 6 digits long
#> traceFilter trace.zeros: status 1: trace.zeros:1: not a hexadecimal digit
#> traceFilter missing: status 1: missing: No such file or directory
#> traceFilter .: status 1: .: Is a directory
#> traceFilter three files: status 1: missing: No such file or directory
#> traceFilter full: status 1
#> traceFilter full: status 1
#> traceFilter no folder: status 1
#> standard output: Broken pipe
#> traceFilter pipe: status 1
#> histfold hist.comment: status 0: 
#> histfold hist.long: status 1: hist.long:4: line too long
#> histfold hist.zeros: status 1: hist.zeros:1: not a hexadecimal digit
#> histfold missing: status 1: missing: No such file or directory
#> histfold .: status 1: .: Is a directory
#> histfold three files: status 1: missing: No such file or directory
#> histfold full: status 1
#> histfold full: status 1
#> histfold no folder: status 1
#> standard output: Broken pipe
#> histfold pipe: status 1
#> hist3dcsv hist.comment: status 0: 
#> hist3dcsv hist.long: status 1: hist.long:4: line too long
#> hist3dcsv hist.zeros: status 1: hist.zeros:1: not a hexadecimal digit
#> hist3dcsv missing: status 1: missing: No such file or directory
#> hist3dcsv .: status 1: .: Is a directory
#> hist3dcsv three files: status 1: missing: No such file or directory
#> hist3dcsv full: status 1
#> hist3dcsv full: status 1
#> hist3dcsv no folder: status 1
#> standard output: Broken pipe
#> hist3dcsv pipe: status 1
#> scale csv.long: status 1: csv.long:4: line too long
#> scale csv.zeros: status 1: csv.zeros:4: line too long
#> scale missing: status 1: missing: No such file or directory
#> scale .: status 1: .: Is a directory
#> scale three files: status 1: missing: No such file or directory
#> scale full: status 1
#> scale full: status 1
#> scale no folder: status 1
#> standard output: Broken pipe
#> scale pipe: status 1
#> reduceXY csv.long: status 1: csv.long:4: line too long
#> reduceXY csv.zeros: status 1: csv.zeros:4: line too long
#> reduceXY missing: status 1: missing: No such file or directory
#> reduceXY .: status 1: .: Is a directory
#> reduceXY three files: status 1: missing: No such file or directory
#> reduceXY full: status 1
#> reduceXY full: status 1
#> reduceXY no folder: status 1
#> standard output: Broken pipe
#> reduceXY pipe: status 1
#> traceFilter: status 1
#> rxtVlat: status 1
#> scale: status 1
#> csv
#> csv.long
#> csv.zeros
#> good
#> hist
#> hist.comment
#> hist.long
#> hist.zeros
#> message
#> out
#> trace
#> trace.comment
#> trace.long
#> trace.zeros
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> /dev/full: not a regular file; use - and redirect standard output
#2> missing/out: No such file or directory
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
