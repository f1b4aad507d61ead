# SPDX-License-Identifier: Apache-2.0
# Runs test_mk on a good board, and on boards with a fault in each of its four parts.
# shows MK-TM-001 MK-TM-002 MK-TM-003 MK-TM-004
. "$TOP/sw/multikron/tests/mk.bash"
board good
run tallyboard test_mk -w 10ms
mk_status --command='log source' | head -1
mk_status --command=log | head -1
board address address=8000
run tallyboard test_mk -w 10ms
board counter counter=40
run tallyboard test_mk -w 10ms
board sample sample=1
run tallyboard test_mk -w 10ms
board stuck stuck=7ff:ffff
run tallyboard test_mk -w 10ms
board fast fast=1
run tallyboard test_mk -w 10ms
run tallyboard test_mk -w 1us
run tallyboard test_mk -w 500s
run tallyboard test_mk -w x
run tallyboard test_mk x

#> $ tallyboard test_mk -w 10ms
#> source address register 0: right
#> resource sample: right
#> memory, words 0 to 2047: right
#> timestamp: 13792 before, 113795 after
#> ticks: 100003 in 10000300 ns, expected 100003: right
#> status 0
#> 6 writes from 1040 to 1040, 6 reads from 1040 to 1040
#> 2048 writes from 1000000 to 1001FFC, 2069 reads from 1000000 to 1001FFC
#> $ tallyboard test_mk -w 10ms
#> source address register 0: expected FFFFFFFF, found FFFF7FFF
#> source address register 0: expected AAAAAAAA, found AAAA2AAA
#> source address register 0: WRONG
#> resource sample: right
#> memory, words 0 to 2047: right
#> timestamp: 13792 before, 113795 after
#> ticks: 100003 in 10000300 ns, expected 100003: right
#> ! test_mk: 2 errors
#> status 1
#> $ tallyboard test_mk -w 10ms
#> source address register 0: right
#> counter 3 in the sample: expected 00000003, found 00000043
#> resource sample: WRONG
#> memory, words 0 to 2047: right
#> timestamp: 13792 before, 113795 after
#> ticks: 100003 in 10000300 ns, expected 100003: right
#> ! test_mk: 1 errors
#> status 1
#> $ tallyboard test_mk -w 10ms
#> source address register 0: right
#> user data: expected 0123456789ABCDEF, found 0123456789ABCDEE
#> resource sample: WRONG
#> memory, words 0 to 2047: right
#> timestamp: 13792 before, 113795 after
#> ticks: 100003 in 10000300 ns, expected 100003: right
#> ! test_mk: 1 errors
#> status 1
#> $ tallyboard test_mk -w 10ms
#> source address register 0: right
#> resource sample: right
#> word 2047: expected 44327800, found 44320000
#> memory, words 0 to 2047: WRONG
#> timestamp: 13792 before, 113795 after
#> ticks: 100003 in 10000300 ns, expected 100003: right
#> ! test_mk: 1 errors
#> status 1
#> $ tallyboard test_mk -w 10ms
#> source address register 0: right
#> resource sample: right
#> memory, words 0 to 2047: right
#> timestamp: 13931 before, 114944 after
#> ticks: 101013 in 10000300 ns, expected 100003: WRONG
#> ! test_mk: 1 errors
#> status 1
#> $ tallyboard test_mk -w 1us
#> ! test_mk: a wait of 100us to 400s
#> ! Usage: tallyboard test_mk [-b BOARD] [-w TIME]
#> status 2
#> $ tallyboard test_mk -w 500s
#> ! test_mk: a wait of 100us to 400s
#> ! Usage: tallyboard test_mk [-b BOARD] [-w TIME]
#> status 2
#> $ tallyboard test_mk -w x
#> ! test_mk: not a time, such as 10ms: x
#> ! Usage: tallyboard test_mk [-b BOARD] [-w TIME]
#> status 2
#> $ tallyboard test_mk x
#> ! test_mk: unknown argument: x
#> ! Usage: tallyboard test_mk [-b BOARD] [-w TIME]
#> status 2
