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
run nmon-lines -p 3 lines
run nmon-lines -k often lines
table depth </dev/null | run nmon-lines
printf 'phase 3 a\nphase 3 b\n' >twice
run nmon-lines -l twice lines
