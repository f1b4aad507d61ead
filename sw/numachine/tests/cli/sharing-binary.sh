# SPDX-License-Identifier: Apache-2.0
# Checks that programs that were not compiled for it give the same findings as those that were:
# locks, barriers, atomic accesses, OpenMP, variables on a stack and of a thread, heap blocks.
# shows NM-REC-001 NM-DIA-001 NM-DIA-019
. "$TOP/sw/numachine/tests/nm.bash"
programs=$TOP/sw/numachine/tests/programs
# the findings of at least a twentieth of the waiting; which of main() and its parallel region has
# the variables on the stack depends on how the program is recorded, the number of the thread that
# shares a variable of its own on the order in which the threads start
findings() {
	sed -nE 's/^[0-9]*\. (.*): [0-9]* (line|page)s*, .* ([5-9]|[1-9][0-9]|100) % of all$/\1/p' report |
		sed 's/main\._omp_fn\.[0-9]*/main/; s/^hits of thread [0-9]/hits of a thread/' |
		sort
}
for program in false_sharing atomic_counter lock lock_counter migratory mixed first_touch \
	read_table local openmp padded phases producer_consumer; do
	echo "== $program"
	options='-O1 -pthread'
	[ $program != openmp ] || options='-O1 -fopenmp'
	# shellcheck disable=SC2086
	gcc -g $options -o program "$programs/$program.c" &&
		sharing -o report -- ./program >/dev/null && findings >without &&
		sharing -o report --cc="gcc $options $programs/$program.c" >/dev/null &&
		findings >with || exit
	cmp with without && cat without
done

#> == false_sharing
#> counters: false sharing
#> == atomic_counter
#> total: true sharing
#> == lock
#> done: false sharing
#> lock: true sharing
#> == lock_counter
#> lock: true sharing
#> total: migratory
#> == migratory
#> gate: true sharing
#> record: migratory
#> == mixed
#> mixed: shared truly and falsely
#> == first_touch
#> big: used by another station than its memory's
#> == read_table
#> table: only read, by several stations
#> == local
#> each of main() in thread 0: false sharing
#> hits of a thread: true sharing
#> == openmp
#> critical: true sharing
#> guarded: migratory
#> stack of main() in thread 0: true sharing
#> step: producer-consumer
#> == padded
#> == phases
#> barrier: true sharing
#> board: changes with time
#> == producer_consumer
#> 128 bytes allocated at producer_consumer.c:35: producer-consumer
#> written: true sharing
