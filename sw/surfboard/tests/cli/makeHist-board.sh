# SPDX-License-Identifier: Apache-2.0
# Checks that the histogram of a board with the configuration size-latency is the one that makeHist
# makes from its trace of the same packets.
# shows SB-UTL-001 SB-UTL-002 SB-UTL-027
. "$TOP/sw/surfboard/tests/util.bash"
cat >script <<END
FPGA $TOP/fpga-configs/size-latency.bit
ACDR.LAT_N = C
HTCR.TEN = 1
HTCR.HEN = 1
generate count=400 words=1-4 x=0-7 y=0-7 color=0-63 addr=0-0x7FFFFFC latency=0-405us seed=5
drain
generate count=100 words=1-2 latency=0-100ms seed=6
drain
generate count=2 words=1024 latency=10us-300us
drain
HTCR.TEN = 0
HTCR.HEN = 0
SAVE TRACE board.trace 0 1F5
SAVE HISTOGRAM board.hist 0 4FFF
END
surf script | data | sed "1d; s|$TOP/||"
data board.trace | grep -cv '^[0-9A-F]\{6\}\( [0-9A-F]\{8\}\)\{4\}$'
data board.hist | grep -cv '^[0-9A-F]\{6\} [0-9A-F]\{8\}$'
tallyboard traceCheck board.trace | head -2
# all bins of the board with a count together have all packets, so no other bin counts
data board.hist | grep -v ' 00000000$' >want
tallyboard histfold -m 0 want
tallyboard makeHist board.trace | data >out
same 'bins of the board' want out

#> board.trace: 502 entries
#> warning: fpga-configs/size-latency.bit reaches bins 0 to 3FFFFF; packets outside 0 to 4FFF are not saved
#> board.hist: 496 bins
#> 0
#> 0
#> records: 502
#> receive time decreases: 0
#> 000000 000001F6
#> bins of the board: same
