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
hist3dcsv -c 17.bsel part
echo "-> $?"
hist3dcsv -c 17.bsel low
echo "-> $?"
surf -c 'acdr.lat_n = 12'
echo "-> $?"
