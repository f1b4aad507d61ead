# SPDX-License-Identifier: Apache-2.0
# Tests a measurement on a simulated board: program, trace, histogram, restore.
# shows SM-SW-001
. "$TOP/sw/tests/tools.bash"
cat >fetches <<-'END'
	banks trace count       # of a sort
	match 0 range 0x100000 0x1fffff
	state * fetch m0 : trace count
	state * : count
	user fetch write
END
run smon -c clear -c 'load fetches' -c start -c 'sim sort 2' -c 'sim drain' -c stop -c status \
	-c trace -c histogram
smon -c clear -c 'load fetches' -c start -c 'sim sort 3' -c 'sim drain' -c stop -c histogram \
	-o table
cat >address <<-'END'
	histogram address
	bits 2-4 12
	state 0 read : count goto 1
	state 1 : count goto 0
END
run smon -c 'load address' -c 'restore table' -c 'read 0 4' -c start -c 'sim workload private 20' \
	-c 'sim drain' -c stop -c histogram
# banks that nothing has cleared, a second measurement in them, and one that adds to a table
run smon -c 'load fetches' -c start -c stop -c histogram | sed '/^[0-9]/d; /^#.*\(end\|clocks\):/d'
printf 'histogram clocks\nstate * : count\n' >clocks
for clear in clear 'run 1us'; do
	run smon -c clear -c 'load clocks' -c start -c 'run 1us' -c stop -c "$clear" -c start \
		-c 'run 1us' -c stop -c histogram
done
measure=(-c start -c 'sim workload private 20' -c 'sim drain' -c stop)
run smon -c clear -c 'load address' "${measure[@]}" "${measure[@]}" -c histogram
smon -c clear -c 'load address' "${measure[@]}" -c histogram -o whole
run smon -c 'load address' -c 'restore whole' "${measure[@]}" -c histogram
# cut off, damaged, not a histogram
head -c -60 table >cut
run smon -c 'restore cut'
sed 's/^2,/3,/' table >damaged
run smon -c 'restore damaged'
printf '# file: supermon histogram\nbin,count\n1,2\n' >open
run smon -c 'restore open'
printf '# file: supermon histogram\nbin,count\n5,2\n1,2\n' >order
run smon -c 'restore order'
run smon -c 'restore fetches'
run smon -c 'restore nowhere'

#> $ smon -c clear -c load fetches -c start -c sim sort 2 -c sim drain -c stop -c status -c trace -c histogram
#> lost counts: 3
#> lost entries: 0
#> monitoring: no
#> events: 11
#> clocks: 378
#> entries: 8
#> banks: trace count
#> form: a
#> histogram: events
#> state: machine 0, user 2
#> # file: supermon trace
#> # check: CRC-32
#> # clocks: 378
#> # events: 11
#> # lost counts: 3
#> # lost entries: 0
#> time,kind,address
#> 5,read,0x00100000
#> 53,read,0x00100004
#> 102,read,0x00100008
#> 150,read,0x0010000C
#> 151,read,0x00100010
#> 200,read,0x00100014
#> 248,read,0x00100020
#> 297,read,0x00100024
#> # end: 00000000000000000426 bytes, CRC-32 ED8E9CFC
#> # file: supermon histogram
#> # check: CRC-32
#> # clocks: 378
#> # events: 11
#> # lost counts: 3
#> # lost entries: 0
#> # histogram: events
#> bin,count
#> 0,1
#> 2,7
#> # end: 00000000000000000620 bytes, CRC-32 6ED92F6F
#> status 1
#> $ smon -c load address -c restore table -c read 0 4 -c start -c sim workload private 20 -c sim drain -c stop -c histogram
#> word,value
#> 0x0000,3
#> 0x0001,0
#> 0x0002,13
#> 0x0003,0
#> # file: supermon histogram
#> # check: CRC-32
#> # clocks: 5038
#> # events: 20
#> # lost counts: 0
#> # lost entries: 0
#> # histogram: address
#> bin,count
#> 0,7
#> 2,18
#> 4,5
#> 6,5
#> # end: 00000000000000000202 bytes, CRC-32 2A019140
#> ! table: its measurement has lost counts or set a flag, which the monitor does not know any more
#> status 1
#> $ smon -c load fetches -c start -c stop -c histogram
#> # file: supermon histogram
#> # check: CRC-32
#> # events: 0
#> # lost counts: 0
#> # lost entries: 0
#> # flag: 4611826754532163584 or more of the counts are from before the start (power-on, or an earlier measurement)
#> # histogram: events
#> bin,count
#> status 1
#> $ smon -c clear -c load clocks -c start -c run 1us -c stop -c clear -c start -c run 1us -c stop -c histogram
#> # file: supermon histogram
#> # check: CRC-32
#> # clocks: 56
#> # events: 0
#> # lost counts: 0
#> # lost entries: 0
#> # histogram: clocks
#> bin,count
#> 0,56
#> # end: 00000000000000000138 bytes, CRC-32 9EE6F224
#> status 0
#> $ smon -c clear -c load clocks -c start -c run 1us -c stop -c run 1us -c start -c run 1us -c stop -c histogram
#> # file: supermon histogram
#> # check: CRC-32
#> # clocks: 56
#> # events: 0
#> # lost counts: 0
#> # lost entries: 0
#> # flag: 56 or more of the counts are from before the start (power-on, or an earlier measurement)
#> # histogram: clocks
#> bin,count
#> 0,112
#> # end: 00000000000000000236 bytes, CRC-32 5B2BB9DA
#> status 1
#> $ smon -c clear -c load address -c start -c sim workload private 20 -c sim drain -c stop -c start -c sim workload private 20 -c sim drain -c stop -c histogram
#> # file: supermon histogram
#> # check: CRC-32
#> # clocks: 5038
#> # events: 20
#> # lost counts: 0
#> # lost entries: 0
#> # flag: 18 or more of the counts are from before the start (power-on, or an earlier measurement)
#> # histogram: address
#> bin,count
#> 0,8
#> 2,10
#> 4,10
#> 6,10
#> # end: 00000000000000000253 bytes, CRC-32 3530EDE2
#> status 1
#> $ smon -c load address -c restore whole -c start -c sim workload private 20 -c sim drain -c stop -c histogram
#> # file: supermon histogram
#> # check: CRC-32
#> # clocks: 5038
#> # events: 20
#> # lost counts: 0
#> # lost entries: 0
#> # histogram: address
#> bin,count
#> 0,8
#> 2,10
#> 4,10
#> 6,10
#> # end: 00000000000000000156 bytes, CRC-32 161ED8C5
#> status 0
#> $ smon -c restore cut
#> ! smon: restore cut: cut:8: the file is cut off: its end line is missing
#> status 1
#> $ smon -c restore damaged
#> ! smon: restore damaged: damaged:11: the file is damaged: its checksum is wrong
#> status 1
#> $ smon -c restore open
#> ! smon: restore open: open: no end line: is it complete?
#> status 1
#> $ smon -c restore order
#> ! smon: restore order: order:4: a bin is 0 to 32767, and bins ascend
#> status 1
#> $ smon -c restore fetches
#> ! smon: restore fetches: fetches:1: the first line must be "# file: supermon histogram"
#> status 1
#> $ smon -c restore nowhere
#> ! smon: restore nowhere: nowhere: No such file or directory
#> status 1
