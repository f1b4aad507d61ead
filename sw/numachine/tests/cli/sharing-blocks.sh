# SPDX-License-Identifier: Apache-2.0
# Checks that each of two variables that use the same bytes of a stack at different times is a
# finding of its own, with librecord and under valgrind, what the report says of their cost, and
# that it says so if it has not divided all lines.
# shows NM-DIA-001
program=$TOP/sw/numachine/tests/programs/blocks.c
findings() {
	sed -n 's/^[0-9]*\. \(.*\): 1 line, .*/\1/p; /at other times/p' report | sort
	awk -F'[ ,]+' '/^[0-9]+ threads/ { all = $5 } /: 1 line,/ { sum += $(NF - 8) }
		END { print (sum > 0.8 * all && sum <= all ? "all requests" : sum " of " all) }' report
}
for compile in 'gcc -O0' 'gcc -O2' 'clang -O0' 'clang -O2'; do
	echo "== $compile"
	sharing -o report --cc="$compile $program -pthread" && findings >with &&
		$compile -g "$program" -pthread -o program &&
		sharing -o report -- ./program 2>/dev/null && findings >without || exit
	cmp with without && cat with
done
for lines in 80 1100; do
	echo "== $lines lines"
	sharing -o report --cc="gcc -O0 -DLINES=$lines $program -pthread" &&
		sed -n 's/^[0-9]*\. \(.*: 80 lines\),.*/\1/p; s/^\(not divided: \)[0-9]*/\1N/p' report | sort
done

#> == gcc -O0
#>    other variables have its bytes at other times; their requests are divided like their transfers
#>    other variables have its bytes at other times; their requests are divided like their transfers
#> first of main() in thread 0: producer-consumer
#> second of main() in thread 0: producer-consumer
#> all requests
#> == gcc -O2
#>    other variables have its bytes at other times; their requests are divided like their transfers
#>    other variables have its bytes at other times; their requests are divided like their transfers
#> first of main() in thread 0: producer-consumer
#> second of main() in thread 0: producer-consumer
#> all requests
#> == clang -O0
#> first of main() in thread 0: producer-consumer
#> second of main() in thread 0: producer-consumer
#> all requests
#> == clang -O2
#>    other variables have its bytes at other times; their requests are divided like their transfers
#>    other variables have its bytes at other times; their requests are divided like their transfers
#> first of main() in thread 0: producer-consumer
#> second of main() in thread 0: producer-consumer
#> all requests
#> == 80 lines
#> first of main() in thread 0: producer-consumer: 80 lines
#> second of main() in thread 0: producer-consumer: 80 lines
#> == 1100 lines
#> not divided: N lines whose bytes several variables have at different times; each is counted as one variable's
