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

#> identity.bit: loaded, DONE 1
#> FCCR 00000EC8  TSPD E  HSPD C  DONE 1  ERR 0  CFG 0  PROG 0
#> FCCR 00000EC7  TSPD E  HSPD C  DONE 0  ERR 1  CFG 1  PROG 1
#> identity.bsel: loaded, DONE 1
#> FCCR 00000EC8  TSPD E  HSPD C  DONE 1  ERR 0  CFG 0  PROG 0
#> status 0
#> status 1
#> status 1
#> > fpga identity.bit
#> identity.bit: loaded, DONE 1
#> > fpga damaged.bit
#> > show fccr
#> FCCR 00000EC6  TSPD E  HSPD C  DONE 0  ERR 1  CFG 1  PROG 0
#> > fpga identity.bit
#> identity.bit: loaded, DONE 1
#> > show fccr
#> FCCR 00000EC8  TSPD E  HSPD C  DONE 1  ERR 0  CFG 0  PROG 0
#> > 
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> 14.bsel: loaded, DONE 1
#> status 1
#> 14.bsel: loaded, DONE 1
#> status 0
#2> -c:1: damaged.bit: not loaded: bit 102: frame 5: check is 1, expected D
#2> -c:1: short.bit: not loaded: bit 240: stream ends too early
#2> standard input:2: damaged.bit: not loaded: bit 102: frame 5: check is 1, expected D
#2> -c:1: wrong.bsel:2:10: constant does not fit into 1 bit
#2> -c:1: empty.bit: too short for a configuration
#2> -c:1: missing.bit: No such file or directory
#2> -c:1: missing.bsel: No such file or directory
#2> -c:1: .: Is a directory
#2> -c:1: identity.bit: not loaded: bin[23] = latency[23]: the memory has bins 0 to 3FFFFF, bin[21:0]
#2> -c:1: HTCR.HEN: 14.bsel: bin[13] = latency[13]: the board measures 12 bits of latency (ACDR.LAT_N)
