# SPDX-License-Identifier: Apache-2.0
# Compares what threads share between two barriers with the same program on a barrier that is made
# of a condition variable, for POSIX, C11, atomic variables, semaphores, OpenMP and C++20: the
# requests differ by at most 15 % (3 % seen). Threads that a barrier orders one after the other make
# few requests, a hundredth, in every recording. (On a busy computer threads may meet less often in
# one recording, so that one of three decides.)
# shows NM-DIA-017
cd "$TOP/sw/numachine/tests/programs" || exit
here=$OLDPWD
# prints verdict and requests of the array; @way: record, or valgrind
slots() {
	if [ "$way" = record ]; then
		sharing -n 9 -u 0 --cc="$1 -O1 -DN=$n -DB=$b"
	else
		$1 -O1 -g -DN="$n" -DB="$b" -o "$here/program" &&
			sharing -n 9 -u 0 -- "$here/program"
	fi | sed -n 's/^[0-9]*\. [^ ]*slots: \([^:]*\): .* \([0-9]*\) requests.*/\2 \1/p'
}
compare() {
	local -A most
	local reference
	way=$1
	read -r n b <<<"$2"
	shift 2
	echo "== $way, $n threads, $b loops"
	for compile; do
		reference=$(sed 's/ -DK=[0-9]//; s/ / -DK=0 /' <<<"$compile")
		[ "${most[$reference]}" ] || most[$reference]=$(slots "$reference")
		for _ in 1 2 3; do
			read -r requests verdict < <(slots "$compile")
			[ "$((100 * requests))" -lt $((85 * ${most[$reference]%% *})) ] ||
				[ "$((100 * requests))" -gt $((115 * ${most[$reference]%% *})) ] || break
			verdict="$requests requests, with a condition variable ${most[$reference]}"
		done
		echo "$compile: $verdict"
	done
}
for size in '2 1' '4 2' '8 1' '16 1' '3 10'; do
	compare record "$size" 'gcc -DK=1 barriers.c -pthread' 'gcc -DK=2 barriers.c -pthread' \
		'gcc -DK=3 barriers.c -pthread' 'gcc -DK=4 barriers.c -pthread' \
		'gcc -fopenmp barriers.c' 'g++ -std=c++20 -DK=6 barriers.cc -pthread'
done
compare valgrind '2 10' 'gcc -DK=1 barriers.c -pthread' 'gcc -DK=3 barriers.c -pthread'

#> == record, 2 threads, 1 loops
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 -DK=6 barriers.cc -pthread: false sharing
#> == record, 4 threads, 2 loops
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 -DK=6 barriers.cc -pthread: false sharing
#> == record, 8 threads, 1 loops
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 -DK=6 barriers.cc -pthread: false sharing
#> == record, 16 threads, 1 loops
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 -DK=6 barriers.cc -pthread: false sharing
#> == record, 3 threads, 10 loops
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 -DK=6 barriers.cc -pthread: false sharing
#> == valgrind, 2 threads, 10 loops
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
