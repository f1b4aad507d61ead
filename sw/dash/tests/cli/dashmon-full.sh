# SPDX-License-Identifier: Apache-2.0
# Checks that the tool reports a disk that becomes full at any position and keeps the old file.
. "$TOP/sw/tests/tools.bash"
for i in 1 2 3 4 5 6 7 8 9; do echo "00000004$i"; done >words
full_disk out dashmon -d -o out words

#> dashmon -d -o out words: full disks are reported
