# SPDX-License-Identifier: Apache-2.0
# A bin that wraps is reported when the histogram is saved, and by the tools that read the file; its
# index is in the FIFO.
config=$TOP/fpga-configs/size-sender.bsel
printf '# file: histogram\n000001 FFFFFFFE\n' >full
count='generate count=5 words=1; drain; htcr.hen=0'
surf -c "fpga $config; load histogram full; htcr.frs=0; htcr.hen=1; $count
	save histogram h 0 FFFF; save fifo f" 2>&1 | sed 's:.*/fpga-configs/::'
echo "status ${PIPESTATUS[0]}"
grep -v '^# [a-ce-ko-z]' h
grep -v '^#' f
tallyboard hist3dcsv -c "$config" h
echo "status $?"
# cleared, it is no more
surf -c "fpga $config; htcr.hen=1; $count; save histogram h 0 FFFF" | tail -1

#> size-sender.bsel: loaded, DONE 1
#> full: 1 bin
#> full: no checksum (a file of an earlier version): damage would not be noticed
#> lost counts of wrapped or full bins: 1 or more
#> h: 1 bin
#> f: 3 slots
#> status 1
#> # latency unit: 100 ns
#> # lost counts of wrapped or full bins: 1 or more
#> 000001 00000003
#> 000000 00000101
#> 000001 00000000
#> 000002 00000000
#> sender,size,count
#> 0,1,3
#> status 1
#> h: 1 bin
#2> hist3dcsv: lost counts of wrapped or full bins: 1 or more
