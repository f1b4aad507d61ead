# SPDX-License-Identifier: Apache-2.0
# Checks that each tool reports a disk that becomes full at any position and keeps the old file.
. "$TOP/sw/tests/tools.bash"
fake=$(dirname "$(command -v spm)")/../unit/sw/shrimp96/tests/spmfake
begin "$fake" m mux=0x5B40 arrv=1000 0xE013=8 >/dev/null
full_disk out spm -b unix:m -c 'histogram 0xE000 0xE0FF' -o out
seq 1000 >addresses
full_disk out spm-address sender,size -o out addresses

#> spm -b unix:m -c histogram 0xE000 0xE0FF -o out: full disks are reported
#> spm-address sender,size -o out addresses: full disks are reported
