# SPDX-License-Identifier: Apache-2.0
# Checks OpenMP of both compilers: tasks that are ordered do not seem to run at the same time (each
# takes the line from the one before it, at most), the findings of other programs are the same, and
# what the library does for its own purposes is none.
# shows NM-DIA-017
programs=$TOP/sw/numachine/tests/programs
# KIND: how the tasks of report follow each other
order() {
	awk -v kind="$1" '/^[0-9]+\. slots: / { sub(/.* line, /, ""); n = $1 + 0 }
		END { print kind ": " (n > 2000 ? "at once" : n <= 200 ? "ordered" : n) }' report
}
for compile in 'gcc -O1 -fopenmp' 'clang -O1 -fopenmp'; do
	echo "== $compile"
	for kind in 0 1 2 3; do
		sharing -u 0 --cc="$compile -DKIND=$kind $programs/tasks.c" -o report >output || exit
		order $kind
	done
	sharing -n 99 -u 0 --cc="$compile $programs/openmp.c" -o report >output || exit
	sed -n 's/^[0-9]*\. \([a-z]*\): \([^:]*\): .*/\1: \2/p' report | grep -e guarded -e step | sort
	grep -e libomp -e 0x report
done
echo '== barriers of clang'
requests() {
	sharing -n 9 -u 0 --cc="$1 -O1 -DN=4 -DB=2 $programs/barriers.c" |
		sed -n 's/^[0-9]*\. slots: false sharing: .* \([0-9]*\) requests.*/\1/p'
}
clang=$(requests 'clang -fopenmp') condition=$(requests 'gcc -pthread -DK=0')
[ $((100 * clang)) -ge $((85 * condition)) ] && echo alike
echo '== not compiled for it'
for kind in 0 1 2 3 4; do
	gcc -O1 -fopenmp -DKIND=$kind "$programs/tasks.c" -o tasks &&
		sharing -u 0 -o report -- ./tasks >output 2>&1 || exit
	order $kind
	grep '^not recorded' report
done
clang -O1 -fopenmp "$programs/tasks.c" -o tasks && sharing -- ./tasks | grep '^not recorded'

#> == gcc -O1 -fopenmp
#> 0: at once
#> 1: ordered
#> 2: ordered
#> 3: ordered
#> guarded: migratory
#> step: producer-consumer
#> == clang -O1 -fopenmp
#> 0: at once
#> 1: ordered
#> 2: ordered
#> 3: ordered
#> guarded: migratory
#> step: producer-consumer
#> == barriers of clang
#> alike
#> == not compiled for it
#> 0: at once
#> 1: ordered
#> 2: ordered
#> 3: ordered
#> 4: ordered
#> not recorded: the order of threads by kmpc_omp_task; threads that take turns by them seem to run at the same time
