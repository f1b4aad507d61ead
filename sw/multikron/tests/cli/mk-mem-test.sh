# SPDX-License-Identifier: Apache-2.0
# Tests mk_mem_test: whole and partial ranges, its accesses, faults, and bad command lines.
# shows MK-MT-001 MK-MT-002 MK-MT-003 MK-MT-004
. "$TOP/sw/multikron/tests/mk.bash"
board one
run mk_mem_test 1000 5000
mk_status --command=log | head -1
run mk_mem_test 4194303 1
run mk_mem_test 0 4194304
run mk_mem_test 17 0
board stuck stuck=4d2:10
run mk_mem_test 0 2000
run mk_mem_test 1235 1000
run mk_mem_test 0 1234
# two address lines are swapped in reads; one address line is stuck
for lines in 3 11 401 100010 300000; do
	board "swapped$lines" "swapped=$lines"
	mk_mem_test 0 4194304 >out 2>&1
	echo "$lines: status $?, $(grep -c '^word ' out) words printed, $(tail -1 out)"
done
for line in 1 400 200000; do
	board "line$line" "line=$line"
	mk_mem_test 0 4194304 >out 2>&1
	echo "$line: status $?, $(tail -1 out)"
done
run mk_mem_test
run mk_mem_test 1
run mk_mem_test x 1
run mk_mem_test 1 -5
run mk_mem_test 4194304 1
run mk_mem_test 0 4194305
run mk_mem_test 1 2 3
