# SPDX-License-Identifier: Apache-2.0
# Compares what threads share between two barriers with the same program on a barrier that is made
# of a condition variable, for POSIX, C11, atomic variables, semaphores, OpenMP and C++20. Threads
# that a barrier orders one after the other make few requests, a hundredth, in every recording.
# (More are possible: threads that leave the barrier together meet more often. On a busy computer
# they may meet less often in one recording, so that one of three decides.)
# shows NM-DIA-017
cd "$TOP/sw/numachine/tests/programs" || exit
# prints verdict and requests of the array
slots() {
	sharing -n 9 -u 0 --cc="$1 -O1 -DN=$n -DB=$b" |
		sed -n 's/^[0-9]*\. [^ ]*slots: \([^:]*\): .* \([0-9]*\) requests.*/\2 \1/p'
}
for size in '2 1' '4 2' '8 1' '3 10'; do
	read -r n b <<<"$size"
	read -r most verdict < <(slots 'gcc -DK=0 barriers.c -pthread')
	echo "== $n threads, $b loops: $verdict"
	for compile in 'gcc -DK=1 barriers.c -pthread' 'gcc -DK=2 barriers.c -pthread' \
		'gcc -DK=3 barriers.c -pthread' 'gcc -DK=4 barriers.c -pthread' \
		'gcc -fopenmp barriers.c' 'g++ -std=c++20 barriers.cc -pthread'; do
		for _ in 1 2 3; do
			read -r requests verdict < <(slots "$compile")
			[ "$((100 * requests))" -lt $((85 * most)) ] || break
			verdict="$requests of $most requests"
		done
		echo "$compile: $verdict"
	done
done

#> == 2 threads, 1 loops: false sharing
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 barriers.cc -pthread: false sharing
#> == 4 threads, 2 loops: false sharing
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 barriers.cc -pthread: false sharing
#> == 8 threads, 1 loops: false sharing
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 barriers.cc -pthread: false sharing
#> == 3 threads, 10 loops: false sharing
#> gcc -DK=1 barriers.c -pthread: false sharing
#> gcc -DK=2 barriers.c -pthread: false sharing
#> gcc -DK=3 barriers.c -pthread: false sharing
#> gcc -DK=4 barriers.c -pthread: false sharing
#> gcc -fopenmp barriers.c: false sharing
#> g++ -std=c++20 barriers.cc -pthread: false sharing
