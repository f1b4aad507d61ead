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
