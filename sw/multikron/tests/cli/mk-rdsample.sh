# SPDX-License-Identifier: Apache-2.0
# Tests mk_rdsample: the default, its options, a full simple buffer, a ring, a sample that is being
# stored, and bad command lines.
# shows MK-RD-001 MK-RD-002 MK-RD-003 MK-RD-004 MK-RD-005 MK-RD-006 MK-RD-007 MK-RD-008 MK-RD-009
# shows MK-PRB-003
. "$TOP/sw/multikron/tests/mk.bash"
size() { stat -c '%n: %s bytes' "$1"; }
# the samples of "fill" are 100 ticks apart and numbered from 0
expected() { seq 0 $(($1 - 1)) | gawk '{ printf "00 %X 0 %X\n", 100 * $1, $1 }' | samples; }
board ten fill=32 config=3201
run mk_rdsample
size mk.dat
expected 10 | checked | cmp - mk.dat && echo equal
rm mk.dat
run mk_rdsample -f other
cmp other <(expected 10 | checked) && ls
run mk_rdsample -s 5 -f a
cmp a <(expected 10 | tail -c +21 | checked) && size a
run mk_rdsample -e 10 -f a
cmp a <(expected 2 | checked) && size a
run mk_rdsample -s 7 -e 9 -f a
cmp a <(expected 10 | head -c 36 | tail -c 8) && size a
run mk_rdsample -s 5 -e 9 -f a # the last sample is cut
run mk_rdsample -s 5 -e 55 -f a # beyond the pointer
run mk_rdsample -v -f a
echo "== a sample that is being stored"
board storing fill=32 place=33
run mk_rdsample -v -f a
cmp a <(expected 10 | checked) && size a
echo "== a full simple buffer"
board full config=7001 fill=400000
run mk_rdsample -f a
size a
head -c 4000 a | cmp - <(expected 200) && mk_expand a 2>&1 | tail -2
run mk_rdsample -s 4 -f a # the last sample is whole
echo "== samples that were discarded"
board discarding fill=32 config=3201 discarded=3
run mk_rdsample -f a
size a
echo "== a ring that is written while it is read"
board moving config=3201 fill=400006 moves=5
run mk_rdsample -f a
board wrapping config=3201 fill=3FFFFF moves=5
run mk_rdsample -f a
board simple fill=32 config=7001 moves=5 # what was read is right
run mk_rdsample -f a
echo "== a ring"
board ring config=3201 fill=400006
run mk_rdsample -f a
size a
mk_expand a | sed -n '1p;$p'
cmp <(mk_expand a | cut -d' ' -f4) <(seq 2 838861 | xargs printf '%016X\n') && echo 'all numbers'
run mk_rdsample -s 0 -e 10 -f a
mk_expand a
echo "== bad command lines"
run mk_rdsample -s 10 -e 5
run mk_rdsample -s 4194304
run mk_rdsample -e 0x400000
run mk_rdsample -x
run mk_rdsample -s x
run mk_rdsample x
board empty
run mk_rdsample -s 5 -f a
run mk_rdsample -f none/a
run mk_rdsample -f a
size a
MK_BOARD=unix:nothing run mk_rdsample
echo "== a recording is kept"
board another fill=32 config=3201
printf recording >mk.dat
run mk_rdsample
size mk.dat
run mk_rdsample -f mk.dat
size mk.dat
echo "== line ends of another system"
sed 's/$/\r/' mk.dat >crlf
tr '\n' '\r' <mk.dat >cr
for f in crlf cr; do run mk_expand $f; done

#> $ mk_rdsample
#> status 0
#> mk.dat: 267 bytes
#> equal
#> $ mk_rdsample -f other
#> status 0
#> other
#> ten
#> $ mk_rdsample -s 5 -f a
#> status 0
#> a: 247 bytes
#> $ mk_rdsample -e 10 -f a
#> status 0
#> a: 107 bytes
#> $ mk_rdsample -s 7 -e 9 -f a
#> ! mk_rdsample: word 7 is inside a sample; the rest of it is at the beginning of the file
#> status 1
#> a: 8 bytes
#> $ mk_rdsample -s 5 -e 9 -f a
#> ! mk_rdsample: the last sample is incomplete, 16 bytes
#> status 1
#> $ mk_rdsample -s 5 -e 55 -f a
#> ! mk_rdsample: no word from 32 on was written since the last reset
#> status 1
#> $ mk_rdsample -v -f a
#> memory address pointer: 000032
#> words read: 50
#> a: 200 bytes
#> status 0
#> == a sample that is being stored
#> $ mk_rdsample -v -f a
#> memory address pointer: 000033
#> words read: 51
#> bytes of a sample that is being stored: 4
#> a: 200 bytes
#> status 0
#> a: 267 bytes
#> == a full simple buffer
#> $ mk_rdsample -f a
#> ! mk_rdsample: the last sample is incomplete, 16 bytes
#> ! mk_rdsample: the memory is full; later samples are not in it
#> status 1
#> a: 16777216 bytes
#> 00 00000004FFFEE8 00000000 00000000000CCCCA
#> 00 00000004FFFF4C 00000000 00000000000CCCCB
#> $ mk_rdsample -s 4 -f a
#> ! mk_rdsample: word 4 is inside a sample; the rest of it is at the beginning of the file
#> ! mk_rdsample: the memory is full; later samples are not in it
#> status 1
#> == samples that were discarded
#> $ mk_rdsample -f a
#> ! mk_rdsample: 3 samples were discarded since the last reset
#> status 1
#> a: 267 bytes
#> == a ring that is written while it is read
#> $ mk_rdsample -f a
#> ! mk_rdsample: note: the oldest 9 words are left out: what remains of a sample that was overwritten
#> ! mk_rdsample: the board has overwritten words while they were read; stop it before
#> status 1
#> $ mk_rdsample -f a
#> ! mk_rdsample: note: the oldest 9 words are left out: what remains of a sample that was overwritten
#> ! mk_rdsample: the board has overwritten words while they were read; stop it before
#> status 1
#> $ mk_rdsample -f a
#> status 0
#> == a ring
#> $ mk_rdsample -f a
#> ! mk_rdsample: note: the oldest 4 words are left out: what remains of a sample that was overwritten
#> status 0
#> a: 16777267 bytes
#> 00 000000000000C8 00000000 0000000000000002
#> 00 00000005000014 00000000 00000000000CCCCD
#> all numbers
#> $ mk_rdsample -s 0 -e 10 -f a
#> ! mk_rdsample: note: the memory has wrapped; whether the words begin with a whole sample is not known
#> status 0
#> 00 00001400000000 00000005 000CCCCD00000000
#> 00 00000000000000 00000000 0000000000000001
#> == bad command lines
#> $ mk_rdsample -s 10 -e 5
#> ! mk_rdsample: START is after END
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> $ mk_rdsample -s 4194304
#> ! mk_rdsample: number too large: 4194304
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> $ mk_rdsample -e 0x400000
#> ! mk_rdsample: number too large: 0x400000
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> $ mk_rdsample -x
#> ! mk_rdsample: unknown option: -x
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> $ mk_rdsample -s x
#> ! mk_rdsample: not a number: x
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> $ mk_rdsample x
#> ! mk_rdsample: unknown argument: x
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> $ mk_rdsample -s 5 -f a
#> ! mk_rdsample: START is after the end
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> $ mk_rdsample -f none/a
#> ! mk_rdsample: none/a: No such file or directory
#> status 1
#> $ mk_rdsample -f a
#> status 0
#> a: 67 bytes
#> $ mk_rdsample
#> ! mk_rdsample: unix:nothing: No such file or directory
#> status 1
#> == a recording is kept
#> $ mk_rdsample
#> ! mk_rdsample: mk.dat exists and is kept; -f mk.dat replaces it
#> status 1
#> mk.dat: 9 bytes
#> $ mk_rdsample -f mk.dat
#> status 0
#> mk.dat: 267 bytes
#> == line ends of another system
#> $ mk_expand crlf
#> ! crlf: the file is damaged: its checksum is wrong
#> status 1
#> $ mk_expand cr
#> ! cr: the file is damaged: its checksum is wrong
#> status 1
