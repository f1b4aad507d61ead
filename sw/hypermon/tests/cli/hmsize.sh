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
