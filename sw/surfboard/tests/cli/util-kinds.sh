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
		tallyboard $tool $file >out 2>message
		echo "$tool $file: $? $(cat message)"
	done
done
surf -b sim:trace=4,hist=4 -c 'load histogram trace'
surf -b sim:trace=4,hist=4 -c 'load trace hist'
surf -b sim:trace=4,hist=4 -c 'load histogram fifo'
surf -b sim:trace=4,hist=4 -c 'htcr = 0; load fifo hist'
surf -b sim:trace=4,hist=4 -c 'htcr = 0; load fifo fifo'

#> traceCheck trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> traceCheck hist: 1 hist:1: a histogram file, not a trace file
#> traceCheck fifo: 1 fifo:1: a FIFO file, not a trace file
#> makeHist trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> makeHist hist: 1 hist:1: a histogram file, not a trace file
#> makeHist fifo: 1 fifo:1: a FIFO file, not a trace file
#> sizeHist trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> sizeHist hist: 1 hist:1: a histogram file, not a trace file
#> sizeHist fifo: 1 fifo:1: a FIFO file, not a trace file
#> latHist trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> latHist hist: 1 hist:1: a histogram file, not a trace file
#> latHist fifo: 1 fifo:1: a FIFO file, not a trace file
#> pageHist trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> pageHist hist: 1 hist:1: a histogram file, not a trace file
#> pageHist fifo: 1 fifo:1: a FIFO file, not a trace file
#> rxtVlat trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> rxtVlat hist: 1 hist:1: a histogram file, not a trace file
#> rxtVlat fifo: 1 fifo:1: a FIFO file, not a trace file
#> traceFilter trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> traceFilter hist: 1 hist:1: a histogram file, not a trace file
#> traceFilter fifo: 1 fifo:1: a FIFO file, not a trace file
#> histfold -m 0xFF trace: 1 trace:1: a trace file, not a histogram file
#> histfold -m 0xFF hist: 0 hist: no checksum (a file of an earlier version): damage would not be noticed
#> histfold -m 0xFF fifo: 1 fifo:1: a FIFO file, not a histogram file
#> surfplot sizes trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> surfplot sizes hist: 1 hist:1: this is a histogram: give -c or -b
#> surfplot sizes fifo: 1 fifo:1: a FIFO file, not a trace file
#> surfexport -o x.vcd trace: 0 trace: no checksum (a file of an earlier version): damage would not be noticed
#> surfexport -o x.vcd hist: 1 hist:1: a histogram file, not a trace file
#> surfexport -o x.vcd fifo: 1 fifo:1: a FIFO file, not a trace file
#> fifo: 1 slot
#> fifo: no checksum (a file of an earlier version): damage would not be noticed
#2> -c:1: trace:1: a trace file, not a histogram file
#2> -c:1: hist:1: a histogram file, not a trace file
#2> -c:1: fifo:1: a FIFO file, not a histogram file
#2> -c:1: hist:1: a histogram file, not a FIFO file
