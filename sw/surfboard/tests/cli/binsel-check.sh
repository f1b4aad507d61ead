# SPDX-License-Identifier: Apache-2.0
# Checks that a selector that the histogram memory cannot hold is refused, with both sizes, for each
# size of the SIMM: by binsel at the borders, and by surf, whose board has 16 MB, before it is
# loaded. (ci/checks/test-demo does the same with the demo.)
# shows SB-FIL-003
run() {
	"$@"
	echo "status $?"
}
for top in 19 20 21 22 23; do
	{
		[ $top -eq 23 ] || echo "bin[23:$((top + 1))] = 0"
		echo "bin[$top] = sender[0]"
		echo "bin[$((top - 1)):0] = latency[$((top - 1)):0]"
	} >$top.bsel
	for size in 4 16 64; do
		echo "== bit $top, $size MB"
		run binsel check -m $size $top.bsel
	done
	binsel compile $top.bsel -o $top.bit
done
run binsel check -m 4 19.bit
run binsel check -m 4 20.bit
run surf -b sim: -c "fpga 21.bit"
run surf -b sim: -c "fpga 22.bit"
run binsel check -m 8 19.bsel

#> == bit 19, 4 MB
#> 19.bsel: bins 0 to FFFFF
#> status 0
#> == bit 19, 16 MB
#> 19.bsel: bins 0 to FFFFF
#> status 0
#> == bit 19, 64 MB
#> 19.bsel: bins 0 to FFFFF
#> status 0
#> == bit 20, 4 MB
#> status 1
#> == bit 20, 16 MB
#> 20.bsel: bins 0 to 1FFFFF
#> status 0
#> == bit 20, 64 MB
#> 20.bsel: bins 0 to 1FFFFF
#> status 0
#> == bit 21, 4 MB
#> status 1
#> == bit 21, 16 MB
#> 21.bsel: bins 0 to 3FFFFF
#> status 0
#> == bit 21, 64 MB
#> 21.bsel: bins 0 to 3FFFFF
#> status 0
#> == bit 22, 4 MB
#> status 1
#> == bit 22, 16 MB
#> status 1
#> == bit 22, 64 MB
#> 22.bsel: bins 0 to 7FFFFF
#> status 0
#> == bit 23, 4 MB
#> status 1
#> == bit 23, 16 MB
#> status 1
#> == bit 23, 64 MB
#> 23.bsel: bins 0 to FFFFFF
#> status 0
#> 19.bit: bins 0 to FFFFF
#> status 0
#> status 1
#> 21.bit: loaded, DONE 1
#> status 0
#> status 1
#> status 2
#2> 20.bsel: bin[20] = sender[0]: the memory has bins 0 to FFFFF, bin[19:0]
#2> 21.bsel: bin[21] = sender[0]: the memory has bins 0 to FFFFF, bin[19:0]
#2> 22.bsel: bin[22] = sender[0]: the memory has bins 0 to FFFFF, bin[19:0]
#2> 22.bsel: bin[22] = sender[0]: the memory has bins 0 to 3FFFFF, bin[21:0]
#2> 23.bsel: bin[23] = sender[0]: the memory has bins 0 to FFFFF, bin[19:0]
#2> 23.bsel: bin[23] = sender[0]: the memory has bins 0 to 3FFFFF, bin[21:0]
#2> 20.bit: bin[20] = sender[0]: the memory has bins 0 to FFFFF, bin[19:0]
#2> -c:1: 22.bit: not loaded: bin[22] = sender[0]: the memory has bins 0 to 3FFFFF, bin[21:0]
#2> binsel: a histogram memory has 4, 16 or 64 MB
#2> Try 'binsel --help'.
