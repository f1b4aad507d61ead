# SPDX-License-Identifier: Apache-2.0
# Checks that the tool reports a disk that becomes full at any position and keeps the old file.
. "$TOP/sw/tests/tools.bash"
full_disk out xdbstat -t 20us -o out count cc:external
full_disk out xdbstat -o out list

#> xdbstat -t 20us -o out count cc:external: full disks are reported
#> xdbstat -o out list: full disks are reported
