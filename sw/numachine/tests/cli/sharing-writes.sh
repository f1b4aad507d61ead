# SPDX-License-Identifier: Apache-2.0
# Checks that the writes of a program are recorded whatever its compiler makes of them: fills,
# copies, strings and assignments of whole objects; and that what is not recorded is reported.
# shows NM-REC-001 NM-REC-002 NM-DIA-018
cd "$TOP/sw/numachine/tests/programs" || exit
here=$OLDPWD
# the objects that the two threads share by writing them
written() {
	sed -n 's/^[0-9]*\. \(set[0-9]*\|by_[a-z_]*\): .*requests.*/\1/p' "$here/report" |
		sort -u | tr '\n' ' '
}
first=
for compile in 'gcc -O0' 'gcc -O1' 'gcc -O2' 'gcc -O3' 'gcc -Os' 'gcc -O2 -flto' \
	'gcc -O2 -D_FORTIFY_SOURCE=2' 'clang -O0' 'clang -O1' 'clang -O2' 'clang -O3' \
	'clang -Os'; do
	sharing -n 90 -u 0 -o "$here/report" --cc="$compile writes.c -pthread" >"$here/printed" || exit
	[ "$first" ] || { first=$(written) && cat "$here/printed" && echo "$first"; }
	echo "$compile: $([ "$(written)" = "$first" ] && echo the same || written)"
done
first=
for compile in 'g++ -O0' 'g++ -O2' 'g++ -O3 -std=c++20' 'g++ -O2 -std=c++11' 'g++ -O2 -flto' \
	'clang++ -O2'; do
	sharing -n 90 -u 0 -o "$here/report" --cc="$compile writes.cc -pthread" >"$here/printed" || exit
	[ "$first" ] || { first=$(written) && echo "$first"; }
	echo "$compile: $([ "$(written)" = "$first" ] && echo the same || written)"
done
cd "$here" || exit
echo '== programs that were compiled without these options'
link() { gcc -g "$@" -fsanitize=thread -c "$TOP/sw/numachine/tests/programs/writes.c" &&
	gcc writes.o "$(dirname "$(command -v sharing)")/../lib/librecord.a" -lz -o writes; }
for options in -O2 -O0 '-O2 -fno-builtin -fno-tree-loop-distribute-patterns'; do
	# shellcheck disable=SC2086 # the options are several words
	link $options && sharing -o report -- ./writes >printed || exit
	echo "$options: $(grep '^not recorded' report)"
done
cat >results.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#define ALIGNED __attribute__((aligned(64)))
static char by_read[64] ALIGNED, by_sprintf[64] ALIGNED, by_snprintf[64] ALIGNED;
static char by_fread[64] ALIGNED, by_fgets[64] ALIGNED;
static pthread_barrier_t barrier;
static void *work(void *arg)
{
	FILE *f = fopen("/dev/zero", "r");
	char digit;

	for (int i = 0; i < 20; i++) {
		pthread_barrier_wait(&barrier);
		snprintf(by_snprintf, 3, "%d", 1000);
		sprintf(by_sprintf, "%d", i % 10);
		if (!fgets(by_fgets, 9, f) || sscanf("5", "%c", &digit) != 1 ||
		    fread(by_fread, 2, 5, f) != 5 || read(fileno(f), by_read, 8) != 8)
			return NULL;
	}
	return arg;
}
int main(void)
{
	pthread_t t;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	return pthread_join(t, NULL);
}
END
for options in -O2 '-O2 -D_FORTIFY_SOURCE=2'; do
	sharing -n 99 -o report --cc="gcc $options results.c" || exit
	sed -n 's/^  \(by_[a-z]*\)+0 .*, \([0-9]* bytes\): .* writes .*/\1 \2/p; /^not/p' report | sort -u
done

#> a text whose length is known|a text|a text|a te|two words|two wor|a text|
#> 2 2 1 3
#> by_assignment by_bcopy by_bzero by_constant by_copies by_loop by_memcpy by_memmove by_mempcpy by_stpcpy by_stpncpy by_strcat by_strcpy by_strncat by_strncpy by_variable by_zeros set128 set4096 set64 set8 
#> gcc -O0: the same
#> gcc -O1: the same
#> gcc -O2: the same
#> gcc -O3: the same
#> gcc -Os: the same
#> gcc -O2 -flto: the same
#> gcc -O2 -D_FORTIFY_SOURCE=2: the same
#> clang -O0: the same
#> clang -O1: the same
#> clang -O2: the same
#> clang -O3: the same
#> clang -Os: the same
#> by_array by_copy by_fill by_fill_n by_loop by_memset by_string by_value 
#> g++ -O0: the same
#> g++ -O2: the same
#> g++ -O3 -std=c++20: the same
#> g++ -O2 -std=c++11: the same
#> g++ -O2 -flto: the same
#> clang++ -O2: the same
#> == programs that were compiled without these options
#> -O2: not recorded: fills and copies that gcc replaced by instructions; compile with -fno-builtin -fno-tree-loop-distribute-patterns
#> -O0: 
#> -O2 -fno-builtin -fno-tree-loop-distribute-patterns: 
#> by_fgets 1 bytes
#> by_fread 10 bytes
#> by_read 8 bytes
#> by_snprintf 3 bytes
#> by_sprintf 2 bytes
#> not recorded: what functions of the C library write into the program's memory: sscanf
#> by_fgets 1 bytes
#> by_fread 10 bytes
#> by_read 8 bytes
#> by_snprintf 3 bytes
#> by_sprintf 2 bytes
#> not recorded: what functions of the C library write into the program's memory: sscanf
