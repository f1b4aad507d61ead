# SPDX-License-Identifier: Apache-2.0
# Checks that all lines of a large object are examined, and that the report says so if some are not.
# shows NM-DIA-001
program=$TOP/sw/numachine/tests/programs/many.c
for lines in 2000 17000; do
	echo "== $lines lines"
	sharing -o report --cc="gcc -O1 -DLINES=$lines $program -pthread" || exit
	sed -n 's/^\(not examined: \)[0-9]*/\1N/p; s/^[0-9]*\. \(.*: false sharing: 2000 lines\),.*/\1/p
		s/^ *padded, \(4000 parts.* their own\).*/\1/p' report
done

#> == 2000 lines
#> line: false sharing: 2000 lines
#> 4000 parts with lines of their own
#> == 17000 lines
#> not examined: N lines that threads take from each other, those with the fewest transfers; 16384 are
