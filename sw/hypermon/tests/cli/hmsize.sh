# SPDX-License-Identifier: Apache-2.0
# Tests bursts of known depth. With a frame every 800 ns and a reader that needs 3200 ns for each,
# about three quarters of N frames are stored at their end.
. "$TOP/sw/hypermon/tests/hm.bash"
burst() { # frames, windows between them
	local i
	header
	for ((i = 0; i < $1; i++)); do printf '0 1 1 %X\n' $((i * $2)); done | words
}
burst 1000 1 >t
run hmsize t
run hmsize -r 20 t
run hmsize -r 2.5 t
run hmsize --cost=800 t
burst 1000 5 >t
run hmsize t
burst 1 1 | run hmsize
header | run hmsize
# with two words per frame the depth is half as large
{ header '0 none' 0 words; for ((i = 0; i < 500; i++)); do echo 10001 5; done | words; } |
	run hmsize

#> $ hmsize t
#> lost: nothing
#> frames: 1000 in 0.000800 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000801 s after the reset
#> smallest depth: 752
#> FRAME_DEPTH: 1024
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsize -r 20 t
#> lost: nothing
#> frames: 1000 in 0.000800 s
#> reader: 200.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000793 s after the reset
#> smallest depth: 45
#> FRAME_DEPTH: 256
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsize -r 2.5 t
#> lost: nothing
#> frames: 1000 in 0.000800 s
#> reader: 1600.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000801 s after the reset
#> smallest depth: 876
#> FRAME_DEPTH: 1024
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsize --cost=800 t
#> lost: nothing
#> frames: 1000 in 0.000800 s
#> reader: 800.0 ns a word, 800.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000800 s after the reset
#> smallest depth: 801
#> FRAME_DEPTH: 1024
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsize t
#> lost: nothing
#> frames: 1000 in 0.003997 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000005 s after the reset
#> smallest depth: 2
#> FRAME_DEPTH: 256
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsize
#> lost: nothing
#> frames: 1 in 0.000001 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000001 s after the reset
#> smallest depth: 1
#> FRAME_DEPTH: 256
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsize
#> lost: nothing
#> frames: 0 in 0.000000 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000000 s after the reset
#> smallest depth: 0
#> FRAME_DEPTH: 256
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmsize
#> lost: nothing
#> frames: 500 in 0.000001 s
#> reader: 800.0 ns a word, 0.0 ns a frame more, COUNT in 800.0 ns
#> fullest: 0.000001 s after the reset
#> smallest depth: 250
#> FRAME_DEPTH: 256
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
