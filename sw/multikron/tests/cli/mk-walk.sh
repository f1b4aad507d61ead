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

#> status 0
#> header timestamp source user-data
#> 00 00000000000018 00000000 000000000000000A
#> 00 0000000000001C 00000000 0000000000000008
#> 00 0000000000001F 00000000 0000000000000011
#> 00 00000000000023 00000000 000000000000000C
#> samples: 52, with an event that is described: 52
#> timestamp clock: 10000000 Hz
#>
#> "whole program"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          1            394          394          394          394            0 ticks
#>                                        39.4         39.4         39.4         39.4            0 us
#>
#> "if then"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          5             38            4           12          7.6  3.382306905 ticks
#>                                         3.8          0.4          1.2         0.76 0.3382306905 us
#>
#> "if else"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000          5             40            3           12            8  3.224903099 ticks
#>                                           4          0.3          1.2          0.8 0.3224903099 us
#>
#> "process input"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000         10             75            3           12          7.5          3.5 ticks
#>                                         7.5          0.3          1.2         0.75         0.35 us
#>
#> "write output"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000         10             75            3           12          7.5          3.5 ticks
#>                                         7.5          0.3          1.2         0.75         0.35 us
#>
#> "process input write output"
#>   cpu      source      count          total      minimum      maximum         mean    deviation
#>     0    00000000         10            150            7           23           15  6.356099433 ticks
#>                                          15          0.7          2.3          1.5 0.6356099433 us
#> 1 26 25 51 51 51
#> the whole is not less than its parts
