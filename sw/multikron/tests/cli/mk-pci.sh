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
# a board that loses its power meanwhile returns ones
truncate -s 32M window
printf '\220' | dd of=window bs=1 seek=$((0x1207)) conv=notrunc status=none # the version
MK_BOARD=mmap:slot=none,mem=window mk_pci -t 3s 2>&1 &
sleep 1
head -c 8192 /dev/zero | tr '\0' '\377' | dd of=window conv=notrunc status=none
wait $!
echo "status $?"

#> $ mk_pci -i -t 1ms
#> PCI bus: 0.00 %, MultiKron board: 0.00 % of 40012 clocks
#> status 0
#> $ mk_pci -i -t 10ms -n 2
#> PCI bus: 50.00 %, MultiKron board: 12.50 % of 400012 clocks
#> PCI bus: 50.00 %, MultiKron board: 12.50 % of 400012 clocks
#> status 0
#> $ mk_pci -t 200s
#> PCI bus: 50.00 %, MultiKron board: 12.50 % of 8000000012 clocks
#> status 0
#> $ mk_pci -t 1ms
#> ! mk_pci: counters: Input/output error
#> status 1
#> $ mk_pci -t 1
#> ! mk_pci: not a time, such as 10ms: 1
#> ! Usage: mk_pci [-t TIME] [-n COUNT] [-b BOARD]
#> status 2
#> $ mk_pci x
#> ! mk_pci: unknown argument: x
#> ! Usage: mk_pci [-t TIME] [-n COUNT] [-b BOARD]
#> status 2
#> mk_pci: counters: No such device
#> status 1
