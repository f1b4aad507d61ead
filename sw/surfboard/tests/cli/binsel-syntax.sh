# SPDX-License-Identifier: Apache-2.0
# Tests blanks, comments, blank lines, line ends of other systems, and a last line without an end.
{
	printf '# comment\n\n   \t\n'
	printf '  bin [ 3 : 0 ]=latency [3:0]# comment\r\n'
	printf 'bin[4]\t=\t0x1\n'
	printf 'bin[23:5] = 00012# no number at the end'
} >a.bsel
binsel compile a.bsel -o a.bit
binsel show a.bit
echo 'bin[0] = 0' >empty.bsel
binsel compile empty.bsel -o empty.bit
binsel show empty.bit
binsel compile -o order.bit -- a.bsel && cmp a.bit order.bit

#> bin[3:0] = latency[3:0]
#> bin[23:4] = 0x19
#> bin[23:0] = 0
