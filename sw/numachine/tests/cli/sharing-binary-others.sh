# SPDX-License-Identifier: Apache-2.0
# Checks recordings of programs that were not compiled for it: names and lines with and without
# debug information, C++, Fortran, OpenMP of clang, a program of Debian, what orders besides locks,
# the first references only, phases of a long run, and how the program ends.
# shows NM-REC-001 NM-DIA-001
. "$TOP/sw/numachine/tests/nm.bash"
programs=$TOP/sw/numachine/tests/programs
# the findings of at least a tenth of the waiting
findings() {
	sed -n 's/^[0-9]*\. \(.*\): [0-9]* \(line\|page\)s*, .* \([1-9][0-9]\|100\) % of all$/\1/p' \
		report | sort
}
echo '== C++'
g++ -g -O1 -o program "$programs/vector.cc" -pthread && sharing -o report -- ./program && findings
echo '== lines and stripped names'
gcc -g -O1 -o program "$programs/false_sharing.c" -pthread || exit
sharing -o report -- ./program && grep -c '(counters.hits).* at false_sharing.c:15$' report
strip -d program && sharing -o report -- ./program && findings
strip program && sharing -o report -- ./program && findings | sed 's/0x[0-9a-f]*/ADDRESS/'
echo '== other things that order'
for kind in 0 1 2 3 4 5 6 7 8; do
	gcc -g -O1 -DKIND=$kind "$programs/order.c" -o program -pthread || exit
	echo "$kind: $(sharing -u 0 -- ./program |
		sed -n 's/^[0-9]*\. half: \([^:]*\):.*/\1/p; /^[0-9]* [0-9] [0-9]$/p' | tr '\n' ' ')"
done
echo '== Fortran'
# thread 0 has variables of its own in the same line if the stack begins at such an address
gfortran -g -O0 -fopenmp -o program "$programs/parts.f90" &&
	sharing -o report -- ./program && findings | grep -v '^i of'
echo '== OpenMP of clang'
clang -g -O1 -fopenmp -o program "$programs/openmp.c" &&
	sharing -n 99 -o report -- ./program 2>/dev/null &&
	sed -n 's/^[0-9]*\. \(.*\): [0-9]* line.*, \([0-9]*\) requests.*/\1: \2/p' report |
	grep -e ^guarded: -e ^step: -e allocated | sed 's/8[0-2].$/about 800/' | sort
clang -g -O1 -fopenmp -o program "$programs/regions.c" &&
	sharing -n 99 -o report -- ./program 2>/dev/null &&
	sed -n 's/^[0-9]*\. \(.*\): [0-9]* line.*/\1/p' report | grep -e ^count -e allocated
echo '== a program of Debian'
seq 20000 >numbers && sharing -n 1 -o report -- zstd -q -T2 -B32K -1 -c numbers |
	zstd -qd | cmp - numbers && sed -n '1s/^\([0-9]* threads\).*/\1/p' report
echo '== the first references of a program'
gcc -g -O1 -o program "$programs/false_sharing.c" -pthread &&
	sharing --most=3000 -o report -- ./program && findings &&
	sed -n 's/^\(recorded: the first 3000 of\) [3-9][0-9]* references, [3-9][0-9] %$/\1/p' report
echo '== phases of a long run'
gcc -g -O1 -o program "$programs/long.c" -pthread || exit
sharing --most=100000 -o report -- ./program && findings
made=$(sed -n 's/^recorded: the first .* of \([0-9]*\) references.*/\1/p' report)
# the threads take turns within a phase, which may miss one of the four; and the initialisation is
# before their parts
sharing --sample=5 -o report -- ./program && findings | grep -e ^count -e 'table: true'
grep -c '^  count+.* writes at long.c:[0-9]*$' report | sed 's/^[34]$/3 or 4/'
sed -nE 's/^recorded: ([0-9]+) of ([0-9]+) references.* in ([0-9]+) phases$/\1 \2 \3/p' report |
	awk -v made="$made" '{
		recorded = $1; all = $2; phases = $3
		print (all >= made * 0.99 && all <= made * 1.01 && recorded >= made * 0.02 &&
			recorded <= made * 0.1 && phases == int((recorded + 99999) / 100000)) ?
			"a part of all" : made " made: " $0
	}'
sharing --most=3000 -t json -o report -- ./program && jq '.recorded, .made >= 3000000' report
sharing --most=3000 -t html -o report -- ./program &&
	sed -n 's/^<p>\(recorded: the first 3000 of\) .*/\1/p' report
echo '== more atomic variables than the recorder follows'
cat >many.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n[N];
static void *work(void *arg)
{
	for (int i = 0; i < N; i++)
		atomic_fetch_add(&n[i], 1);
	return arg;
}
int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	return pthread_join(t, NULL);
}
END
for n in 20000 100000; do
	gcc -O1 -DN=$n many.c -o many -pthread && sharing -n 1 -u 0 -o report -- ./many &&
		echo "$n: $(grep -c '^not recorded: the order of threads by plain accesses' report)"
done
echo '== the program ends by itself'
printf 'int main(void) { return 3; }' >three.c && gcc three.c -o three &&
	run sharing -o report -- ./three | sed 's/^[0-9]* threads.*/threads/'
printf '#include <signal.h>\nint main(void) { raise(SIGTERM); }' >killed.c &&
	gcc killed.c -o killed && run sharing -- ./killed

#> == C++
#> 124750
#> 32 bytes allocated at vector.cc:15: false sharing
#> == lines and stripped names
#> 1000 hits, 1000 misses
#> 2
#> 1000 hits, 1000 misses
#> counters: false sharing
#> 1000 hits, 1000 misses
#> memory at ADDRESS: false sharing
#> == other things that order
#> 0: 639200 0 0 false sharing 
#> 1: 639200 0 0 
#> 2: 639200 0 0 
#> 3: 639200 0 0 
#> 4: 639200 0 0 
#> 5: 639200 0 0 
#> 6: 639200 0 0 
#> 7: 639200 0 0 
#> 8: 639200 0 0 
#> == Fortran
#>               8004000
#> part of MAIN__() in thread 0: false sharing
#> == OpenMP of clang
#> 603376 40 4950 400
#> guarded: migratory: about 800
#> step: producer-consumer: about 800
#> 8386560 4095 240 100
#> count: false sharing
#> == a program of Debian
#> 3 threads
#> == the first references of a program
#> 1000 hits, 1000 misses
#> counters: false sharing
#> recorded: the first 3000 of
#> == phases of a long run
#> 25000
#> 25000
#> count: false sharing
#> 3 or 4
#> a part of all
#> 25000
#> 3000
#> true
#> 25000
#> recorded: the first 3000 of
#> == more atomic variables than the recorder follows
#> 20000: 0
#> 100000: 1
#> == the program ends by itself
#> $ sharing -o report -- ./three
#> status 0
#> $ sharing -- ./killed
#> ! sharing: ./killed was killed by signal 15 (Terminated): there is no complete recording
#> status 1
