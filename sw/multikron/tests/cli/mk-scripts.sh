# SPDX-License-Identifier: Apache-2.0
# Runs mk.LOAD and mk.UNLOAD on a prepared tree, with and without a board.
# shows MK-LIB-013
. "$TOP/sw/multikron/tests/mk.bash"
export SYSFS=$PWD/sys DEVDIR=$PWD/dev
mkdir -p sys/bus/pci/devices/0000:00:0{1,2}.0 dev
echo 0x8086 >sys/bus/pci/devices/0000:00:01.0/vendor
echo 0x5993 >sys/bus/pci/devices/0000:00:01.0/device
load() { "$TOP/sw/multikron/mk.LOAD" 2>&1 | sed "s:$PWD:.:"; echo "status ${PIPESTATUS[0]}"; }
unload() { "$TOP/sw/multikron/mk.UNLOAD" 2>&1 | sed "s:$PWD:.:"; echo "status ${PIPESTATUS[0]}"; }
load
ls dev
unload
board=sys/bus/pci/devices/0000:00:02.0
echo 0x4d4b >$board/vendor
echo 0x5993 >$board/device
load
truncate -s 32M $board/resource0
load
readlink dev/mk0 | sed "s:$PWD:.:"
# the name must refer to the board's memory, and this to a board
MK_BOARD=mmap:slot=none,mem=$PWD/dev/mk0 tallyboard mk_mem_test 0 100 2>&1 | sed "s:$PWD:.:"
printf '\220' | dd of=$board/resource0 bs=1 seek=$((0x1207)) conv=notrunc status=none # version
MK_BOARD=mmap:slot=none,mem=$PWD/dev/mk0 tallyboard mk_mem_test 0 100
od -An -tx4 -N4 -j0x1000004 $board/resource0
load
unload
ls dev
unload
touch dev/mk0
unload

#> mk.LOAD: no MultiKron board (4d4b:5993) in ./sys/bus/pci/devices
#> status 1
#> mk.UNLOAD: no MultiKron board: ./dev/mk0 was not made by mk.LOAD
#> status 1
#> mk.LOAD: ./sys/bus/pci/devices/0000:00:02.0 has no memory
#> status 1
#> status 0
#> ./sys/bus/pci/devices/0000:00:02.0/resource0
#> mk_mem_test: mmap:slot=none,mem=./dev/mk0: No such device
#> 100 words from word 0 on: right
#>  61c8864e
#> status 0
#> status 0
#> mk.UNLOAD: no MultiKron board: ./dev/mk0 was not made by mk.LOAD
#> status 1
#> mk.UNLOAD: no MultiKron board: ./dev/mk0 was not made by mk.LOAD
#> status 1
