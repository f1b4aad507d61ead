# SPDX-License-Identifier: Apache-2.0
# Tests help, versions, manual pages, and errors in the command line.
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/shrimp96/man" spm spm-address
run spm-address
run spm-address 'L0 L2 L3 T C'
run spm-address 'L0 L1 L2 T X'
run spm-address 'sender latency'
run spm -b nowhere:
run spm -b sim:words=21
