# SPDX-License-Identifier: Apache-2.0
# Tests mk_nite_test: three passes, CTRL-C, seeds, and faults of memory, samples and registers.
# shows MK-NT-001 MK-NT-002 MK-NT-003 MK-NT-004
. "$TOP/sw/multikron/tests/mk.bash"
board good
run tallyboard mk_nite_test -n 3 -s 1
# runs until CTRL-C after two passes, without a terminal
interrupt() {
	: >out
	tallyboard mk_nite_test -s 1 >out 2>err &
	local pid=$!
	for _ in $(seq 400); do [ "$(grep -c ^pass out)" -ge 2 ] && break; sleep 0.05; done
	kill -INT $pid
	wait $pid
	echo "status $?"
	grep -c 'pass [0-9]*, memory' out | awk '{ print ($1 >= 2 ? "two passes or more" : "too few") }'
	tail -1 out | sed 's/passes: [0-9]*,/passes: N,/; s/errors: [1-9][0-9]*/errors: N/'
	sed 's/[0-9][0-9]*/N/' err
}
set -m
interrupt
board faulty sample=1
interrupt
set +m
for fault in sample=1 address=1 filter=1 swapped=3; do
	board "$fault" "$fault"
	tallyboard mk_nite_test -n 3 -s 1 >out 2>&1
	echo "$fault: status $?"
	grep -e expected out | head -1
	grep ^pass out
done
# the seed determines the data, so the values with a wrong bit
values() {
	tallyboard mk_nite_test -n 2 -s "$1" 2>/dev/null | grep 'user data' | sed 's/.*expected//'
}
board data sample=1
values 7 >a
values 7 >b
values 8 >c
cmp a b && echo same
cmp -s a c || echo different
head -$(($(wc -l <a) / 2)) a >first
tail -$(($(wc -l <a) / 2)) a >second
cmp -s first second || echo 'passes differ'
tallyboard mk_nite_test -n 0 | sed 's/[1-9][0-9]*/N/'

#> $ tallyboard mk_nite_test -n 3 -s 1
#> seed: 1
#> pass 1, memory right, samples right, registers right
#> pass 2, memory right, samples right, registers right
#> pass 3, memory right, samples right, registers right
#> passes: 3, errors: 0
#> status 0
#> status 0
#> two passes or more
#> passes: N, errors: 0
#> status 1
#> two passes or more
#> passes: N, errors: N
#> mk_nite_test: N errors
#> sample=1: status 1
#> sample: user data: expected 48387EE07E4F6B19, found 48387EE07E4F6B18
#> pass 1, memory right, samples WRONG, registers right
#> pass 2, memory right, samples WRONG, registers right
#> pass 3, memory right, samples WRONG, registers right
#> passes: 3, errors: 48
#> address=1: status 1
#> sample: source address: expected B17BC327, found B17BC326
#> pass 1, memory right, samples WRONG, registers WRONG
#> pass 2, memory right, samples WRONG, registers WRONG
#> pass 3, memory right, samples WRONG, registers WRONG
#> passes: 3, errors: 31
#> filter=1: status 1
#> register: filter: expected 00005A49, found 00005A48
#> pass 1, memory right, samples right, registers right
#> pass 2, memory right, samples right, registers WRONG
#> pass 3, memory right, samples right, registers right
#> passes: 3, errors: 1
#> swapped=3: status 1
#> memory: word 870593: expected 658EEC67, found FB32555E
#> pass 1, memory WRONG, samples WRONG, registers right
#> pass 2, memory WRONG, samples WRONG, registers right
#> pass 3, memory WRONG, samples WRONG, registers right
#> passes: 3, errors: 6177
#> same
#> different
#> passes differ
#> seed: N
#> passes: 0, errors: 0
