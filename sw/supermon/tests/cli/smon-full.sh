# SPDX-License-Identifier: Apache-2.0
# Checks that the tool reports a disk that becomes full at any position and keeps the old file.
. "$TOP/sw/tests/tools.bash"
full_disk out smon -c 'fill 0 20 5' -c 'read 0 20' -o out

#> smon -c fill 0 20 5 -c read 0 20 -o out: full disks are reported
