# SPDX-License-Identifier: Apache-2.0
# Runs test_mk on a good board, and on boards with a fault in each of its four parts.
# shows MK-TM-001 MK-TM-002 MK-TM-003 MK-TM-004
. "$TOP/sw/multikron/tests/mk.bash"
board good
run test_mk -w 10ms
mk_status --command='log source' | head -1
mk_status --command=log | head -1
board address address=8000
run test_mk -w 10ms
board counter counter=40
run test_mk -w 10ms
board sample sample=1
run test_mk -w 10ms
board stuck stuck=7ff:ffff
run test_mk -w 10ms
board fast fast=1
run test_mk -w 10ms
run test_mk -w 1us
run test_mk -w 500s
run test_mk -w x
run test_mk x
