# SPDX-License-Identifier: Apache-2.0
# Tests recordings: damaged ones, those of several processes and of programs without source, and
# their order.
# shows NM-REC-003 NM-REC-004 NM-REC-005 NM-REC-006
. "$TOP/sw/numachine/tests/nm.bash"
. "$TOP/sw/numachine/tests/recording.bash"
gcc -g -O1 -fsanitize=thread -c "$programs/lock_counter.c" -o a.o && gcc a.o "$library" -lz -o a ||
	exit

echo '== the order of locks is kept: every load of the counter sees the last store'
for i in 1 2 3 4 5; do RECORD=r$i ./a; done
# if the order is kept, the counter moves from thread to thread with the lock; otherwise its stores
# race. How often it moves depends on the scheduler, so few moves give no verdict.
in_order() { sed 's/^migratory$/in order/; s/^undecided.*/in order/'; }
for i in 1 2 3 4 5; do
	nmon-words -u 100 r$i | awk '/^line/ { sub(/^line [^:]*: /, ""); sub(/:.*/, ""); how = $0 }
		/^  total/ { print how; exit }' | in_order
	nmon-words -l -n 15 r$i >labels
	nmon -l labels -c "play r$i" count histogram1 3ms >table
	# reads precede the writes, so the line is upgraded and never read exclusively
	nmon-lines -l labels -P -r r$i table | sed -n 's/^use: label [0-9]* (total): \([^:]*\):.*/\1/p' |
		in_order
done

echo '== a recording is cut at any byte'
size=$(stat -c %s r1)
RANDOM=7
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	head -c $(((RANDOM * 32768 + RANDOM) % size)) r1 >cut
	nmon-words cut >out 2>err && echo "cut at $(stat -c %s cut) of $size: not noticed"
	[ -s out ] && echo 'a report of a damaged recording'
	sed 's/byte [0-9]*/byte N/' err
done | sort -u
echo '== a byte is changed'
for at in 0 9 20 29 33 60 66 400 $((size / 2)) $((size - 70)) $((size - 40)) $((size - 20)) \
	$((size - 1)); do
	{ head -c "$at" r1 && printf '\252' && tail -c +$((at + 2)) r1; } >changed
	# (the byte may already have this value)
	cmp -s r1 changed || { nmon-words changed >/dev/null 2>err && echo "byte $at: not noticed"; }
	sed 's/byte [0-9]*/byte N/; s/block [0-9]*/block N/g' err
done | sort -u
cat r1 r1 >twice
run nmon-words twice | sed 's/byte [0-9]*/byte N/'
nmon -c 'play cut' count flyer 1us 2>&1 | grep -c 'byte'
echo '== it is compressed'
[ "$size" -lt 20000 ] && echo smaller than 20000 bytes

echo '== two processes share nothing'
nmon-words r1 r2 | sed -n '1s/,.*//p'
nmon-words -n 1000 r1 r2 | grep -c '  total+0, 8 bytes: thread [1-4] .*writes'
nmon-words -n 1000 r1 r2 | sed -n '/total+0/s/: [0-9]* .*//p' | sort -u | wc -l
echo '== unless they map the same file'
gcc -g -O1 -fsanitize=thread -c "$programs/shared_file.c" -o b.o && gcc b.o "$library" -lz -o b ||
	exit
head -c 4096 /dev/zero >file
RECORD=s1 ./b file
RECORD=s2 ./b file
nmon-words s1 s2 | sed -n 's/^line [^:]*: \(.*\)/\1/p; s/memory at 0x[0-9a-f]*/shared memory/p'
nmon-words -a s1 s2 | grep -c '  own+0.*100 writes'
printf ' L 1ffeff0008,8\n S 1ffeff0008,8\n L 1ffeff0008,8\n' >ls
cp ls date
nmon -l <(printf '0 64 1 page of ls\n0x4000 64 18 page of date\n') -c 'play ls date' count \
	histogram1 10us |
	nmon-lines -c | grep -v nothing
run nmon -c 'play ls r1' status

echo '== a plain recording of lackey is one processor'
printf '==1== Lackey\nI  1000,4\n S 2000,8\n L 3000,8\nI  1004,4\n M 2000,8\n' >plain
nmon -c 'play plain' count depth 10us | nmon-queue | grep -v '^ '

echo '== more lines than labels'
gcc -g -O1 -fsanitize=thread -DLINES=600 -c "$programs/many.c" -o many.o &&
	gcc many.o "$library" -lz -pthread -o many && RECORD=m ./many
nmon-words -l -n 600 m | tail -1
nmon-words -l -n 511 m | sed -n '$s/^0x[0-9A-F]*/ADDRESS/p'

#> == the order of locks is kept: every load of the counter sees the last store
#> 800 4
#> 800 4
#> 800 4
#> 800 4
#> 800 4
#> in order
#> in order
#> in order
#> in order
#> in order
#> in order
#> in order
#> in order
#> in order
#> in order
#> == a recording is cut at any byte
#> cut: byte N: the file ends here without an end block; the program was killed, or the file was cut
#> == a byte is changed
#> changed: byte N: the contents of a block Nare damaged
#> changed: byte N: the header is damaged
#> changed: byte N: the header of block N is damaged
#> changed: byte N: this is no recording
#> $ nmon-words twice
#> ! twice: byte N: more after the end block
#> status 1
#> 1
#> == it is compressed
#> smaller than 20000 bytes
#> == two processes share nothing
#> 10 threads
#> 4
#> 10
#> == unless they map the same file
#> 100 100
#> 200 100
#> true sharing: 2 threads, 402 accesses, 200 transfers, 0 required by no word
#>   shared memory+0, 8 bytes: thread 0: 100 reads at shared_file.c:17
#>   shared memory+0, 8 bytes: thread 0: 1 reads at shared_file.c:20
#>   shared memory+0, 8 bytes: thread 0: 100 writes at shared_file.c:17
#>   shared memory+0, 8 bytes: thread 1: 100 reads at shared_file.c:17
#>   shared memory+0, 8 bytes: thread 1: 1 reads at shared_file.c:20
#>   shared memory+0, 8 bytes: thread 1: 100 writes at shared_file.c:17
#> 2
#> label,line,command,events
#> 1,LV,read,1
#> 1,LV,upgrade,1
#> 2,LV,read,1
#> 2,LV,upgrade,1
#> $ nmon -c play ls r1 status
#> ! nmon: play ls r1: recordings of librecord and of lackey cannot be mixed
#> status 1
#> == a plain recording of lackey is one processor
#> all: 2 transactions, mean depth 0.000, 0.0 % at 16 or more, waiting 0
#> mean wait in the FIFO: 20.0 ns, by the sum of its depths
#> phase 0: 2 transactions, mean depth 0.000, 0.0 % at 16 or more, waiting 0
#> == more lines than labels
#> # no label for 89 more lines
#> ADDRESS 64 511 line
