# SPDX-License-Identifier: Apache-2.0
# A table has a checksum of the labels with which it was counted: a file with other labels must be
# refused, the same ranges with other names must not. A table without the checksum gives no error.
. "$TOP/sw/numachine/tests/nm.bash"
printf '0x10000 64K 5 A\n0x20000 4096 6 locks\n' >ours
printf '0x10000 64K 5 matrix A # another name\n0x20000 4K 6 locks\nphase 1 solve\n' >renamed
printf '0x10000 64K 5 A\n0x21000 4096 6 locks\n' >theirs
card c
nmon -b unix:c -l ours count histogram1 1ms >lines
grep '^# labels' lines
for names in ours renamed theirs; do
	nmon-lines -l $names lines >out
	echo "$names: status $?"
done
head -c 34 ours >cut
nmon -b unix:c label cut
echo "cut: status $?"
nmplot lines --script=script -l theirs lines
nmon -b unix:c count histogram1 1ms >unknown
grep -c '^# labels' unknown
nmon-lines -l theirs unknown >out
echo "status $?"

#> # labels: 3E6E28B7
#> ours: status 0
#> renamed: status 0
#> theirs: status 1
#> cut: status 1
#> 0
#> status 0
#2> nmon-lines: theirs: these are not the labels with which lines was counted
#2> cut:2: the last line has no end: is the file complete?
#2> nmplot: theirs: these are not the labels with which lines was counted
