# SPDX-License-Identifier: Apache-2.0
# Tests every kind of error, each with its own source; no output file may stay.
# shows SB-CFG-031
try() {
	printf '%b' "$1" >e.bsel
	binsel compile e.bsel -o e.bit
	echo "status $?"
	[ ! -e e.bit ] || echo "output file"
}
try 'bin[0] = size[0]\nbin[1] = 0\nbin[3:0] = 5\n'
try 'bin = latency\nbin[23] = 0\n'
try 'bin[24] = 0\n'
try 'bin[24:20] = sender[4:0]\n'
try 'bin[9:0] = size[10:1]\n'
try 'bin[0] = category[4]\n'
try 'bin[0] = category[99999999999999999999]\n'
try 'bin[0:11] = latency[11:0]\n'
try 'bin[11:0] = latency[0:11]\n'
try 'bin[11:0] = latency\n'
try 'bin = size\n'
try 'bin[1:0] = 4\n'
try 'bin[0] = 2\n'
try 'bin = 0x1000000\n'
try 'bin[0] = speed[3]\n'
try 'bin[0] = Latency[3]\n'
try 'bun[0] = size[3]\n'
try 'size[3] = bin[0]\n'
try 'bin[0] = averyveryverylongnamethatdoesnotend[0]\n'
try 'bin[0] = size[3] size[4]\n'
try 'bin[0] = 1;\n'
try 'bin[0] = size[3]]\n'
try 'bin[0] size[3]\n'
try 'bin[0] =\n'
try 'bin[0] = # nothing\n'
try 'bin[\n'
try 'bin[]\n'
try 'bin[3:] = 0\n'
try 'bin[-1] = 0\n'
try 'bin[0x3] = 0\n'
try 'bin[3 2] = 0\n'
try 'bin[0] = 0x\n'
try 'bin[0] = 0xG\n'
try 'bin[0] = 09a\n'
try 'bin[0] = 0b2\n'
try 'bin[0] = @128\n'
try 'bin[1:0] = @50\n'
try 'bin[0] = @\n'
try '= 0\n'
try '\001\n'
try 'bin[0] = \0377\n'
try 'bin\n'
try 'bin[0] = 0\nbin[5] = @5'
try 'bin[3:0] = 0b1'
try 'bin[3:0] = 0b1 '
try 'bin[3:0] = size[3:0]'

#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 0
#> output file
#> status 0
#> output file
#2> e.bsel:3:4: bin[0] is already given in line 1
#2> e.bsel:2:4: bin[23] is already given in line 1
#2> e.bsel:1:4: bin has bits 23..0 only
#2> e.bsel:1:4: bin has bits 23..0 only
#2> e.bsel:1:16: size has bits 9..0 only
#2> e.bsel:1:18: category has bits 3..0 only
#2> e.bsel:1:18: category has bits 3..0 only
#2> e.bsel:1:4: range is reversed, write [11:0]
#2> e.bsel:1:20: range is reversed, write [11:0]
#2> e.bsel:1:13: bin[11:0] has 12 bits, latency[23:0] has 24
#2> e.bsel:1:7: bin[23:0] has 24 bits, size[9:0] has 10
#2> e.bsel:1:12: constant does not fit into 2 bits
#2> e.bsel:1:10: constant does not fit into 1 bit
#2> e.bsel:1:7: constant does not fit into 24 bits
#2> e.bsel:1:10: unknown name 'speed'; the names are latency, sender, color, category, size, address, phase
#2> e.bsel:1:10: unknown name 'Latency'; the names are latency, sender, color, category, size, address, phase
#2> e.bsel:1:1: unknown name 'bun'; a statement begins with bin
#2> e.bsel:1:1: unknown name 'size'; a statement begins with bin
#2> e.bsel:1:10: unknown name 'averyveryverylongnametha'; the names are latency, sender, color, category, size, address, phase
#2> e.bsel:1:18: end of the line expected before 's'
#2> e.bsel:1:11: end of the line expected before ';'
#2> e.bsel:1:17: end of the line expected before ']'
#2> e.bsel:1:8: '=' expected before 's'
#2> e.bsel:1:9: name or number expected at the end of the line
#2> e.bsel:1:10: name or number expected at the end of the line
#2> e.bsel:1:5: number expected at the end of the line
#2> e.bsel:1:5: number expected before ']'
#2> e.bsel:1:7: number expected before ']'
#2> e.bsel:1:5: number expected before '-'
#2> e.bsel:1:5: malformed number
#2> e.bsel:1:7: ']' expected before '2'
#2> e.bsel:1:10: malformed number
#2> e.bsel:1:10: malformed number
#2> e.bsel:1:10: malformed number
#2> e.bsel:1:10: malformed number
#2> e.bsel:1:10: select codes are 0..127
#2> e.bsel:1:12: a select code is for one bit, bin[1:0] has 2
#2> e.bsel:1:11: number expected at the end of the line
#2> e.bsel:1:1: 'bin' expected before '='
#2> e.bsel:1:1: 'bin' expected before character 0x01
#2> e.bsel:1:10: name or number expected before character 0xFF
#2> e.bsel:1:4: '=' expected at the end of the line
#2> e.bsel:2:12: end this line: the number may have been cut off
#2> e.bsel:1:15: end this line: the number may have been cut off
