# SPDX-License-Identifier: Apache-2.0
# Checks that the error for a file of another kind has the kind in its header.
. "$TOP/sw/surfboard/tests/util.bash"
{ echo '# file: trace'; random_trace 3; } >trace
{ echo '# file: histogram'; random_hist 3; } >hist
{ echo '# file: FIFO'; echo '000000 0000001F'; } >fifo
for tool in traceCheck makeHist sizeHist latHist pageHist rxtVlat traceFilter 'histfold -m 0xFF' \
	'surfplot sizes' \
	'surfexport -o x.vcd'; do
	for file in trace hist fifo; do
		$tool $file >out 2>message
		echo "$tool $file: $? $(cat message)"
	done
done
surf -b sim:trace=4,hist=4 -c 'load histogram trace'
surf -b sim:trace=4,hist=4 -c 'load trace hist'
surf -b sim:trace=4,hist=4 -c 'load histogram fifo'
surf -b sim:trace=4,hist=4 -c 'htcr = 0; load fifo hist'
surf -b sim:trace=4,hist=4 -c 'htcr = 0; load fifo fifo'
