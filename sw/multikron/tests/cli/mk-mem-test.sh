# SPDX-License-Identifier: Apache-2.0
# Tests mk_mem_test: whole and partial ranges, its accesses, faults, and bad command lines.
# shows MK-MT-001 MK-MT-002 MK-MT-003 MK-MT-004
. "$TOP/sw/multikron/tests/mk.bash"
board one
run tallyboard mk_mem_test 1000 5000
mk_status --command=log | head -1
run tallyboard mk_mem_test 4194303 1
run tallyboard mk_mem_test 0 4194304
run tallyboard mk_mem_test 17 0
board stuck stuck=4d2:10
run tallyboard mk_mem_test 0 2000
run tallyboard mk_mem_test 1235 1000
run tallyboard mk_mem_test 0 1234
# two address lines are swapped in reads; one address line is stuck
for lines in 3 11 401 100010 300000; do
	board "swapped$lines" "swapped=$lines"
	tallyboard mk_mem_test 0 4194304 >out 2>&1
	echo "$lines: status $?, $(grep -c '^word ' out) words printed, $(tail -1 out)"
done
for line in 1 400 200000; do
	board "line$line" "line=$line"
	tallyboard mk_mem_test 0 4194304 >out 2>&1
	echo "$line: status $?, $(tail -1 out)"
done
run tallyboard mk_mem_test
run tallyboard mk_mem_test 1
run tallyboard mk_mem_test x 1
run tallyboard mk_mem_test 1 -5
run tallyboard mk_mem_test 4194304 1
run tallyboard mk_mem_test 0 4194305
run tallyboard mk_mem_test 1 2 3

#> $ tallyboard mk_mem_test 1000 5000
#> 5000 words from word 1000 on: right
#> status 0
#> 10000 writes from 1000FA0 to 1005DBC, 10000 reads from 1000FA0 to 1005DBC
#> $ tallyboard mk_mem_test 4194303 1
#> 1 words from word 4194303 on: right
#> status 0
#> $ tallyboard mk_mem_test 0 4194304
#> 4194304 words from word 0 on: right
#> status 0
#> $ tallyboard mk_mem_test 17 0
#> 0 words from word 17 on: right
#> status 0
#> $ tallyboard mk_mem_test 0 2000
#> word 1234: written A7689732, read A7689722
#> ! mk_mem_test: 1 mismatches
#> status 1
#> $ tallyboard mk_mem_test 1235 1000
#> 1000 words from word 1235 on: right
#> status 0
#> $ tallyboard mk_mem_test 0 1234
#> 1234 words from word 0 on: right
#> status 0
#> 3: status 1, 20 words printed, 4194284 more
#> 11: status 1, 20 words printed, 4194284 more
#> 401: status 1, 20 words printed, 4194284 more
#> 100010: status 1, 20 words printed, 4194284 more
#> 300000: status 1, 20 words printed, 4194284 more
#> 1: status 1, 4194284 more
#> 400: status 1, 4194284 more
#> 200000: status 1, 4194284 more
#> $ tallyboard mk_mem_test
#> ! mk_mem_test: two arguments are needed: START and COUNT
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
#> $ tallyboard mk_mem_test 1
#> ! mk_mem_test: two arguments are needed: START and COUNT
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
#> $ tallyboard mk_mem_test x 1
#> ! mk_mem_test: not a number: x
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
#> $ tallyboard mk_mem_test 1 -5
#> ! mk_mem_test: unknown option: -5
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
#> $ tallyboard mk_mem_test 4194304 1
#> ! mk_mem_test: the memory has 4194304 words; beyond its end: 1
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
#> $ tallyboard mk_mem_test 0 4194305
#> ! mk_mem_test: number too large: 4194305
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
#> $ tallyboard mk_mem_test 1 2 3
#> ! mk_mem_test: two arguments are needed: START and COUNT
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
