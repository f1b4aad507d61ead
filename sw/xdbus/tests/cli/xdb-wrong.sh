# SPDX-License-Identifier: Apache-2.0
# Tests files of counts that are truncated, changed or wrong.
# shows SP-SW-001
. "$TOP/sw/tests/tools.bash"
header=chip,event,count,clocks,run,estimate,error,missed
xdbstat -c 'workload mixed' -t 100us -o good.csv count cc:external mqh:accesses
xdbstat diagnose good.csv | tail -1
wc -l <good.csv
head -n 9 good.csv >truncated.csv
run xdbstat diagnose truncated.csv
head -c 150 good.csv >half.csv
run xdbstat diagnose half.csv
sed 's/^cc0,external,\([0-9]*\),/cc0,external,1\1,/' good.csv >changed.csv
run xdbstat diagnose changed.csv
run xdbstat diagnose nothing.csv
: >empty.csv
run xdbstat diagnose empty.csv
line() { printf '%s\n' "$header" "$1" >line.csv; run xdbstat diagnose line.csv; }
line cc0,external,1,2,3,4,5
line cc0,external,1,2,3,4,5,0,0
printf '%s\ncc0,external,1,2,3,4,5,0\0 rest\n' "$header" >line.csv; run xdbstat diagnose line.csv
line cc9,external,1,2,3,4,5,0
line cc0,busy,1,2,3,4,5,0
line cc0,external,-1,2,3,4,5,0
line cc0,external,many,2,3,4,5,0
line cc0,external,1,2,0,4,5,0
line cc0,external,1,2,3,1e300,5,0
line cc,external,1,2,3,4,5,0
line 'cc0,external,1,2,3,4,5,0
cc1,external,1,2,4,4,5,0'
line 'cc0,external,1,2,3,4,5,0
cc0,external,1,2,3,4,5,0'
line 'ioc0,looks,900,1000,1000,900,0,0
ioc0,misses,900,1000,1000,900,0,1'
line 'ioc0,looks,900,1000,1000,900,0,0
ioc0,misses,900,1000,1000,900,0,0'
# losses of the whole run, which count writes into the file
grep -E '^# (missed wraps|clocks with)' good.csv
line '# missed wraps: 2
# clocks with an invalid packet: 65535 or more
cc0,external,1,2,3,4,5,0'
line '# missed wraps: 0
# clocks with an invalid packet: 0
cc0,external,1,2,3,4,5,0'

#> no bottleneck found in what was counted
#> 20
#> $ xdbstat diagnose truncated.csv
#> no bottleneck found in what was counted
#> ! truncated.csv:9: the file is cut off: its end line is missing
#> status 1
#> $ xdbstat diagnose half.csv
#> ! half.csv:7: not chip,event,count,clocks,run,estimate,error,missed
#> status 1
#> $ xdbstat diagnose changed.csv
#> no bottleneck found in what was counted
#> ! changed.csv:20: the file is damaged: its checksum is wrong
#> status 1
#> $ xdbstat diagnose nothing.csv
#> ! nothing.csv: No such file or directory
#> ! xdbstat: there are no counts
#> status 1
#> $ xdbstat diagnose empty.csv
#> ! xdbstat: there are no counts
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: not chip,event,count,clocks,run,estimate,error,missed
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: not chip,event,count,clocks,run,estimate,error,missed
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: a byte 0
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: no such chip and event
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: no such chip and event
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: a number is missing or wrong
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: a number is missing or wrong
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: the lines are not of one run
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: a number is missing or wrong
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:2: no such chip and event
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:3: the lines are not of one run
#> status 1
#> $ xdbstat diagnose line.csv
#> ! line.csv:3: the event is there twice
#> status 1
#> $ xdbstat diagnose line.csv
#> no bottleneck found in what was counted
#> ! ioc0 misses: a wrap was missed; not used
#> status 1
#> $ xdbstat diagnose line.csv
#> ioc0 misses in 100 % of its accesses
#> status 0
#> # missed wraps: 0
#> # clocks with an invalid packet: 0
#> $ xdbstat diagnose line.csv
#> no bottleneck found in what was counted
#> ! missed wraps: 2: the counts are wrong by an unknown number
#> ! clocks with an invalid packet: 65535 or more: the counts are wrong by an unknown number
#> status 1
#> $ xdbstat diagnose line.csv
#> no bottleneck found in what was counted
#> status 0
