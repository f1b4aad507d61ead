# SPDX-License-Identifier: Apache-2.0
# Threaded programs of both compilers are recorded, run on the simulated machine, counted by the
# monitor, and judged.
# shows NM-REC-001 NM-REC-002 NM-DIA-001
. "$TOP/sw/numachine/tests/nm.bash"
programs=$TOP/sw/numachine/tests/programs
library=$(dirname "$(command -v nmon)")/../lib/librecord.a
# the part of a recording that a short count covers depends on the scheduler
nmon() {
	local status
	{
		command nmon "$@" 2>&1 >&3 | sed '/the time ended before the program/d' >&2
		status=${PIPESTATUS[0]}
	} 3>&1
	return "$status"
}

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
done
