# SPDX-License-Identifier: Apache-2.0
# Repeats the session of the report on a simulated board that has received 519 packets of 525 words.
# shows SB-CLI-009 SB-CLI-001 SB-CLI-002 SB-CLI-005 SB-CLI-008 SB-CLI-027
cat >prepare <<'END'
FPGA size-sender.bit
HTCR = 0
ACDR.SENDID = 1
ACDR.LAT_N = C
HTCR = 5
GENERATE count=513 period=5us latency=10us
DRAIN
GENERATE count=6 words=2 period=20us latency=10us
DRAIN
HTCR = 0
END
cp "$TOP/fpga-configs/size-sender.bit" .
printf 'do prepare\nhelp\nshow\nquit\n' | surf
echo "status $?"

#> > do prepare
#> size-sender.bit: loaded, DONE 1
#> > help
#> Available Commands:
#>   QUIT          - Quit Program
#>   EXIT          - Quit Program
#>   HELP          - Show this message
#>   SHOW          - Display Registers
#>   DO <filename> - Execute Commands in file
#>   CLEAR <memtype> - Clear Memory
#>   FPGA <filename> - Load FPGA configuration
#>   LOAD <memtype> <filename> - Load Memory from file
#>   SAVE <memtype> <filename> - Save Memory to file
#>   <register> = <value> - Modify Register
#>
#> Where:
#>   <memtype> - TRACE, HISTOGRAM, or FIFO
#>   <register> - A register or register.field
#>   <value>    - An unsigned integer. Hex by default.
#>               End with decimal point to specify decimal.
#>
#> > show
#> FCCR 00000EE8  TSPD E  HSPD E  DONE 1  ERR 0  CFG 0  PROG 0
#> ACDR 02006080  SENDID 1  CATMUX 0  LAT_S 00  LAT_N C  TSIZE 2
#> TTCR 00000000  EIP 0  EOP 0  MEOD 0  MEI 0  MBV 0  MODE 0  QUAL 0
#> ECDR 00000000  DATA 0
#> PCLR 00000000  LED 0  CAT 0
#> ISCR 00000002  TP
#> IEMR 00000000
#> HTCR 00000000  PRS 0  FRS 0  TRG 0  WEN 0  HEN 0  TEN 0
#> HFCDR -----  EMPTY 007  FULL 007
#> TPIR 00000000
#> TICR 00000207
#> TECR 00000207 ( 519.)
#> WCDR 0000020D ( 525.)
#> > quit
#> status 0
