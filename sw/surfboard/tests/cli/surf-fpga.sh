# SPDX-License-Identifier: Apache-2.0
# Loads the bin selector from a stream and from a source; a damaged one must be refused.
# shows SB-CLI-027 SB-CLI-028
cp "$TOP/fpga-configs/identity.bit" "$TOP/fpga-configs/identity.bsel" .
surf -b sim:hist=64 \
	-c 'fpga identity.bit; show fccr; fccr.prog = 1; show fccr; fpga identity.bsel; show fccr'
echo "status $?"
# one bit of frame 5 is inverted
{ head -c 12 identity.bit; printf '\000'; tail -c +14 identity.bit; } >damaged.bit
head -c 30 identity.bit >short.bit
surf -c 'fpga damaged.bit'
echo "status $?"
surf -c 'fpga short.bit'
echo "status $?"
printf 'fpga identity.bit\nfpga damaged.bit\nshow fccr\nfpga identity.bit\nshow fccr\n' |
	surf -b sim:hist=64
echo "status $?"
printf 'bin = latency\nbin[3] = 2\n' >wrong.bsel
: >empty.bit
for f in wrong.bsel empty.bit missing.bit missing.bsel .; do
	surf -c "fpga $f"
	echo "status $?"
done
# configurations with which a board cannot count: bits of the bin that its memory does not have,
# bits of latency that it does not measure
surf -c 'fpga identity.bit'
echo "status $?"
printf 'bin[13:0] = latency[13:0]\n' >14.bsel
surf -c 'fpga 14.bsel; acdr.lat_n = 6; htcr.hen = 1'
echo "status $?"
surf -c 'fpga 14.bsel; acdr.lat_n = 7; htcr.hen = 1; htcr.hen = 1'
echo "status $?"
