# SPDX-License-Identifier: Apache-2.0
# Tests mkprobe.h: the stages of a program on the simulated board, timed by its own clock; two
# threads; each interval compared with clock_gettime(); a mapped board; a board that does not exist.
. "$TOP/sw/multikron/tests/mk.bash"
lib=$(cd "$(dirname "$(command -v mk_expand)")/../lib" && pwd)
sanitize=
case $lib in *sanitized*) sanitize=-fsanitize=address,undefined ;; esac
build() {
	cc $sanitize -Wall -Wextra -Werror -I"$TOP/sw/multikron" -I"$TOP/rtl/multikron" $1.c "$lib/libmk.a" -lz -ldl -lm -lpthread \
		-Wl,--disable-new-dtags,-rpath,"$lib${sanitize:+:$lib/../../lib}" -o $1
}
cat >ten.c <<-'END'
	#include <mkprobe.h>
	#include <unistd.h>
	int main(void)
	{
		for (int i = 0; i < 10; i++) {
			MK_PROBE("short");
			usleep(1000);
			MK_PROBE("long");
			usleep(4000);
			MK_PROBE("a \"name\"");
		}
	}
END
build ten
export MK_BOARD=sim:
./ten 2>report
echo "status $?"
sed -n 's/[0-9][0-9.]*/N/g; 1,3p' report
# a stage takes the time that it slept
grep -v '^timestamp' report | awk '/^MK_PROBE/ { next } /^"/ { name = $0; print } /ticks$/ { print $2, $3 } /us$/ { print ($2 >= (name ~ /short/ ? 1000 : name ~ /long/ ? 4000 : 0) ? "long enough" : $0) }'
# the times of the report must be those of the program
awk '/in [0-9.]* ms; the times/ { match($0, /in [0-9.]* ms/); whole = 1000 * substr($0, RSTART + 3) } /us$/ { sum += $1 } END { print (sum <= whole * 1.01 && sum >= whole * 0.97 ? "stages fill the run" : sum " of " whole) }' report
cat interval.info
mk_expand | wc -l
mk_rpt | tail -n +3 | cmp - <(sed -n '/^$/,$p' report) && echo 'as mk_rpt reports'
mk_plot lengths -o p.svg && grep -c '</svg>' p.svg
cat >threads.c <<-'END'
	#include <mkprobe.h>
	#include <pthread.h>
	static void *work(void *arg)
	{
		for (int i = 0; i < 100; i++) {
			MK_PROBE("turn");
			MK_PROBE_END();
		}
		return arg;
	}
	int main(void)
	{
		pthread_t t[2];
		for (int i = 0; i < 2; i++)
			pthread_create(&t[i], NULL, work, NULL);
		for (int i = 0; i < 2; i++)
			pthread_join(t[i], NULL);
	}
END
build threads
./threads 2>report
grep -c 'has taken 400 probes, all in their order' report
awk '/ticks$/ { print $2, $3 }' report | sort
# the program of sw/README.md
sed -n '/#include <mkprobe.h>/,/^    }/p' "$TOP/sw/README.md" | sed 's/^    //' >readme.c
build readme
./readme 2>report >out
wc -l <out
awk '/^"/ { name = $0 } /ticks$/ { print name, $3 }' report
# from one interval to thousands of 1 us to 10 ms, in threads: each must be within 1 us or 5 % of
# the time that the program measures around the probes, except one and a twentieth of the others, in
# which a busy machine may have interrupted the program
cat >clock.c <<-'END'
	#include <mkprobe.h>
	#include <pthread.h>
	#include <time.h>
	static int turns, ns[2];
	static double now(void)
	{
		struct timespec t;
		clock_gettime(CLOCK_MONOTONIC, &t);
		return t.tv_sec * 1e9 + t.tv_nsec;
	}
	static double spin(double length)
	{
		const double begin = now();
		while (now() < begin + length)
			;
		return now() - begin;
	}
	static void *work(void *to)
	{
		double *length = to;
		for (int i = 0; i < turns; i++) {
			MK_PROBE("even");
			length[2 * i] = spin(ns[0]);
			MK_PROBE("odd");
			length[2 * i + 1] = spin(ns[1]);
		}
		MK_PROBE_END();
		return to;
	}
	int main(int argc, char **argv)
	{
		const int threads = argc > 4 ? atoi(argv[4]) : 1;
		double *length[8];
		pthread_t t[8];
		spin(0);
		turns = atoi(argv[1]);
		ns[0] = atoi(argv[2]);
		ns[1] = atoi(argv[3]);
		for (int i = 0; i < threads; i++) {
			length[i] = calloc(2 * turns, sizeof(double));
			pthread_create(&t[i], NULL, work, length[i]);
		}
		for (int i = 0; i < threads; i++)
			pthread_join(t[i], NULL);
		for (int i = 0; i < threads; i++) {
			for (int k = 0; k < 2 * turns; k++)
				printf("%d %.0f\n", i, length[i][k]);
			free(length[i]);
		}
	}
END
build clock
for c in '1 1000 5000' '3 10000000 1000000' '500 1000 15000' '5000 1000 2000' '300 1000 20000 3'; do
	# shellcheck disable=SC2086
	./clock $c >own 2>report
	mk_expand >expanded
	# the threads of the program begin in any order, so the intervals are sorted by thread and
	# position
	gawk 'FNR == NR { own[$1, n[$1]++] = $2; threads = $1 + 1; next }
		{ at = strtonum("0x" $2); source = strtonum("0x" $3); event = strtonum("0x" $4) }
		event % 2 { board[source, m[source]++] = 100 * (at - begin[source]); next }
		{ begin[source] = at }
		END {
			for (s = 1; s <= threads; s++) {
				few = -1
				for (t = 0; t < threads; t++) {
					bad = n[t] != m[s]
					for (i = 0; i < n[t]; i++) {
						d = board[s, i] - own[t, i]
						bad += d < -110 || (d > 1000 && d > own[t, i] / 20)
					}
					if (few < 0 || bad < few) few = bad
				}
				all += few; count += m[s]
			}
			print count, (all <= 1 + count / 20 ? "right" : all " wrong")
		}' own expanded
	grep -c 'each interval of ".*" is off by up to 0[.].* us' report
done
# no file may stay after a failure
mkdir none
(cd none && MK_BOARD=unix:nowhere ../ten 2>&1 && ls)
# on a mapped board the probes are stores
truncate -s 32M window
MK_BOARD=mmap:slot=none,mem=$PWD/window ./ten 2>&1 | grep MK_PROBE
od -An -tx4 -N4 -j0x1180 window
