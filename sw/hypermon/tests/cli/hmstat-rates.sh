# SPDX-License-Identifier: Apache-2.0
# Checks that the rates of 100 intervals, multiplied by the length of an interval, sum to the
# number of frames.
# shows HM-TOOL-007
. "$TOP/sw/hypermon/tests/hm.bash"
# 1000 windows: two frames in each of the first 100, one in each of the last ten
{
	for ((i = 0; i < 100; i++)); do printf '0 1 1 %X\n' $((5000 + i)); done
	for ((i = 990; i < 1000; i++)); do printf '0 1 1 %X\n' $((5000 + i)); done
} | words | cat <(header) - >t
hmstat -r t >r
echo "status $?"
sed -n '1,4p;12,13p;101,$p' r
awk -F, '!/^#/ { n++; sum += $3; frames += $2 } /interval of/ { split($1, w, " "); s = w[4] }
	END { printf "%d intervals, %.3f frames, %d\n", n, sum * s, frames }' r
cat t | run hmstat -r
header | run hmstat -r
header >none
run hmstat -r none

#> status 0
#> # lost: nothing
#> # interval of 0.000008000 s,frames,frames/s
#> 0,10,1250000.000
#> 1,10,1250000.000
#> 9,10,1250000.000
#> 10,0,0.000
#> 98,0,0.000
#> 99,10,1250000.000
#> 100 intervals, 110.000 frames, 110
#> $ hmstat -r
#> # lost: nothing
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmstat: standard input: rates require a file, not a pipe
#> status 1
#> $ hmstat -r
#> # lost: nothing
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> ! standard input: no frames
#> status 1
#> $ hmstat -r none
#> # lost: nothing
#> ! none: no checksum (a file of an earlier version): damage would not be noticed
#> ! none: no frames
#> status 1
#2> t: no checksum (a file of an earlier version): damage would not be noticed
