# SPDX-License-Identifier: Apache-2.0
# Tests mk_sample_test: bytes, CPU ids, source addresses and pointer, with right and wrong samples.
# shows MK-ST-001 MK-ST-002 MK-ST-003
. "$TOP/sw/multikron/tests/mk.bash"
board good
run tallyboard mk_sample_test
# each kind of sample has its length, 20 and 84 bytes
tallyboard mk_sample_test | awk '/sample/ { if (n) print kind, n; kind = $1; n = 0 }
	/^  [0-9A-F][0-9A-F]( |$)/ { n += NF } END { print kind, n }'
board address address=1
run tallyboard mk_sample_test
board sample sample=4
tallyboard mk_sample_test | grep expected
run tallyboard mk_sample_test x

#> $ tallyboard mk_sample_test
#> trace sample, CPU id 0:
#>   00 27 00 00 00 00 00 00 00 00 DE C0 00 01 00 00 00 00 00 00
#>   pointer 5
#> trace sample, CPU id 1:
#>   10 2A 04 00 00 00 00 00 01 00 DE C0 01 01 00 00 00 00 00 00
#>   pointer 10
#> resource sample, CPU id 0:
#>   80 2D 08 00 00 00 00 00 00 00 DE C0 00 02 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00
#>   pointer 31
#> resource sample, CPU id 1:
#>   90 60 0C 00 00 00 00 00 01 00 DE C0 01 02 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00
#>   pointer 52
#> status 0
#> trace 20
#> trace 20
#> resource 84
#> resource 84
#> $ tallyboard mk_sample_test
#> trace sample, CPU id 0:
#>   00 27 00 00 00 00 00 00 00 00 DE C0 00 01 00 00 00 00 00 00
#>   pointer 5
#> trace sample, CPU id 1:
#>   10 2A 04 00 00 00 00 00 00 00 DE C0 01 01 00 00 00 00 00 00
#>   pointer 10
#> source address: expected C0DE0001, found C0DE0000
#> resource sample, CPU id 0:
#>   80 2D 08 00 00 00 00 00 00 00 DE C0 00 02 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00
#>   pointer 31
#> resource sample, CPU id 1:
#>   90 60 0C 00 00 00 00 00 00 00 DE C0 01 02 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
#>   00 00 00 00
#>   pointer 52
#> source address: expected C0DE0001, found C0DE0000
#> ! mk_sample_test: 2 errors
#> status 1
#> user data: expected 00000100, found 00000104
#> user data: expected 00000101, found 00000105
#> user data: expected 00000200, found 00000204
#> user data: expected 00000201, found 00000205
#> $ tallyboard mk_sample_test x
#> ! mk_sample_test: unknown argument: x
#> ! Usage: tallyboard mk_sample_test [-b BOARD]
#> status 2
#2> mk_sample_test: 4 errors
