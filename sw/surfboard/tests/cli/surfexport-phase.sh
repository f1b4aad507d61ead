# SPDX-License-Identifier: Apache-2.0
# A trace whose header says that its entries have the phase, or a part of it: the field phase is in
# the place of category, byte enables or both. The formats are read by other programs.
. "$TOP/sw/surfboard/tests/export.bash"
for bits in F0 0F FF 83; do
	echo "bits $bits"
	{ echo "# phase bits: $bits"; sample; } >t.trace
	rm -rf t.ctf
	for format in json vcd ctf; do
		surfexport -f $format -o t.$format t.trace
	done 2>/dev/null
	json '[.traceEvents[] | select(.ph == "b").args |
		[.phase, .category, .["byte enables"]]]' t.json
	babeltrace2 t.ctf 2>/dev/null |
		grep -o -E '(category|phase|byte_enables) = [0-9b]+' | paste -s -d ' '
	grep -o -E '(category|phase|be) \[.:0\]' t.vcd | paste -s -d ' '
	sed -n -E 's/^\$var wire 8 (.) phase .*/\1/p' t.vcd | {
		read -r signal
		grep "^b.* $signal\$" t.vcd | cut -d ' ' -f 1 | paste -s -d ' '
	}
done

#> bits F0
#> [[16,null,7],[32,null,7],[0,null,15]]
#> phase = 16 byte_enables = 0b00000111 phase = 32 byte_enables = 0b00000111 phase = 0 byte_enables = 0b00001111
#> be [3:0] phase [7:0]
#> bx b10000 b100000 b0
#> bits 0F
#> [[7,1,null],[7,2,null],[15,0,null]]
#> category = 1 phase = 7 category = 2 phase = 7 category = 0 phase = 15
#> category [3:0] phase [7:0]
#> bx b111 b1111
#> bits FF
#> [[23,null,null],[39,null,null],[15,null,null]]
#> phase = 23 phase = 39 phase = 15
#> phase [7:0]
#> bx b10111 b100111 b1111
#> bits 83
#> [[3,null,null],[3,null,null],[3,null,null]]
#> phase = 3 phase = 3 phase = 3
#> phase [7:0]
#> bx b11
