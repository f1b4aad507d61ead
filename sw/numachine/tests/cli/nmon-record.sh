# SPDX-License-Identifier: Apache-2.0
# Threaded programs of both compilers are recorded, run on the simulated machine, counted by the
# monitor, and judged.
# shows NM-REC-001 NM-REC-002 NM-DIA-001
. "$TOP/sw/numachine/tests/nm.bash"
. "$TOP/sw/numachine/tests/recording.bash"

# build PROGRAM COMPILER: builds a program as a user does; clang omits a read before a write without
# an option
build() {
	local more=
	[ "$2" = clang ] && more='-mllvm -tsan-instrument-read-before-write=1'
	# shellcheck disable=SC2086
	"$2" -g -O1 -Wall -Wextra -Werror -fsanitize=thread $more -c "$programs/$1.c" -o "$1.o" &&
		"$2" "$1.o" "$library" -lz -o "$1"
}
# the verdict, with the variable and its uses, without numbers that depend on the scheduler
verdict() { sed -n 's/^\(use: \)label [0-9]* \(.*\): [0-9]* requests.*/\1\2/p;
	s/: [0-9]* \(reads\|writes\|atomic\)/: \1/; /^  [^ ].* bytes: /p' | sort -u; }

for compiler in gcc clang; do
	for program in false_sharing atomic_counter padded migratory producer_consumer; do
		echo "== $program, $compiler"
		build $program $compiler || exit
		RECORD=recording ./$program >recorded || exit
		./$program >plain
		cmp recorded plain || exit
		nmon-words -l -n 15 recording >labels || exit
		nmon -l labels -c 'play recording' count histogram1 3ms >table || exit
		nmon-lines -l labels -P -r recording table | verdict >judged
		case $program in
		padded) grep '^use: .*slot' judged ;;
		producer_consumer) grep 'allocated' judged ;;
		*) cat judged ;;
		esac
	done
done
echo '== the same threads without a recording'
nmon-lines -l labels table | sed -n 's/^use: label [0-9]* \(.*allocated.*\): [0-9]* requests.*/\1/p'
nmon-lines -l labels table | grep '^second pass'
for compiler in gcc clang; do
	echo "== OpenMP, $compiler"
	more=
	[ $compiler = clang ] && more='-mllvm -tsan-instrument-read-before-write=1'
	# shellcheck disable=SC2086
	$compiler -g -O1 -Wall -Wextra -Werror -fopenmp -fsanitize=thread $more -c "$programs/openmp.c" \
		-o openmp.o &&
		$compiler -fopenmp openmp.o "$library" -lz -o openmp || exit
	./openmp && RECORD=openmp.rec ./openmp
	nmon-words -u 100 openmp.rec | sed -n 's/^  \(.*thread [0-9]: .*writes\) at .*/\1/p' |
		grep -e guarded -e step -e sum | sort
	# each read of a step is between two barriers: each time except the first, three other
	# threads fetch its line
	nmon-words -u 100 openmp.rec | awk '/^line/ { how = $0 }
		/^  step/ { sub(/.*accesses, /, "step: ", how); sub(/,.*/, "", how); print how; exit }'
	nmon-words -l -n 15 openmp.rec >labels
	nmon -l labels -c 'play openmp.rec' count histogram1 9ms |
		nmon-lines -l labels -P -r openmp.rec | verdict |
		grep -e '^use:.*(guarded)' -e '^use:.*(step)' -e '^use:.*(sum)'
done
echo '== C++'
for compiler in g++ clang++; do
	$compiler -g -O1 -fsanitize=thread -c "$programs/objects.cc" -o objects.o &&
		$compiler objects.o "$library" -lz -o objects || exit
	./objects && RECORD=objects.rec ./objects
	nmon-words -u 100 objects.rec | grep '^  8 bytes allocated.*: 100 writes' | sort
	# each operator new belongs to the line that calls it
	$compiler -std=c++17 -g -O1 -fsanitize=thread -c "$programs/news.cc" -o news.o &&
		$compiler news.o "$library" -lz -o news && RECORD=news.rec ./news || exit
	nmon-words news.rec | grep -o '^  [0-9]* bytes allocated at [^+]*' | sort -nu
done

#> == false_sharing, gcc
#>   counters+0 (counters.hits), 8 bytes: thread 0: reads at false_sharing.c:35
#>   counters+0 (counters.hits), 8 bytes: thread 1 (count_hits): reads at false_sharing.c:15
#>   counters+0 (counters.hits), 8 bytes: thread 1 (count_hits): writes at false_sharing.c:15
#>   counters+8 (counters.misses), 8 bytes: thread 0: reads at false_sharing.c:35
#>   counters+8 (counters.misses), 8 bytes: thread 2 (count_misses): reads at false_sharing.c:23
#>   counters+8 (counters.misses), 8 bytes: thread 2 (count_misses): writes at false_sharing.c:23
#> use: (counters): false sharing
#> == atomic_counter, gcc
#>   total+0 (total.value), 8 bytes: thread 0: atomic reads at atomic_counter.c:28
#>   total+0 (total.value), 8 bytes: thread 1 (count): atomic writes at atomic_counter.c:16
#>   total+0 (total.value), 8 bytes: thread 2 (count): atomic writes at atomic_counter.c:16
#>   total+0 (total.value), 8 bytes: thread 3 (count): atomic writes at atomic_counter.c:16
#>   total+0 (total.value), 8 bytes: thread 4 (count): atomic writes at atomic_counter.c:16
#> use: (total): true sharing
#> == padded, gcc
#> use: (slot): private
#> == migratory, gcc
#>   gate+0 (gate[0].turn), 4 bytes: thread 1 (work): atomic writes at migratory.c:23
#>   gate+0 (gate[0].turn), 4 bytes: thread 4 (work): atomic writes at migratory.c:27
#>   gate+128 (gate[1].turn), 4 bytes: thread 1 (work): atomic writes at migratory.c:27
#>   gate+128 (gate[1].turn), 4 bytes: thread 2 (work): atomic writes at migratory.c:23
#>   gate+256 (gate[2].turn), 4 bytes: thread 2 (work): atomic writes at migratory.c:27
#>   gate+256 (gate[2].turn), 4 bytes: thread 3 (work): atomic writes at migratory.c:23
#>   gate+384 (gate[3].turn), 4 bytes: thread 3 (work): atomic writes at migratory.c:27
#>   gate+384 (gate[3].turn), 4 bytes: thread 4 (work): atomic writes at migratory.c:23
#>   record+0 (record.count), 8 bytes: thread 1 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 1 (work): writes at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 2 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 2 (work): writes at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 3 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 3 (work): writes at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 4 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 4 (work): writes at migratory.c:25
#>   record+8 (record.sum), 8 bytes: thread 1 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 1 (work): writes at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 2 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 2 (work): writes at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 3 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 3 (work): writes at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 4 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 4 (work): writes at migratory.c:24
#> use: (gate): true sharing
#> use: (record): migratory
#> == producer_consumer, gcc
#>   128 bytes allocated at producer_consumer.c:35+0, 8 bytes: thread 0: writes at producer_consumer.c:43
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 0: writes at producer_consumer.c:44
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 1 (consume): reads at producer_consumer.c:23
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 2 (consume): reads at producer_consumer.c:23
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 3 (consume): reads at producer_consumer.c:23
#> use: (128 bytes allocated at producer_consumer.c:35): producer-consumer
#> == false_sharing, clang
#>   counters+0 (counters.hits), 8 bytes: thread 0: reads at false_sharing.c:35
#>   counters+0 (counters.hits), 8 bytes: thread 1 (count_hits): reads at false_sharing.c:15
#>   counters+0 (counters.hits), 8 bytes: thread 1 (count_hits): writes at false_sharing.c:15
#>   counters+8 (counters.misses), 8 bytes: thread 0: reads at false_sharing.c:35
#>   counters+8 (counters.misses), 8 bytes: thread 2 (count_misses): reads at false_sharing.c:23
#>   counters+8 (counters.misses), 8 bytes: thread 2 (count_misses): writes at false_sharing.c:23
#> use: (counters): false sharing
#> == atomic_counter, clang
#>   total+0 (total.value), 8 bytes: thread 0: atomic reads at atomic_counter.c:28
#>   total+0 (total.value), 8 bytes: thread 1 (count): atomic writes at atomic_counter.c:16
#>   total+0 (total.value), 8 bytes: thread 2 (count): atomic writes at atomic_counter.c:16
#>   total+0 (total.value), 8 bytes: thread 3 (count): atomic writes at atomic_counter.c:16
#>   total+0 (total.value), 8 bytes: thread 4 (count): atomic writes at atomic_counter.c:16
#> use: (total): true sharing
#> == padded, clang
#> use: (slot): private
#> == migratory, clang
#>   gate+0 (gate[0].turn), 4 bytes: thread 1 (work): atomic writes at migratory.c:23
#>   gate+0 (gate[0].turn), 4 bytes: thread 4 (work): atomic writes at migratory.c:27
#>   gate+128 (gate[1].turn), 4 bytes: thread 1 (work): atomic writes at migratory.c:27
#>   gate+128 (gate[1].turn), 4 bytes: thread 2 (work): atomic writes at migratory.c:23
#>   gate+256 (gate[2].turn), 4 bytes: thread 2 (work): atomic writes at migratory.c:27
#>   gate+256 (gate[2].turn), 4 bytes: thread 3 (work): atomic writes at migratory.c:23
#>   gate+384 (gate[3].turn), 4 bytes: thread 3 (work): atomic writes at migratory.c:27
#>   gate+384 (gate[3].turn), 4 bytes: thread 4 (work): atomic writes at migratory.c:23
#>   record+0 (record.count), 8 bytes: thread 1 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 1 (work): writes at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 2 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 2 (work): writes at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 3 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 3 (work): writes at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 4 (work): reads at migratory.c:25
#>   record+0 (record.count), 8 bytes: thread 4 (work): writes at migratory.c:25
#>   record+8 (record.sum), 8 bytes: thread 1 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 1 (work): writes at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 2 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 2 (work): writes at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 3 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 3 (work): writes at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 4 (work): reads at migratory.c:24
#>   record+8 (record.sum), 8 bytes: thread 4 (work): writes at migratory.c:24
#> use: (gate): true sharing
#> use: (record): migratory
#> == producer_consumer, clang
#>   128 bytes allocated at producer_consumer.c:35+0, 8 bytes: thread 0: writes at producer_consumer.c:43
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 0: writes at producer_consumer.c:44
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 1 (consume): reads at producer_consumer.c:23
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 2 (consume): reads at producer_consumer.c:23
#>   128 bytes allocated at producer_consumer.c:35+8, 8 bytes: thread 3 (consume): reads at producer_consumer.c:23
#> use: (128 bytes allocated at producer_consumer.c:35): producer-consumer
#> == the same threads without a recording
#> (128 bytes allocated at producer_consumer.c:35): undecided (processors take turns; one or several of them write)
#> second pass: 1 labels in mode histogram1 with a phase for each station, then nmon-lines -P: 1 run more of the program
#> == OpenMP, gcc
#> 603376 40 4950 400
#> 603376 40 4950 400
#> guarded+0 (guarded.count), 8 bytes: thread 0: 100 writes
#> guarded+0 (guarded.count), 8 bytes: thread 1: 100 writes
#> guarded+0 (guarded.count), 8 bytes: thread 2: 100 writes
#> guarded+0 (guarded.count), 8 bytes: thread 3: 100 writes
#> step+0 (step.number), 8 bytes: thread 0: 200 writes
#> sum+0, 8 bytes: thread 0: 10 atomic writes
#> sum+0, 8 bytes: thread 1: 10 atomic writes
#> sum+0, 8 bytes: thread 2: 10 atomic writes
#> sum+0, 8 bytes: thread 3: 10 atomic writes
#> step: 597 transfers
#> use: (guarded): migratory
#> use: (step): producer-consumer
#> use: (sum): true sharing
#> == OpenMP, clang
#> 603376 40 4950 400
#> 603376 40 4950 400
#> guarded+0 (guarded.count), 8 bytes: thread 0: 100 writes
#> guarded+0 (guarded.count), 8 bytes: thread 1: 100 writes
#> guarded+0 (guarded.count), 8 bytes: thread 2: 100 writes
#> guarded+0 (guarded.count), 8 bytes: thread 3: 100 writes
#> step+0 (step.number), 8 bytes: thread 0: 200 writes
#> sum+0, 8 bytes: thread 0: 10 atomic writes
#> sum+0, 8 bytes: thread 1: 10 atomic writes
#> sum+0, 8 bytes: thread 2: 10 atomic writes
#> sum+0, 8 bytes: thread 3: 10 atomic writes
#> step: 597 transfers
#> use: (guarded): migratory
#> use: (step): producer-consumer
#> use: (sum): true sharing
#> == C++
#> 1403
#> 1403
#>   8 bytes allocated at objects.cc:42+0, 8 bytes: thread 1: 100 writes at objects.cc:27
#>   8 bytes allocated at objects.cc:42+0, 8 bytes: thread 2: 100 writes at objects.cc:27
#>   8 bytes allocated at objects.cc:42+0, 8 bytes: thread 3: 100 writes at objects.cc:27
#> 2
#>   8 bytes allocated at news.cc:14
#>   16 bytes allocated at news.cc:15
#>   24 bytes allocated at news.cc:16
#>   40 bytes allocated at news.cc:19
#>   64 bytes allocated at news.cc:17
#>   128 bytes allocated at news.cc:18
#> 1403
#> 1403
#>   8 bytes allocated at objects.cc:42+0, 8 bytes: thread 1: 100 writes at objects.cc:27
#>   8 bytes allocated at objects.cc:42+0, 8 bytes: thread 2: 100 writes at objects.cc:27
#>   8 bytes allocated at objects.cc:42+0, 8 bytes: thread 3: 100 writes at objects.cc:27
#> 2
#>   8 bytes allocated at news.cc:14
#>   16 bytes allocated at news.cc:15
#>   24 bytes allocated at news.cc:16
#>   40 bytes allocated at news.cc:19
#>   64 bytes allocated at news.cc:17
#>   128 bytes allocated at news.cc:18
