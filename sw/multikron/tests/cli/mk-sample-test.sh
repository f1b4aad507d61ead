# SPDX-License-Identifier: Apache-2.0
# Tests mk_sample_test: bytes, CPU ids, source addresses and pointer, with right and wrong samples.
# shows MK-ST-001 MK-ST-002 MK-ST-003
. "$TOP/sw/multikron/tests/mk.bash"
board good
run mk_sample_test
# each kind of sample has its length, 20 and 84 bytes
mk_sample_test | awk '/sample/ { if (n) print kind, n; kind = $1; n = 0 }
	/^  [0-9A-F][0-9A-F]( |$)/ { n += NF } END { print kind, n }'
board address address=1
run mk_sample_test
board sample sample=4
mk_sample_test | grep expected
run mk_sample_test x
