# SPDX-License-Identifier: Apache-2.0
# Checks the two percentages of mk_pci for a known load, also over more than 2^32 clocks.
# shows MK-UTL-006
. "$TOP/sw/multikron/tests/mk.bash"
board idle
run mk_pci -i -t 1ms
board busy duty=1f4:7d
run mk_pci -i -t 10ms -n 2
run mk_pci -t 200s
board off
run mk_pci -t 1ms
run mk_pci -t 1
run mk_pci x
