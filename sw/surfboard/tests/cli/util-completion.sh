# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers; each utility has it under its own name.
. "$TOP/sw/tests/tools.bash"
completion_of "$TOP/sw/surfboard/completion" hist3dcsv histfold traceCheck traceFilter makeHist \
	sizeHist latHist pageHist reduceXY rxtVlat scale
touch a.trace b.bsel
offer traceCheck ''
offer traceCheck -
offer traceFilter --s
offer traceFilter -s ''
offer traceFilter -v a
offer histfold --
offer hist3dcsv -c ''
offer hist3dcsv --config = b
offer hist3dcsv --out
offer latHist -o ''
offer latHist --output =
offer scale -f 1 -m ''
offer scale -
offer reduceXY --h
offer reduceXY --x = ''
