# SPDX-License-Identifier: Apache-2.0
# Tries the recommendations of hmsize for three bursts on the simulated board: with the frame FIFO
# that it recommends no frame may be lost, with half of it frames must be lost.
# shows HM-LES-011
. "$TOP/sw/hypermon/tests/hm.bash"
try() { # depth, burst
	hmrecord -b "sim:depth=$1" -c "generate $2" -i 3ms -o r >/dev/null 2>err
	echo "depth $1: status $?, $(grep -c '^data were lost: [1-9][0-9]* frames; STATUS 1 FRAME' err)" \
		"losses"
}
for burst in 'nodes=0-15 delay=0 count=8' 'nodes=0-15 delay=0 count=25 seed=5' \
	'nodes=0-7 delay=0 count=70 length=8'; do
	echo "== $burst"
	hmrecord -b sim:depth=65536 -c "generate $burst" -i 3ms -o t >/dev/null || echo "not recorded"
	depth=$(hmsize t | sed -n 's/^FRAME_DEPTH: //p')
	try "$depth" "$burst"
	try $((depth / 2)) "$burst"
done

#> == nodes=0-15 delay=0 count=8
#> depth 512: status 0, 0 losses
#> depth 256: status 1, 1 losses
#> == nodes=0-15 delay=0 count=25 seed=5
#> depth 2048: status 0, 0 losses
#> depth 1024: status 1, 1 losses
#> == nodes=0-7 delay=0 count=70 length=8
#> depth 4096: status 0, 0 losses
#> depth 2048: status 1, 1 losses
