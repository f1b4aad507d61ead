# SPDX-License-Identifier: Apache-2.0
# Tests a part of a histogram that omits bins which the configuration can reach: the shell, the file
# and hist3dcsv must report this; a complete one must have no such line. The error for a number that
# does not fit must have it in both bases.
cat >17.bsel <<'END'
bin[9:0] = size
bin[16:10] = latency[6:0]
END
surf -b sim:trace=4,hist=4 -c 'fpga 17.bsel; save histogram part 0 ffff; save histogram low 0 1ffff'
grep cut part low
tallyboard hist3dcsv -c 17.bsel part
echo "-> $?"
tallyboard hist3dcsv -c 17.bsel low
echo "-> $?"
surf -c 'acdr.lat_n = 12'
echo "-> $?"

#> 17.bsel: loaded, DONE 1
#> warning: 17.bsel reaches bins 0 to 1FFFF; packets outside 0 to FFFF are not saved
#> part: 0 bins
#> low: 0 bins
#> part:# cut: bins 000000 to 00FFFF of 000000 to 01FFFF
#> latency,size,count
#> -> 1
#> latency,size,count
#> -> 0
#> -> 1
#2> only a part of the histogram: bins 000000 to 00FFFF of 000000 to 01FFFF
#2> -c:1: 12 (hexadecimal; 18. in decimal) does not fit into ACDR.LAT_N (4 bits)
