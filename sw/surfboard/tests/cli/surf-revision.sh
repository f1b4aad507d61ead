# SPDX-License-Identifier: Apache-2.0
# Tests registers of revision 2 in the shell: capabilities, totals, saturation and a filter; a board
# of the report must refuse them by name.
# shows SB-REV-003
cat >script <<'END'
show capr
htcr = 7
fhcr.size = 1
fhsz.low = 5
fhsz.high = 8
generate count=20 period=2us words=1-16
drain
hmcr.sat = 1
show hmcr
sncr.take = 1
show sncr
show seen_l
show nhst_l
issr.pv = 1
show iscr
END
surf -b sim:trace=4,hist=4,revision=2 script
echo "-> $?"
surf -b sim:trace=4,hist=4,revision=2 -c 'help issr; capr = 0'
echo "-> $?"
for c in 'show capr' 'hmcr.sat = 1' 'fhcr = 3'; do
	surf -b sim:trace=4,hist=4 -c "$c"
	echo "-> $?"
done
surf -b sim:revision=3 -c 'show capr'
echo "-> $?"

#> CAPR 0001FF02  HLOG2 00  TLOG2 00  PASS 0  PHASE 0  WIDE 0  DECAY 1  OUT 1  SEQ 1  MARK 1  FILTER 1  SAT 1  SET 1  TOTAL 1  SNAP 1  BUS 0  REV 2
#> HMCR 00000001  SAT 1
#> SNCR 00010000  NUMBER 0001  TAKE 0
#> SEEN_L 00000014  DATA 00000014
#> NHST_L 0000000D  DATA 0000000D
#> ISCR 00000C02  LV PV TP
#> -> 0
#> ISSR  interrupt status set, the sticky bits of ISCR
#>   LU      12      latency underflow (1 sets)
#>   LV      11      latency overflow (1 sets)
#>   PV      10      pipeline overflow (1 sets)
#>   WCV     9       word counter has wrapped (1 sets)
#>   BV      8       a histogram bin has wrapped (1 sets)
#>   FV      7       a bin index was lost because the FIFO was full (1 sets)
#>   EXT     2       external input became TRUE (1 sets)
#>   TP      1       trigger packet has arrived (1 sets)
#>   TC      0       trace complete (1 sets)
#> -> 1
#> -> 1
#> -> 1
#> -> 1
#> -> 1
#2> -c:1: CAPR is read only
#2> -c:1: CAPR: a register of revision 2; this board is of revision 1
#2> -c:1: HMCR: a register of revision 2; this board is of revision 1
#2> -c:1: FHCR: a register of revision 2; this board is of revision 1
#2> surf: sim:revision=3: the arguments are trace=MB and hist=MB (0, 4, 16 or 64), revision=1|2, seed=N, wave=FILE, separated by commas
