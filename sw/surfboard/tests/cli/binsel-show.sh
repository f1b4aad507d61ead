# SPDX-License-Identifier: Apache-2.0
# Checks that consecutive bits become ranges, constants are grouped, and unused select codes are
# kept.
cat >a.bsel <<'END'
bin[0] = 1
bin[1] = size[9]
bin[2] = latency[0]
bin[3]=latency[1]	# next to it
bin[4] = latency[3]
bin[6:5] = 0b10
bin[7] = @50
bin[8] = @61
bin[9] = @63
bin[10] = @24
bin[14:11] = sender[4:1]
bin[15] = color[0]
bin[16] = sender[5]
bin[17] = color[0]
END
binsel compile a.bsel -o a.bit
binsel show a.bit | tee b.bsel
binsel compile b.bsel -o b.bit && cmp a.bit b.bit && binsel show b.bit | cmp - b.bsel

#> bin[0] = 1
#> bin[1] = size[9]
#> bin[3:2] = latency[1:0]
#> bin[4] = latency[3]
#> bin[6:5] = 0x2
#> bin[7] = @50
#> bin[8] = @61
#> bin[9] = 1
#> bin[14:10] = sender[4:0]
#> bin[15] = color[0]
#> bin[16] = sender[5]
#> bin[17] = color[0]
#> bin[23:18] = 0
