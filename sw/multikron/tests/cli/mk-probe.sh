# SPDX-License-Identifier: Apache-2.0
# Tests mkprobe.h: the stages of a program on the simulated board, timed by its own clock; two
# threads; each interval compared with clock_gettime(); a mapped board; a board that does not exist.
. "$TOP/sw/multikron/tests/mk.bash"
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
grep -v '^timestamp' report | awk '/^MK_PROBE/ { next } /^"/ { name = $0; print }
	/ticks$/ { print $2, $3 }
		/us$/ { print ($2 >= (name ~ /short/ ? 1000 : name ~ /long/ ? 4000 : 0) ? "long enough" : $0) }'
# the times of the report must be those of the program
awk '/in [0-9.]* ms; the times/ { match($0, /in [0-9.]* ms/);
	whole = 1000 * substr($0, RSTART + 3) } /us$/ { sum += $1 }
		END { print (sum <= whole * 1.01 &&
			sum >= whole * 0.97 ? "stages fill the run" : sum " of " whole) }' report
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
# from one interval to thousands of 1 us to 10 ms, in threads
"$TOP/sw/multikron/tests/probes" '1 1000 5000' '3 10000000 1000000' '500 1000 15000' \
	'5000 1000 2000' '300 1000 20000 3'
echo "status $?"
# the cost of the first calls of a program is in no stage: the median of 21 programs is near the
# program's own time
cat >once.c <<-'END'
	#include <mkprobe.h>
	#include <time.h>
	static double now(void)
	{
		struct timespec t;
		clock_gettime(CLOCK_MONOTONIC, &t);
		return t.tv_sec * 1e9 + t.tv_nsec;
	}
	int main(void)
	{
		double begin = now(), own;
		MK_PROBE("one");
		begin = now();
		while ((own = now() - begin) < 1100)
			;
		MK_PROBE("two");
		printf("%.0f\n", own);
	}
END
build once
for ((i = 0; i < 21; i++)); do
	./once 2>report >own
	awk 'FILENAME == "own" { own = $1 }
		/^"one"/ { one = 1 }
		one && /us$/ { print 1000 * $1 - own; exit }' own report
done | sort -n | sed -n 11p | awk -v limit="${sanitize:+2}350" '
	{ print ($1 < limit ? "within the limit" : $1 " ns too long") }'
# no file may stay after a failure
mkdir none
(cd none && MK_BOARD=unix:nowhere ../ten 2>&1 && ls)
# on a mapped board the probes are stores
truncate -s 32M window
printf '\220' | dd of=window bs=1 seek=$((0x1207)) conv=notrunc status=none # the version
MK_BOARD=mmap:slot=none,mem=$PWD/window ./ten 2>&1 | grep MK_PROBE
od -An -tx4 -N4 -j0x1180 window
# the mapped board has a simple buffer and a source address for each thread; a full memory and
# discarded samples are reported
cat >full.c <<-'END'
	#include <fcntl.h>
	#include <mkprobe.h>
	#include <pthread.h>
	#include <unistd.h>
	static int window;
	static void word(const char *what, off_t at, uint32_t value)
	{
		uint32_t now = 0;
		if (pread(window, &now, 4, at) == 4)
			printf("%s %X\n", what, (unsigned int)now);
		if (pwrite(window, &value, 4, at) != 4)
			printf("not written\n");
	}
	static void *work(void *arg)
	{
		MK_PROBE("other");
		word("source", 0x1040, 0);
		return arg;
	}
	int main(void)
	{
		pthread_t t;
		window = open("window", O_RDWR);
		MK_PROBE("main");
		word("source", 0x1040, 1);
		pthread_create(&t, NULL, work, NULL);
		pthread_join(t, NULL);
		MK_PROBE("main");
		word("source", 0x1040, 1);
		word("WRAPB", 0x1204, 0x90007201);
		word("OVRCNT", 0x1110, 3);
		word("MAP", 0x1208, 0x400000);
	}
END
build full
printf '\220' | dd of=window bs=1 seek=$((0x1207)) conv=notrunc status=none
MK_BOARD=mmap:slot=none,mem=$PWD/window ./full >out 2>report
cat out
grep MK_PROBE report
# a board that can be opened at the end only gets the probes then; a file stores no samples
printf '\0' | dd of=window bs=1 seek=$((0x1207)) conv=notrunc status=none
MK_BOARD=mmap:slot=none,mem=$PWD/window ./full 2>&1 >out | grep -o 'taken.*\|Bad message'

#> status 0
#> MK_PROBE: N probes in N ms; the times are those of the program's own clock
#> MK_PROBE: each interval of "short" is off by up to N us
#> MK_PROBE: each interval of "long" is off by up to N us
#> "short"
#> 00000001 10
#> long enough
#> "long"
#> 00000001 10
#> long enough
#> "a 'name'"
#> 00000001 10
#> long enough
#> stages fill the run
#> 1 2 3 "short"
#> 1 4 5 "long"
#> 1 6 7 "a 'name'"
#> 60
#> as mk_rpt reports
#> 1
#> 1
#> 00000001 100
#> 00000002 100
#> 20
#> "fill" 20
#> "count" 20
#> "print" 20
#> 2 right
#> 6 right
#> 1000 right
#> 10000 right
#> 1800 right
#> status 0
#> within the limit
#> MK_PROBE: No such file or directory
#>  00000007
#> source 1
#> source 2
#> source 1
#> WRAPB 7201
#> OVRCNT 0
#> MAP 0
#> MK_PROBE: the board has discarded 3 samples
#> MK_PROBE: the memory of the board holds 838860 samples; the others are left out
#> Bad message
