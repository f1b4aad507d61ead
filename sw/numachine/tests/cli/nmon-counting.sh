# SPDX-License-Identifier: Apache-2.0
# Counts for a time; the sums of the reports must be the number of counted events.
# shows NM-TOOL-014
. "$TOP/sw/numachine/tests/nm.bash"
card a event=0x1239 event=0x1230
run nmon -b unix:a count flyer 200us
nmon -b unix:a watch flyer 100us 4 >reports
echo "status $?"
cat reports
# report N at NS ns: EVENTS events, ...
awk '/^report/ { n++; sum += $6 } END { print n " reports, " sum " events" }' reports
run nmon -b unix:a -l names watch histogram1 10us 1
run nmon -b unix:a -l names watch depth 10us 1

#> $ nmon -b unix:a count flyer 200us
#> # file: numachine counters
#> # check: CRC-32
#> # mode: flyer
#> # line: 64
#> # boards: 1
#> # board: 0
#> # station: 3
#> # time: 200400 ns
#> # overflows: 0
#> # second: no
#> # missed: 0
#> counter,count
#> 0x1230,2
#> 0x1239,2
#> # end: 00000000000000000194 bytes, CRC-32 CF5F70EB
#> status 0
#> status 0
#> report 1 at 3377300 ns: 4664 events, 0 overflows
#> page 0x123 at 0x048C000: 4664 accesses, 0:2330 9:2334
#> report 2 at 6754400 ns: 65542 events, 0 overflows
#> page 0x123 at 0x048C000: 65542 accesses, 0:32771 9:32771
#> report 3 at 10131500 ns: 65542 events, 0 overflows
#> page 0x123 at 0x048C000: 65542 accesses, 0:32771 9:32771
#> report 4 at 10231700 ns: 60882 events, 0 overflows
#> page 0x123 at 0x048C000: 60882 accesses, 0:30443 9:30439
#> counted: 196630 events, 0 overflows
#> 4 reports, 196630 events
#> $ nmon -b unix:a -l names watch histogram1 10us 1
#> report 1 at 10400 ns: 4 events, 0 overflows
#> all: 4 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            0              0            0            0            0
#>   LI            2              0            0            0            0
#>   GV            0              0            0            0            0
#>   GI            0              0            0            0            0
#>   responses 2, negative acknowledgements 0
#> counted: 4 events, 0 overflows
#> status 0
#> $ nmon -b unix:a -l names watch depth 10us 1
#> report 1 at 10400 ns: 4 events, 0 overflows
#> all: 4 transactions, mean depth 4.000, 0.0 % at 16 or more, waiting 16
#> phase 0: 2 transactions, mean depth 4.000, 0.0 % at 16 or more, waiting 8
#> phase 9: 2 transactions, mean depth 4.000, 0.0 % at 16 or more, waiting 8
#> counted: 4 events, 0 overflows
#> status 0
