# SPDX-License-Identifier: Apache-2.0
# A trace that the board goes on recording: what it may have overwritten while it was read is not
# saved. Files that do not fit to the board, and configurations without a statement.
. "$TOP/sw/tests/tools.bash"
recording='acdr.lat_n = 6; ttcr.mode = 1; ttcr.qual = 1; htcr.ten = 1
generate period=800ns words=1; run 20us'
# new entries go where nothing is yet
run surf -b sim:trace=4,hist=4 -c "$recording; save trace t"
head -c 7 t && tallyboard traceCheck t | head -1 | sed 's/[0-9][0-9]/NN/'
rm t
# the entries that are read are those that are written meanwhile
run surf -b sim:trace=4,hist=4 -c "$recording; save trace t 0 3f"
run surf -b sim:trace=4,hist=4 -c "$recording; htcr.ten = 0; save trace t 0 3f"
ls
echo "== LOAD"
printf '# file: histogram\n000001 00000005\n000001 00000007\n' >twice
run surf -b sim:trace=4,hist=4 -c 'load histogram twice'
printf '# file: histogram\n# lost indices of wrapped bins: 1 or more\n000001 00000005\n' >lossy
run surf -b sim:trace=4,hist=4 -c 'load histogram lossy'
entry='000000 00000005 00040000 00000100 0000000F'
for line in 'clock: 50000000 Hz' 'latency unit: 400 ns' 'phase bits: F0' \
	'lost packets dropped: 7'; do
	printf '# file: trace\n# %s\n%s\n' "$line" "$entry" >other
	run surf -b sim:trace=4,hist=4 -c 'load trace other'
done
run surf -b sim:trace=4,hist=4 -c 'acdr.lat_s = 1; timebase 50MHz; load trace other'
printf '# file: trace\n# clock: 50000000 Hz\n# latency unit: 80 ns\n%s\n' "$entry" >same
run surf -b sim:trace=4,hist=4 -c 'acdr.lat_s = 1; timebase 50MHz; load trace same'
echo "== FPGA"
printf '# nothing\n\n' >empty.bsel
run surf -b sim:trace=4,hist=4 -c 'fpga empty.bsel'
run binsel compile empty.bsel -o empty.bit

#> $ surf -b sim:trace=4,hist=4 -c acdr.lat_n = 6; ttcr.mode = 1; ttcr.qual = 1; htcr.ten = 1
#> generate period=800ns words=1; run 20us; save trace t
#> t: 22 entries
#> status 0
#> # file:records: NN
#> $ surf -b sim:trace=4,hist=4 -c acdr.lat_n = 6; ttcr.mode = 1; ttcr.qual = 1; htcr.ten = 1
#> generate period=800ns words=1; run 20us; save trace t 0 3f
#> ! -c:2: TRACE: the board has overwritten entries while they were read: stop it before (HTCR.TEN = 0)
#> status 1
#> $ surf -b sim:trace=4,hist=4 -c acdr.lat_n = 6; ttcr.mode = 1; ttcr.qual = 1; htcr.ten = 1
#> generate period=800ns words=1; run 20us; htcr.ten = 0; save trace t 0 3f
#> t: 20 entries
#> status 0
#> t
#> == LOAD
#> $ surf -b sim:trace=4,hist=4 -c load histogram twice
#> ! -c:1: twice:3: this bin again
#> status 1
#> $ surf -b sim:trace=4,hist=4 -c load histogram lossy
#> lossy: 1 bin
#> warning: lossy: something was lost in it, of which SAVE will not tell
#> lossy: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ surf -b sim:trace=4,hist=4 -c load trace other
#> other: 1 entry
#> warning: other: its clock, unit of latency or phase is not that of the board, which SAVE will write
#> other: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ surf -b sim:trace=4,hist=4 -c load trace other
#> other: 1 entry
#> warning: other: its clock, unit of latency or phase is not that of the board, which SAVE will write
#> other: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ surf -b sim:trace=4,hist=4 -c load trace other
#> other: 1 entry
#> warning: other: its clock, unit of latency or phase is not that of the board, which SAVE will write
#> other: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ surf -b sim:trace=4,hist=4 -c load trace other
#> other: 1 entry
#> warning: other: something was lost in it, of which SAVE will not tell
#> other: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ surf -b sim:trace=4,hist=4 -c acdr.lat_s = 1; timebase 50MHz; load trace other
#> clock: 50000000 Hz
#> other: 1 entry
#> warning: other: its clock, unit of latency or phase is not that of the board, which SAVE will write
#> warning: other: something was lost in it, of which SAVE will not tell
#> other: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ surf -b sim:trace=4,hist=4 -c acdr.lat_s = 1; timebase 50MHz; load trace same
#> clock: 50000000 Hz
#> same: 1 entry
#> same: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> == FPGA
#> $ surf -b sim:trace=4,hist=4 -c fpga empty.bsel
#> ! -c:1: empty.bsel:3:1: there is no statement: all packets would be in bin 0
#> status 1
#> $ binsel compile empty.bsel -o empty.bit
#> ! empty.bsel:3:1: there is no statement: all packets would be in bin 0
#> status 1
