# SPDX-License-Identifier: Apache-2.0
# Tests Table 4.7, filtered and by halves; refused requests, invalidates, and false sharing by
# label.
# shows NM-TOOL-004 NM-TOOL-011 NM-TOOL-012 NM-TOOL-013 NM-TOOL-016
. "$TOP/sw/numachine/tests/nm.bash"
{
	echo "$(event 0 5 0 LV) 7"; echo "$(event 0 5 1 LV) 7"
	# at the thresholds, and above and below them
	echo "$(event 0 6 2 LI) 60"; echo "$(event 0 6 2 GI) 40"; echo "$(event 0 6 2 LV) 300"
	echo "$(event 0 7 2 LI) 99"
	echo "$(event 0 8 2 LI) 100"; echo "$(event 0 8 2 GV) 301"
	# above both; an exclusive read that found the line shared does not count as one that took
	# it
	echo "$(event 0 10 2 LI) 200"; echo "$(event 0 10 2 LV) 100"; echo "$(event 0 11 2 GV) 500"
	# 100 requests to a locked line, 50 invalidates
	echo "$(event 0 9 7 LV 1) 100"; echo "$(event 0 9 4 GV) 50"
	echo "$(event 0 9 5 GV 0 0 0 1) 3"; echo "$(event 0 9 6 GI 0 0 0 1) 4"
} | table histogram0 >lines
run nmon-lines lines
run nmon-lines -l names -H -t 99 -s 24.9 lines
run nmon-lines -L 9 -k locked lines
run nmon-lines -L 9 -k unlocked -c lines
{
	echo "$(event 1 5 0 LV 0 3) 11"; echo "$(event 1 5 0 LV 0 7) 13"
} | table histogram1 >phases
run nmon-lines -p 3 -l names phases
echo "$(event 2 6 0 LV) 2" | table histogram2 | run nmon-lines -l names -L 7
echo "$(event 3 6 0 LV) 2" | table histogram3 | run nmon-lines -L 262
# the thresholds are options; a label that misses one of them is no candidate
nmon-lines -t 101 lines | grep ^candidate
nmon-lines -s 25.1 lines | grep ^candidate
nmon-lines -t 1 -s 0 lines | grep ^candidate
# a program that invalidates a copy 50 times: two nodes store and load in turn
awk 'function mark(code,  i) {
		split("1 2 4 8 4 2 1", size, " ")
		for (i = 1; i <= 7; i++) printf " S 70000000,%d\n", size[i]
		printf " S %x,1\n", 1879048192 + code
	}
	BEGIN {
		for (i = 0; i < 51; i++) {
			mark(1); print " S 10000,8"; mark(5)
			mark(2); print " L 10000,8"; mark(5)
		}
	}' >turns
nmon-lines -l <(echo '0 16K 9 shared page') <(nmon -l <(echo '0 16K 9 shared page') \
	-c 'play turns' count histogram0 1ms) |
	grep -e 'shared page' -e '^  [LG]'
echo "$(event 0 5 0 LV) 7" | table histogram0 'missed: 3' | run nmon-lines -c
run nmon-lines -p 3 lines
run nmon-lines -k often lines
table depth </dev/null | run nmon-lines
printf 'phase 3 a\nphase 3 b\n' >twice
run nmon-lines -l twice lines

#> $ nmon-lines lines
#> all: 1871 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            7            400            0            0            0
#>   LI            0            459            0            0            0
#>   GV            0            801            3           50            0
#>   GI            0             40            0            0            4
#>   responses 7, negative acknowledgements 100
#> label 5: 14 events, 0 invalidates, 0 lost tries
#> label 6: 400 events, 0 invalidates, 0 lost tries
#> label 7: 99 events, 0 invalidates, 0 lost tries
#> label 8: 401 events, 0 invalidates, 0 lost tries
#> label 9: 157 events, 50 invalidates, 100 lost tries
#> label 10: 300 events, 0 invalidates, 0 lost tries
#> label 11: 500 events, 0 invalidates, 0 lost tries
#> candidate: label 6: 100 of 400 reads exclusive (25.0 %) found the line taken
#> candidate: label 10: 200 of 300 reads exclusive (66.7 %) found the line taken
#> use: label 5: undecided (too few requests): 7 requests, 0 transfers
#> use: label 6: undecided (no pattern dominates): 400 requests, 100 transfers
#> use: label 7: write-shared: 99 requests, 99 transfers
#> use: label 8: undecided (no pattern dominates): 401 requests, 100 transfers
#> use: label 9: undecided (too few requests): 3 requests, 50 transfers
#> use: label 10: write-shared: 300 requests, 200 transfers
#> use: label 11: undecided (no line is taken from another processor; one or several users): 500 requests, 0 transfers
#> second pass: 3 labels in mode histogram1 with a phase for each station, then nmon-lines -P: 1 run more of the program
#> status 0
#> $ nmon-lines -l names -H -t 99 -s 24.9 lines
#> half 0: 1864 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            7            400            0            0            0
#>   LI            0            459            0            0            0
#>   GV            0            801            0           50            0
#>   GI            0             40            0            0            0
#>   responses 7, negative acknowledgements 100
#> half 1: 7 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            0              0            0            0            0
#>   LI            0              0            0            0            0
#>   GV            0              0            3            0            0
#>   GI            0              0            0            0            4
#>   responses 0, negative acknowledgements 0
#> both: 1871 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            7            400            0            0            0
#>   LI            0            459            0            0            0
#>   GV            0            801            3           50            0
#>   GI            0             40            0            0            4
#>   responses 7, negative acknowledgements 100
#> label 5 (matrix A): 14 events, 0 invalidates, 0 lost tries
#> label 6 (locks): 400 events, 0 invalidates, 0 lost tries
#> label 7: 99 events, 0 invalidates, 0 lost tries
#> label 8: 401 events, 0 invalidates, 0 lost tries
#> label 9: 157 events, 50 invalidates, 100 lost tries
#> label 10: 300 events, 0 invalidates, 0 lost tries
#> label 11: 500 events, 0 invalidates, 0 lost tries
#> candidate: label 6 (locks): 100 of 400 reads exclusive (25.0 %) found the line taken
#> candidate: label 7: 99 of 99 reads exclusive (100.0 %) found the line taken
#> candidate: label 8: 100 of 401 reads exclusive (24.9 %) found the line taken
#> candidate: label 10: 200 of 300 reads exclusive (66.7 %) found the line taken
#> use: label 5 (matrix A): undecided (too few requests): 7 requests, 0 transfers
#> use: label 6 (locks): undecided (no pattern dominates): 400 requests, 100 transfers
#> use: label 7: write-shared: 99 requests, 99 transfers
#> use: label 8: undecided (no pattern dominates): 401 requests, 100 transfers
#> use: label 9: undecided (too few requests): 3 requests, 50 transfers
#> use: label 10: write-shared: 300 requests, 200 transfers
#> use: label 11: undecided (no line is taken from another processor; one or several users): 500 requests, 0 transfers
#> second pass: 3 labels in mode histogram1 with a phase for each station, then nmon-lines -P: 1 run more of the program
#> status 0
#> $ nmon-lines -L 9 -k locked lines
#> all: 100 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            0              0            0            0            0
#>   LI            0              0            0            0            0
#>   GV            0              0            0            0            0
#>   GI            0              0            0            0            0
#>   responses 0, negative acknowledgements 100
#> label 9: 100 events, 0 invalidates, 100 lost tries
#> status 0
#> $ nmon-lines -L 9 -k unlocked -c lines
#> label,line,command,events
#> 9,GV,upgrade,3
#> 9,GV,invalidate,50
#> 9,GI,writeback,4
#> status 0
#> $ nmon-lines -p 3 -l names phases
#> all: 11 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV           11              0            0            0            0
#>   LI            0              0            0            0            0
#>   GV            0              0            0            0            0
#>   GI            0              0            0            0            0
#>   responses 0, negative acknowledgements 0
#> label 5 (matrix A): 11 events, 0 invalidates, 0 lost tries
#> status 0
#> $ nmon-lines -l names -L 7
#> all: 2 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            2              0            0            0            0
#>   LI            0              0            0            0            0
#>   GV            0              0            0            0            0
#>   GI            0              0            0            0            0
#>   responses 0, negative acknowledgements 0
#> label 6 (locks): 2 events, 0 invalidates, 0 lost tries
#> use: label 6 (locks): undecided (too few requests): 2 requests, 0 transfers
#> status 0
#> $ nmon-lines -L 262
#> all: 2 events
#>              Read Read Exclusive      Upgrade   Invalidate    Writeback
#>   LV            2              0            0            0            0
#>   LI            0              0            0            0            0
#>   GV            0              0            0            0            0
#>   GI            0              0            0            0            0
#>   responses 0, negative acknowledgements 0
#> label 6: 2 events, 0 invalidates, 0 lost tries
#> use: label 6: undecided (too few requests): 2 requests, 0 transfers
#> status 0
#> candidate: label 10: 200 of 300 reads exclusive (66.7 %) found the line taken
#> candidate: label 10: 200 of 300 reads exclusive (66.7 %) found the line taken
#> candidate: label 6: 100 of 400 reads exclusive (25.0 %) found the line taken
#> candidate: label 7: 99 of 99 reads exclusive (100.0 %) found the line taken
#> candidate: label 8: 100 of 401 reads exclusive (24.9 %) found the line taken
#> candidate: label 10: 200 of 300 reads exclusive (66.7 %) found the line taken
#>   LV            0              2            0            0            0
#>   LI           51             51            0           50          102
#>   GV            0              0           50            0            0
#>   GI            0             50            0            0           50
#> label 9 (shared page): 203 events, 50 invalidates, 0 lost tries
#> use: label 9 (shared page): undecided (processors take turns; one or several of them write): 102 requests, 101 transfers
#> $ nmon-lines -c
#> # LOST: 3 events missed
#> label,line,command,events
#> 5,LV,read,7
#> ! data were lost
#> status 1
#> $ nmon-lines -p 3 lines
#> ! nmon-lines: lines: only mode histogram1 distinguishes phases, this is histogram0
#> status 1
#> $ nmon-lines -k often lines
#> ! nmon-lines: locked or unlocked: often
#> ! Try 'nmon-lines --help'.
#> status 2
#> $ nmon-lines
#> ! nmon-lines: standard input: counted in mode depth, not a histogram
#> status 1
#> $ nmon-lines -l twice lines
#> ! twice:2: the phase has a name
#> status 1
