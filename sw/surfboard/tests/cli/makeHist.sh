# SPDX-License-Identifier: Apache-2.0
# Tests makeHist: bin = size[9:0], latency[11:0].
# shows SB-UTL-001 SB-UTL-026
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 4000 3 >trace
tallyboard makeHist trace | data >out
reference makeHist trace >want
same random want out
grep -cv '^[0-9A-F]\{6\} [0-9A-F]\{8\}$' out
cat >trace <<'END'
# file: trace
# board: surfboard
# configuration: ACDR 00006080, TTCR 00000000
# clock: 10000000 Hz
# latency unit: 6400 ns
# trigger: 000001
# seed: 7
# lost packets dropped: 2
000000 FFFFFFFF F003FFFF FFFFFFFF FFFFFFFF
000001 00001FFF 0FFC0000 00000000 00000000
000002 00001000 00040000 00000000 00000000
000003 FF001000 F007FFFF 00000000 00000000
END
tallyboard makeHist trace

#> random: same
#> 0
#> # file: histogram
#> # check: CRC-32
#> # configuration: size-latency, by makeHist
#> # board: surfboard
#> # clock: 10000000 Hz
#> # latency unit: 6400 ns
#> # seed: 7
#> # lost packets dropped: 2
#> 000FFF 00000001
#> 001000 00000002
#> 3FFFFF 00000001
#> # end: 00000000000000000225 bytes, CRC-32 BD5E57A7
#2> trace: no checksum (a file of an earlier version): damage would not be noticed
# exit status 1
