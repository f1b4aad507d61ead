# SPDX-License-Identifier: Apache-2.0
# Goes from probes to a report on the board in RTL: the report must be as expected, its counts must
# be those of the loop, and the whole must be at least the sum of its parts.
# shows MK-EXA-001 MK-EXA-002 MK-EXA-004
. "$TOP/sw/multikron/tests/mk.bash"
build=$(cd "$(dirname "$(command -v mk_expand)")/.." && pwd)
export CFLAGS="-I$TOP/sw/multikron -I$TOP/rtl/multikron" \
	LDFLAGS="-L$TOP/build/lib -Wl,--as-needed -l:libmk.a -lz -lm -ldl -lpthread" \
	PKG_CONFIG_PATH=/nowhere
case $build in *sanitized*) CFLAGS+=' -fsanitize=address,undefined' \
	LDFLAGS="-L$build/lib -Wl,--as-needed -l:libmk.a -lz -lm -ldl -lpthread" ;; esac
"$TOP/sw/multikron/sample/walk" 10 >ten
echo "status $?"
cat ten
"$TOP/sw/multikron/sample/walk" 51 >report
awk '/^"/ { name = $0 } /ticks$/ { count[name] = $3; total[name] = $4 } END {
	print count["\"whole program\""], count["\"if then\""], count["\"if else\""],
		count["\"process input\""], count["\"write output\""], count["\"process input write output\""]
	parts = total["\"if then\""] + total["\"if else\""] + total["\"process input write output\""]
	print (total["\"whole program\""] >= parts &&
		parts > 0 ? "the whole is not less than its parts" : "whole " total["\"whole program\""] ", " \
			"parts " parts)
}' report
