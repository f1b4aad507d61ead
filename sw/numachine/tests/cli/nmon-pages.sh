# SPDX-License-Identifier: Apache-2.0
# Tests the list of pages by accesses, the advice to move or to replicate them, and the thresholds.
# shows NM-TOOL-005
. "$TOP/sw/numachine/tests/nm.bash"
{
	# page 0x123: station 9 makes 5000 of 6000; 0x010: at the threshold; 0x011: below it
	echo "0x1239 5000"; echo "0x1230 1000"
	echo "0x0102 1000"; echo "0x0100 499"
	echo "0x0112 999"
	# pages that two other stations read; 0x041 is also written
	echo "0x0401 1500"; echo "0x0402 1600"; echo "0x0400 3"
	echo "0x0411 1500"; echo "0x0412 1600"
	echo "0xFFFF 1"
} | table flyer 'station: 0' >pages
printf '0x100000 16K 5 read\n0x104000 16K 6 written\n' >labels
{
	echo "$(event 0 5 0 LV) 3000"
	echo "$(event 0 6 0 LV) 3000"
	echo "$(event 0 6 2 LV) 1"
} | table histogram0 >lines
run nmon-pages pages
run nmon-pages -b lines -l labels pages
# one station dominates both: only it uses the lines of 0x200; stations take those of 0x201 in turn
{ echo "0x2003 5000"; echo "0x2000 1000"; echo "0x2013 5000"; echo "0x2010 1000"; } |
	table flyer 'station: 0' >two
printf '0x800000 16K 7 own\n0x804000 16K 8 in turns\n' >own
{
	echo "$(event 0 7 0 GV) 4000"; echo "$(event 0 7 2 GV) 1000"
	echo "$(event 0 8 0 GI) 2000"; echo "$(event 0 8 5 GV) 2000"
} | table histogram0 >turns
run nmon-pages -b turns -l own two
run nmon-pages -n 1 -a 999 -f 1 -s 2 pages
run nmon-pages -c -o csv pages
cat csv
table flyer 'missed: 3' </dev/null >lossy
run nmon-pages lossy
run nmon-pages -s 1 lossy
table flyer 'missed: 65535' 'second: yes' 'station: 1' </dev/null | run nmon-pages
run nmon-pages lines
run nmon-pages -b pages -l labels pages
run nmon-pages -b lines pages
run nmon-pages -s 16 pages
run nmon-pages missing
gzip -c pages | run nmon-pages -n 1 -
