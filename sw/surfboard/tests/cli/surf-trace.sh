# SPDX-License-Identifier: Apache-2.0
# Checks that recorded entries differ from cleared ones, and histogram and trace of the same
# packets.
# shows SB-CLI-025 SB-CLI-033 SB-CLI-032 SB-CLI-029 SB-CLI-035 SB-CLI-036
cat >packets <<'END'
0    words=3 x=1 y=0 color=5 addr=0x1000 latency=5us
+5us words=1 x=2 latency=6us
+5us words=1024 x=3 y=1 color=63 category=15 latency=100us
+99us words=3 irq=1 be=3 latency=7us
+5us words=3 latency=-1us
END
printf 'bin[9:0] = size\n' >size.bsel
cat >measure <<'END'
FPGA size.bsel
HTCR = 0; ACDR.LAT_N = C
CLEAR TRACE 0 FFF
CLEAR HISTOGRAM 0 3FF
HTCR = 7
PLAY packets
DRAIN
HTCR = 0; ACDR.LAT_N = C
SAVE TRACE t 0 FFF
SAVE HISTOGRAM h 0 3FF
CLEAR TRACE 0 FFF
CLEAR HISTOGRAM 0 3FF
SAVE TRACE none 0 FFF
SAVE HISTOGRAM none 0 3FF
LOAD TRACE t
LOAD HISTOGRAM h
SAVE TRACE t2 0 FFF
SAVE HISTOGRAM h2 0 3FF
SHOW ISCR
SHOW WCDR
END
surf -b sim:trace=4,hist=4 measure
echo "status $?"
# sender and flags; category, size and color; address and byte enables
awk '!/^#/ { print $1, substr($2, 1, 2), substr($3, 1, 5), $5 }' t
grep '^#' t
cat h
cmp t t2 && cmp h h2 && echo same
gzip -k h && zstd -q t
surf -b sim:trace=4,hist=4 \
	-c 'load histogram h.gz; load trace t.zst; save histogram h2 0 3ff; save trace t2 0 2'
grep -v '^#' h >h.data
grep -v '^#' h2 | cmp - h.data && echo same

#> size.bsel: loaded, DONE 1
#> t: 5 entries
#> h: 3 bins
#> none: 0 entries
#> none: 0 bins
#> t: 5 entries
#> h: 3 bins
#> t2: 5 entries
#> h2: 3 bins
#> ISCR 00001002  LU TP
#> WCDR 0000040A (1034.)
#> status 0
#> 000000 04 000C5 0000400F
#> 000001 08 00040 0000000F
#> 000002 8C 0003F 0000000F
#> 000003 00 000C0 80000003
#> 000004 01 000C0 0000000F
#> # file: trace
#> # check: CRC-32
#> # board: surfboard
#> # configuration: ACDR 00006040, TTCR 00000000, selector size.bsel
#> # clock: 10000000 Hz
#> # latency unit: 100 ns
#> # trigger: 000000
#> # end: 00000000000000000392 bytes, CRC-32 9BCA3C32
#> # file: histogram
#> # check: CRC-32
#> # board: surfboard
#> # configuration: ACDR 00006040, TTCR 00000000, selector size.bsel
#> # clock: 10000000 Hz
#> # latency unit: 100 ns
#> 000000 00000001
#> 000001 00000001
#> 000003 00000003
#> # end: 00000000000000000211 bytes, CRC-32 DC3D182A
#> same
#> h.gz: 3 bins
#> t.zst: 5 entries
#> h2: 3 bins
#> t2: 3 entries
#> same
