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
run nmon-pages -f 0 pages
run nmon-pages -c -o csv pages
cat csv
table flyer 'missed: 3' </dev/null >lossy
run nmon-pages lossy
run nmon-pages -s 1 lossy
run nmon-pages -c lossy
table histogram0 'missed: 4' </dev/null >lossy-lines
run nmon-pages -b lossy-lines -l labels pages
run nmon-pages <lossy
table flyer 'missed: 65535' 'second: yes' 'station: 1' </dev/null | run nmon-pages
run nmon-pages lines
run nmon-pages -b pages -l labels pages
run nmon-pages -b lines pages
run nmon-pages -s 16 pages
run nmon-pages missing
gzip -c pages | run nmon-pages -n 1 -

#> $ nmon-pages pages
#> page 0x123 at 0x048C000: 6000 accesses, 0:1000 9:5000
#> page 0x040 at 0x0100000: 3103 accesses, 0:3 1:1500 2:1600
#> page 0x041 at 0x0104000: 3100 accesses, 1:1500 2:1600
#> page 0x010 at 0x0040000: 1499 accesses, 0:499 2:1000
#> page 0x011 at 0x0044000: 999 accesses, 2:999
#> page 0xFFF at 0x3FFC000: 1 accesses, 15:1
#> perhaps move page 0x123 from station 0 to 9: remote accesses 5000 -> 1000, 4000 (80.0 %) fewer, unless stations take its lines in turns; see -b
#> perhaps move page 0x010 from station 0 to 2: remote accesses 1000 -> 499, 501 (50.1 %) fewer, unless stations take its lines in turns; see -b
#> page 0x040: undecided, remote accesses 3100: no station dominates; whether it is only read, see -b; if station 0 only initialises it, count without that: nmon -c 'play from=...'
#> page 0x041: moving it cannot help, remote accesses 3100: no station dominates; whether it is only read, see -b
#> status 0
#> $ nmon-pages -b lines -l labels pages
#> page 0x123 at 0x048C000: 6000 accesses, 0:1000 9:5000
#> page 0x040 at 0x0100000: 3103 accesses, 0:3 1:1500 2:1600
#> page 0x041 at 0x0104000: 3100 accesses, 1:1500 2:1600
#> page 0x010 at 0x0040000: 1499 accesses, 0:499 2:1000
#> page 0x011 at 0x0044000: 999 accesses, 2:999
#> page 0xFFF at 0x3FFC000: 1 accesses, 15:1
#> perhaps move page 0x123 from station 0 to 9: remote accesses 5000 -> 1000, 4000 (80.0 %) fewer, unless stations take its lines in turns; see -b
#> replicate page 0x040: nobody asks for its lines exclusively, remote accesses 3100
#> perhaps move page 0x010 from station 0 to 2: remote accesses 1000 -> 499, 501 (50.1 %) fewer, unless stations take its lines in turns; see -b
#> page 0x041: moving it cannot help, remote accesses 3100: stations use it evenly, or take its lines in turns
#> status 0
#> $ nmon-pages -b turns -l own two
#> page 0x200 at 0x0800000: 6000 accesses, 0:1000 3:5000
#> page 0x201 at 0x0804000: 6000 accesses, 0:1000 3:5000
#> move page 0x200 from station 0 to 3: remote accesses 5000 -> 1000, 4000 (80.0 %) fewer
#> page 0x201: undecided, remote accesses 5000: stations use it evenly, or take its lines in turns; if station 0 only initialises it, count without that: nmon -c 'play from=...'
#> status 0
#> $ nmon-pages -n 1 -a 999 -f 1 -s 2 pages
#> page 0x123 at 0x048C000: 6000 accesses, 0:1000 9:5000
#> perhaps move page 0x123 from station 2 to 9: remote accesses 6000 -> 1000, 5000 (83.3 %) fewer, unless stations take its lines in turns; see -b
#> status 0
#> $ nmon-pages -f 0 pages
#> ! nmon-pages: a number above 0 is needed: 0
#> ! Try 'nmon-pages --help'.
#> status 2
#> $ nmon-pages -c -o csv pages
#> status 0
#> page,station,accesses
#> 0x010,0,499
#> 0x010,2,1000
#> 0x011,2,999
#> 0x040,0,3
#> 0x040,1,1500
#> 0x040,2,1600
#> 0x041,1,1500
#> 0x041,2,1600
#> 0x123,0,1000
#> 0x123,9,5000
#> 0xFFF,15,1
#> $ nmon-pages lossy
#> ! nmon-pages: lossy does not contain the station of the memory; use -s
#> status 1
#> $ nmon-pages -s 1 lossy
#> LOST: 3 events missed
#> ! data were lost
#> status 1
#> $ nmon-pages -c lossy
#> # LOST: 3 events missed
#> page,station,accesses
#> ! data were lost
#> status 1
#> $ nmon-pages -b lossy-lines -l labels pages
#> LOST: 4 events missed
#> page 0x123 at 0x048C000: 6000 accesses, 0:1000 9:5000
#> page 0x040 at 0x0100000: 3103 accesses, 0:3 1:1500 2:1600
#> page 0x041 at 0x0104000: 3100 accesses, 1:1500 2:1600
#> page 0x010 at 0x0040000: 1499 accesses, 0:499 2:1000
#> page 0x011 at 0x0044000: 999 accesses, 2:999
#> page 0xFFF at 0x3FFC000: 1 accesses, 15:1
#> perhaps move page 0x123 from station 0 to 9: remote accesses 5000 -> 1000, 4000 (80.0 %) fewer, unless stations take its lines in turns; see -b
#> perhaps move page 0x010 from station 0 to 2: remote accesses 1000 -> 499, 501 (50.1 %) fewer, unless stations take its lines in turns; see -b
#> page 0x040: undecided, remote accesses 3100: stations use it evenly, or take its lines in turns; if station 0 only initialises it, count without that: nmon -c 'play from=...'
#> page 0x041: moving it cannot help, remote accesses 3100: stations use it evenly, or take its lines in turns
#> ! data were lost
#> status 1
#> $ nmon-pages
#> ! nmon-pages: standard input does not contain the station of the memory; use -s
#> status 1
#> $ nmon-pages
#> LOST: a second overflow came before the first was served
#> LOST: 65535 or more events missed
#> ! data were lost
#> status 1
#> $ nmon-pages lines
#> ! nmon-pages: lines: counted in mode histogram0, not flyer
#> status 1
#> $ nmon-pages -b pages -l labels pages
#> ! nmon-pages: pages: counted in mode flyer, not a histogram
#> status 1
#> $ nmon-pages -b lines pages
#> ! nmon-pages: -b and -l require each other
#> ! Try 'nmon-pages --help'.
#> status 2
#> $ nmon-pages -s 16 pages
#> ! nmon-pages: number too large: 16
#> ! Try 'nmon-pages --help'.
#> status 2
#> $ nmon-pages missing
#> ! missing: No such file or directory
#> status 1
#> $ nmon-pages -n 1 -
#> page 0x123 at 0x048C000: 6000 accesses, 0:1000 9:5000
#> perhaps move page 0x123 from station 0 to 9: remote accesses 5000 -> 1000, 4000 (80.0 %) fewer, unless stations take its lines in turns; see -b
#> perhaps move page 0x010 from station 0 to 2: remote accesses 1000 -> 499, 501 (50.1 %) fewer, unless stations take its lines in turns; see -b
#> page 0x040: undecided, remote accesses 3100: no station dominates; whether it is only read, see -b; if station 0 only initialises it, count without that: nmon -c 'play from=...'
#> page 0x041: moving it cannot help, remote accesses 3100: no station dominates; whether it is only read, see -b
#> status 0
