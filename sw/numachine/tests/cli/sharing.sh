# SPDX-License-Identifier: Apache-2.0
# Checks that one command compiles, records, judges, and measures the repair, for each kind of
# sharing.
# shows NM-REC-001 NM-REC-002 NM-DIA-001 NM-DIA-011 NM-DIA-012 NM-DIA-015
. "$TOP/sw/numachine/tests/nm.bash"
programs=$TOP/sw/numachine/tests/programs
# findings of at least a tenth of the waiting, and the repair, without numbers that depend on the
# compiler
findings() {
	sed -n -e '/ requests.* \([1-9][0-9]\|100\) % of all$/s/^[0-9]*\. \(.*\): [0-9]* lines*, .*/\1/p' \
		-e 's/^[0-9]*\. \(.*: .*\): [0-9]* pages*, .* \([1-9][0-9]\|100\) % of all$/\1/p' \
		-e 's/^   \(in the same lines: .*\)/\1/p' \
		-e 's/^   \(padded\|moved\|replicated\)\(.*\): requests.*/\1\2/p' \
		-e 's/^   whole program: .*(\([0-9]*\) % less).*/less by \1/p'
}
# at least this percentage
rounded() { awk '/^less by/ {
	print ($3 >= 95 ? "at least 95 %" : $3 >= 20 ? "at least 20 %" : "less"); next } { print }'; }
cd "$programs" || exit
here=$OLDPWD
for program in false_sharing atomic_counter migratory mixed ring sense_barrier first_touch \
	read_table; do
	echo "== $program"
	sharing -o "$here/report" --cc="gcc -O1 $program.c -pthread" >/dev/null || exit
	case $program in
	first_touch | read_table) findings <"$here/report" | rounded ;;
	# whether padding helps depends on the timing
	mixed) findings <"$here/report" | grep -e ^mixed: -e ^padded ;;
	# the share of the ring in the waiting depends on the scheduler
	ring)
		findings <"$here/report" | grep -e '^idx: shared' -e ^padded
		sed -n 's/^[0-9]*\. \(ring: [^:]*\):.*/\1/p' "$here/report"
		;;
	# the last thread may be the same each time
	sense_barrier) findings <"$here/report" | grep -e ^count: -e ^sense: |
		sed 's/^sense: \(producer-consumer\|changes with time\)/sense: true sharing/' | sort -u ;;
	*) findings <"$here/report" | grep -v -e 'used by another' -e '^moved' | rounded ;;
	esac
done
echo '== phases'
sharing -o "$here/report" --cc='gcc -O1 phases.c -pthread' >/dev/null || exit
sed -n 's/^[0-9]*\. \(board: [^:]*\):.*/\1/p; /^   first/s/[0-9][0-9]*/N/gp' "$here/report"
echo '== a lock beside counters'
sharing -o "$here/report" --cc='gcc -O1 -fno-toplevel-reorder lock.c -pthread' >/dev/null || exit
sed -n 's/^1\. \([^:]*\):.*/\1/p' "$here/report"
echo '== a flag beside values that are read more often'
sharing -o "$here/report" --cc='gcc -O1 -fno-toplevel-reorder flag.c -pthread' >/dev/null || exit
sed -n 's/^1\. \([^:]*: [^:]*\):.*/\1/p' "$here/report"
echo '== threads of C11'
sharing -o "$here/report" --cc='gcc -O1 c11.c -pthread' || exit
sed -n 's/^[0-9]*\. \(record\|counters\): \([^:]*\):.*/\1: \2/p' "$here/report" | sort
echo '== clang'
sharing -n 1 --cc="clang -O1 false_sharing.c -pthread" | findings | rounded
echo '== C++'
for compiler in g++ clang++; do
	# how many of the block's two lines are transferred depends on the scheduler, and what the rest
	# of the program waits depends on where its heap lies: only the lines themselves are judged
	sharing -n 1 -o "$here/report" --cc="$compiler -O0 vector.cc -pthread" >/dev/null || exit
	findings <"$here/report" |
		sed '/^in the same/d; /^less by/d; s/^\(padded\), [0-9]* /\1, N /'
	awk '/^   padded, .* waiting / { sub(/.* waiting /, "")
		print "less by", int(100 - 100 * $4 / $1) }' "$here/report" | rounded
done
echo '== variables on a stack, and of a thread'
for compile in 'gcc -O1' 'clang -O0'; do
	sharing -o "$here/report" --cc="$compile local.c -pthread" >/dev/null || exit
	# what else costs a tenth, the order of the findings, and whether padding helps the lines of
	# hits, depends on the scheduler
	findings <"$here/report" | rounded | sed 's/of thread [1-3]:/of thread N:/' |
		awk '/^in the same/ { next } /: / { own = /^each.* false sharing$/ } /^hits / { hits = $0 } own
			END { print hits }'
	grep -o -e '(each.slot\[[1-9]\])' -e '(hits\[[0-9]\])' "$here/report" | sort -u
done
echo '== a thread that the system neglects'
sharing -o "$here/report" --cc='gcc -O1 neglected.c -pthread' || exit
findings <"$here/report"
echo '== without what happens before'
sharing --from=use --cc='gcc -O1 first_touch.c -pthread' | findings | rounded
sharing --from=barrier:1 --cc='gcc -O1 first_touch.c -pthread' | findings | rounded
run sharing --from=nowhere --cc='gcc -O1 first_touch.c -pthread'
cd "$here" || exit
echo '== a path with a blank'
gcc -g -O1 -fsanitize=thread -c "$programs/false_sharing.c" -o 'a program.o' &&
	gcc 'a program.o' "$(dirname "$(command -v nmon)")/../lib/librecord.a" -lz -o 'a program' || exit
RECORD='a recording' './a program' >/dev/null
sharing -r 'a recording' | findings | rounded
echo '== programs that cannot be recorded'
gcc "$programs/padded.c" -o plain -pthread || exit
# the marks of what cannot be recorded: a 32-bit program, those in Go of two compilers, the second
# with its library in the program or not, a Java machine; tests/binaries has such programs
{ printf '\177ELF\001' && tail -c +6 plain; } >small && chmod +x small && run sharing -- ./small
for mark in '\377 Go buildinf:' libgo.so.21 'all goroutines are asleep' libjli.so; do
	{ cat plain && printf "$mark"; } >marked && chmod +x marked && run sharing -- ./marked
done
gcc -fsanitize=thread "$programs/padded.c" -o tsan -pthread && run sharing -- ./tsan
printf '#!/bin/sh\n' >script && chmod +x script && run sharing -- ./script
run sharing -- ./nowhere
run sharing -- /etc/passwd
run sharing
run sharing -r 'a recording' -- ./plain
run sharing -r nothing
echo '== part of a program, and all of it'
cp 'a recording' part
nmon -c 'play part' count histogram1 100us 2>&1 >/dev/null | sed 's/[0-9]* %/N %/'
# the verdict on a part begins with the share that was counted
for time in 50us 700us; do
	nmon -c 'play part' -o cut count histogram1 $time 2>note && nmon-lines cut >verdict &&
		awk '/^# accesses: / { part = $3 " of " $5; percent = int(100 * $3 / $5) }
			FILENAME == "note" { note = $0 }
			FILENAME == "verdict" && FNR == 1 { first = $0 }
			END { wanted = "the time ended before the program: " percent " % of its accesses"
				print (percent > 0 && percent < 100 && index(note, " covers " percent " %") &&
					first == wanted " were counted, " part ? "part" : first) }' cut note verdict
done
nmon -c 'play part' -o all count histogram1 end && nmon-lines all | sed -n 's/^all: [0-9]* //p'
run nmon count histogram1 end | grep -v '^#'
echo '== pages by the counters, without the initialisation'
for program in first_touch read_table; do
	gcc -g -O1 -fsanitize=thread -c "$programs/$program.c" &&
		gcc $program.o "$(dirname "$(command -v nmon)")/../lib/librecord.a" -lz -o $program &&
		RECORD=$program.rec ./$program >/dev/null || exit
	# the array is in the second and third page
	nmon-words -n 1000000 $program.rec | awk '/^line/ { line = $2 }
		/^  (big|table)\+0 / { sub(":", "", line); print line, "32K 5 array"; exit }' >array
	for mode in flyer histogram0; do
		nmon -l array -c "play from=references:512 $program.rec" -o $mode count $mode end || exit
	done
	nmon-pages -a 100 -b histogram0 -l array flyer |
		sed -n 's/^\(move\|replicate\) page 0x[0-9]*\( from.*remote\|: nobody\).*/\1\2/p'
done

#> == false_sharing
#> counters: false sharing
#> padded, 2 parts with lines of their own
#> at least 95 %
#> == atomic_counter
#> total: true sharing
#> == migratory
#> gate: true sharing
#> record: migratory
#> == mixed
#> mixed: shared truly and falsely
#> padded, 5 parts with lines of their own
#> == ring
#> idx: shared truly and falsely
#> padded, 2 parts with lines of their own
#> ring: producer-consumer
#> == sense_barrier
#> count: true sharing
#> sense: true sharing
#> == first_touch
#> big: used by another station than its memory's
#> moved to the station of thread 3, which initialises it
#> at least 20 %
#> == read_table
#> table: only read, by several stations
#> replicated
#> at least 20 %
#> == phases
#> board: changes with time
#>    first producer-consumer, after N references migratory
#> == a lock beside counters
#> lock
#> == a flag beside values that are read more often
#> changed: false sharing
#> == threads of C11
#> 300 100 3
#> counters: false sharing
#> record: migratory
#> == clang
#> counters: false sharing
#> padded, 2 parts with lines of their own
#> at least 95 %
#> == C++
#> 32 bytes allocated at vector.cc:15: false sharing
#> padded, N parts with lines of their own
#> at least 95 %
#> 32 bytes allocated at vector.cc:15: false sharing
#> padded, N parts with lines of their own
#> at least 95 %
#> == variables on a stack, and of a thread
#> each of main() in thread 0: false sharing
#> padded, 4 parts with lines of their own
#> at least 20 %
#> hits of thread N: true sharing
#> (each.slot[1])
#> (each.slot[2])
#> (hits[3])
#> each of main() in thread 0: false sharing
#> padded, 4 parts with lines of their own
#> at least 20 %
#> hits of thread N: true sharing
#> (each.slot[1])
#> (each.slot[2])
#> (hits[3])
#> == a thread that the system neglects
#> 2000
#> total: true sharing
#> == without what happens before
#> big: used by another station than its memory's
#> moved to the station of thread 3, which initialises it
#> at least 20 %
#> big: used by another station than its memory's
#> moved to the station of thread 3, which initialises it
#> at least 20 %
#> $ sharing --from=nowhere --cc=gcc -O1 first_touch.c -pthread
#> 1046528
#> ! sharing: --from=nowhere: the program has no such function, and it is not barrier:N or references:N
#> status 1
#> == a path with a blank
#> counters: false sharing
#> padded, 2 parts with lines of their own
#> at least 95 %
#> == programs that cannot be recorded
#> $ sharing -- ./small
#> ! sharing: ./small: is not a program for x86-64, which alone can be recorded without being compiled for it
#> status 1
#> $ sharing -- ./marked
#> ! sharing: ./marked: is a program in Go, whose threads of its own (goroutines) and locks the recorder does not know
#> status 1
#> $ sharing -- ./marked
#> ! sharing: ./marked: is a program in Go, whose threads of its own (goroutines) and locks the recorder does not know
#> status 1
#> $ sharing -- ./marked
#> ! sharing: ./marked: is a program in Go, whose threads of its own (goroutines) and locks the recorder does not know
#> status 1
#> $ sharing -- ./marked
#> ! sharing: ./marked: runs a Java machine, which compiles while it runs: what threads share has no names there
#> status 1
#> $ sharing -- ./tsan
#> ! sharing: ./tsan: is linked with the compiler's run time of -fsanitize=thread instead of librecord, and cannot run under valgrind; link it with "-lrecord -lz", or compile it without -fsanitize=thread
#> status 1
#> $ sharing -- ./script
#> ! sharing: ./script: is a script; name the compiled program that it runs
#> status 1
#> $ sharing -- ./nowhere
#> ! sharing: ./nowhere: No such file or directory
#> status 1
#> $ sharing -- /etc/passwd
#> ! sharing: /etc/passwd: Permission denied
#> status 1
#> $ sharing
#> ! sharing: a program is missing
#> ! Try 'sharing --help'.
#> status 2
#> $ sharing -r a recording -- ./plain
#> ! sharing: a recording is evaluated once, and without a program: a recording
#> ! Try 'sharing --help'.
#> status 2
#> $ sharing -r nothing
#> ! sharing: nothing: No such file or directory
#> status 1
#> == part of a program, and all of it
#> nmon: the time ended before the program: the table covers N % of its accesses; the time "end" covers all
#> part
#> part
#> events
#> $ nmon count histogram1 end
#> ! nmon: no recording or workload runs on the card, so end never comes
#> status 1
#> == pages by the counters, without the initialisation
#> move from station 0 to 3: remote
#> move from station 0 to 3: remote
#> replicate: nobody
#> replicate: nobody
