# SPDX-License-Identifier: Apache-2.0
# Records 1000 and 5000 frames, and checks header, size, contents and last line; records until the
# board is idle, and for a time.
# shows HM-TOOL-004 HM-IO-010 HM-IO-011
. "$TOP/sw/hypermon/tests/hm.bash"
board b
run hmrecord -b unix:b -c 'frames 5000 8 8001' -n 1000 -o t
stat -c %s t
head -c $header_bytes t | sed 's/ *$//'
# frame i has nibbles i & 15 and window 8 i
for ((i = 0; i < 1000; i++)); do
	printf '%X0000000 %X 8001 %X\n' $((i & 15)) $((i & 15)) $((8 * i))
done | words >want
frames_of t $checksum_bytes | cmp - want && echo same
run hmrecord -b unix:b -c 'frames 5000 8 1' -n 5000 -o t5
stat -c %s t5
run hmrecord -b unix:b -c 'frames 100 2 0001' -i 1ms -w 400 -o t3
run hmrecord -b unix:b -c 'frames 1000000 100 0001' -t 10ms -o t4
hmstat t4 | sed -n '1,4p'
# the same to a pipe, and appended to a file: the end of the trace has the losses
hmrecord -b unix:b -c 'frames 100 2 0001' -n 100 | cat >t6
stat -c %s t6
run hmdump t6 | sed -n '1,4p;$p'
echo before >t7
hmrecord -b unix:b -c 'frames 100 2 0001' -n 100 >>t7
tail -c +8 t7 | hmstat | head -3
# groups
run hmrecord -b unix:b -c 'frames 30 1 0001' -n 30 -o t8 --groups=g
# lines FRAMES,NS from the first to the last, one in each window of 800 ns
awk -F, '!/^#/ { frames = $1; n += frames; if ($2 != (frames - 1) * 800) print "wrong:", $0 }
	END { print n, "frames in groups" }' g
# an interrupt ends the recording like a limit; the recording has begun when data are written (the
# file has no name before its end)
hmrecord -b unix:b -c 'frames 300000 20 1' -t 1000000s -o t9 >out &
# before exec the process is a shell, which has this script open
for _ in $(seq 1000); do
	[[ $(readlink /proc/$!/exe) == */hmrecord &&
		$(find -L /proc/$!/fd -type f -size +1k 2>/dev/null) ]] && break
	sleep 0.02
done
kill -INT $!
wait $!
echo "status $?"
sed 's/^[0-9]* frames, [0-9]* bytes/N frames, 16 N bytes/' out
[ "$(hmstat t9 | sed -n 's/^frames: //p')" = "$(sed 's/ .*//' out)" ] && hmstat t9 | head -1

#> $ hmrecord -b unix:b -c frames 5000 8 8001 -n 1000 -o t
#> 1000 frames, 16000 bytes, 0 lost
#> status 0
#> 16563
#> # hypermon trace 1
#> # board: hypermon
#> # format: frames
#> # nodes: 16
#> # window: 800 ns
#> # clock: 20000000 Hz
#> # check: CRC-32
#> # seed: 7
#> # status: 0 none
#> # lost frames: 0
#> # frames: 1000
#>
#> same
#> $ hmrecord -b unix:b -c frames 5000 8 1 -n 5000 -o t5
#> 5000 frames, 80000 bytes, 0 lost
#> status 0
#> 80563
#> $ hmrecord -b unix:b -c frames 100 2 0001 -i 1ms -w 400 -o t3
#> 100 frames, 1600 bytes, 0 lost
#> status 0
#> $ hmrecord -b unix:b -c frames 1000000 100 0001 -t 10ms -o t4
#> 126 frames, 2016 bytes, 0 lost
#> status 0
#> lost: nothing
#> window: 800 ns
#> frames: 126
#> bytes: 2016
#> 2179
#> $ hmdump t6
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> status 0
#> lost: nothing
#> window: 800 ns
#> frames: 100
#> $ hmrecord -b unix:b -c frames 30 1 0001 -n 30 -o t8 --groups=g
#> 30 frames, 480 bytes, 0 lost
#> status 0
#> 30 frames in groups
#> status 0
#> N frames, 16 N bytes, 0 lost
#> lost: nothing
#2> 100 frames, 1600 bytes, 0 lost
#2> 100 frames, 1600 bytes, 0 lost
