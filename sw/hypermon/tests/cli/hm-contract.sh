# SPDX-License-Identifier: Apache-2.0
# Breaks what the tools assume of board and user: time stamps that wrap in a pause or in frames
# that are not shown, registers that return no frame, filters that do not apply, a cut trace.
. "$TOP/sw/hypermon/tests/hm.bash"
# windows of nodes 0 and 1: node 0 again after two wraps
printf '%s\n' '0 1 1 10' '0 20 2 80000000' '0 20 2 F0000000' '0 20 2 10000000' '0 20 2 90000000' \
	'0 20 2 F0000000' '0 3 1 20' '0 3 1 30' >frames
{ header; words <frames; } >t
hmstat t 2>/dev/null | grep -e time: -e '^node'
for filter in --node=0 '--node=1 --time=3500s,'; do
	hmstat $filter t
	hmsize $filter t
done 2>/dev/null |
	grep -e only: -e time: -e frames: -e '^node'
# compact frames of node 1 have the time stamps of those of node 0
{ header '0 none' 0 words; printf '%s\n' '80010001 100 1' '10002 2' '80010001 200 1' '10002 2' |
	words; } >compact
hmstat --node=1 compact 2>/dev/null | grep '^node'
# a register that returns ones, zeros, and nibbles of nodes that the vector lacks
for value in '\377\377\377\377' '\0\0\0\0' '\1\0\0\0'; do
	truncate -s 0 map && truncate -s 65536 map
	printf "\0\0\0\0\1\0\0\0$value" | dd of=map conv=notrunc status=none
	run hmrecord -b mmap:slot=none,mem=map -n 1 -o none.hm
done
ls none.hm 2>&1
# a board whose first frame comes an hour after the reset
cat >later.c <<-'END'
	#include <sys/syscall.h>
	#include <time.h>
	#include <unistd.h>
	int clock_gettime(clockid_t clock, struct timespec *t)
	{
		const int err = (int)syscall(SYS_clock_gettime, clock, t);
		t->tv_sec += access("later", F_OK) ? 0 : 3600;
		return err;
	}
END
cc -shared -fPIC -o later.so later.c
truncate -s 0 map && truncate -s 65536 map
printf '\0\0\0\0\0\0\0\0\377\377\0\0' | dd of=map conv=notrunc status=none
ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0 LD_PRELOAD=$PWD/later.so \
	hmrecord -b mmap:slot=none,mem=map -n 1 -o hour.hm >out 2>&1 &
until [ "$(od -An -tx1 -N1 map)" = ' 01' ]; do sleep 0.05; done # it has reset the board
sleep 0.3
touch later
printf '\0\0\0\0\1' | dd of=map conv=notrunc status=none
wait $!
echo "status $?"
cat out
# what a filter does not select is refused
{ header; send 0 10 4 01 22 33 44 | words; } >u
for kind in rate nodes states; do run hmplot $kind -e table --event=send u; done
run hmplot merging --node=0 u
run hmplot scaling --time=1ms, u
run hmsize -e table --event=send u
run hmprogram -s -e table --event=send u
printf '1 4 send message from:u8 length:u8\n2 4 receive message peer:u8 length:u8\n' >fields
run hmprogram -e fields --where=from=1 u
hmprogram -e table --node=0 u 2>/dev/null | grep -A1 'of the whole run'
# of a trace that was cut, only a lower bound of the depth is known
{ header '0 none' 0 frames 800 9; words <frames; } >cut
run hmsize cut
run hmsize -l cut

#> time: 6871.947700000 s
#> node 0: 3 nibbles, 12800 to 6871947712000 ns
#> node 1: 5 nibbles, 1717986918400 to 6657199308800 ns
#> only: nodes 0
#> frames: 3
#> merged frames: 0
#> time: 6871.947700000 s
#> node 0: 3 nibbles, 12800 to 6871947712000 ns
#> only: nodes 0
#> frames: 3 in 6871.947700 s
#> only: time 3500s,
#> only: nodes 1
#> frames: 3
#> merged frames: 0
#> time: 3006.477108000 s
#> node 1: 3 nibbles, 3650722201600 to 6657199308800 ns
#> only: time 3500s,
#> only: nodes 1
#> frames: 3 in 3006.477108 s
#> node 1: 16 nibbles, 204800 to 409600 ns
#> $ hmrecord -b mmap:slot=none,mem=map -n 1 -o none.hm
#> ! hmrecord: mmap:slot=none,mem=map: another program reads or resets this board, or its number of frames is inconsistent, or what it returns is no frame
#> status 1
#> $ hmrecord -b mmap:slot=none,mem=map -n 1 -o none.hm
#> ! hmrecord: mmap:slot=none,mem=map: another program reads or resets this board, or its number of frames is inconsistent, or what it returns is no frame
#> status 1
#> $ hmrecord -b mmap:slot=none,mem=map -n 1 -o none.hm
#> ! hmrecord: mmap:slot=none,mem=map: another program reads or resets this board, or its number of frames is inconsistent, or what it returns is no frame
#> status 1
#> ls: cannot access 'none.hm': No such file or directory
#> status 1
#> mmap:slot=none,mem=map: no frame came for 3600 s, but the time stamps wrap after 3435 s: the times of all later frames are too small
#> 1 frames, 16 bytes, 0 lost
#> $ hmplot rate -e table --event=send u
#> ! hmplot: --event and --where do not select the data of: rate
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot nodes -e table --event=send u
#> ! hmplot: --event and --where do not select the data of: nodes
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot states -e table --event=send u
#> ! hmplot: --event and --where do not select the data of: states
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot merging --node=0 u
#> ! hmplot: this picture is of whole traces, without filters: merging
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot scaling --time=1ms, u
#> ! hmplot: this picture is of whole traces, without filters: scaling
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmsize -e table --event=send u
#> ! hmsize: --event and --where do not select the data of: frames, without -S
#> ! Try 'hmsize --help'.
#> status 2
#> $ hmprogram -s -e table --event=send u
#> ! hmprogram: --event and --where do not select the data of: other tables than -m and -l
#> ! Try 'hmprogram --help'.
#> status 2
#> $ hmprogram -e fields --where=from=1 u
#> ! hmprogram: --event and --where do not select the data of: other tables than -m and -l
#> ! Try 'hmprogram --help'.
#> status 2
#> of the whole run:
#> matched: 0 messages
#> --
#> critical path of the whole run: 0.000022 s
#> node cause                 s        %
#> $ hmsize cut
#> lost: nothing
#> frames: 8 in 6871.947700 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> ! cut: offset 640: the file ends before the last frame
#> ! cut: no depth can be recommended: data were lost, which needed room too; --lower-bound prints the depth that the frames in the trace needed
#> status 1
#> $ hmsize -l cut
#> lost: nothing
#> frames: 8 in 6871.947700 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000014 s after the reset
#> smallest depth: more than 1, a lower bound
#> ! cut: offset 640: the file ends before the last frame
#> status 1
