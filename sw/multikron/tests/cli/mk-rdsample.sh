# SPDX-License-Identifier: Apache-2.0
# Tests mk_rdsample: the default, its options, a full simple buffer, a ring, a sample that is being
# stored, and bad command lines.
# shows MK-RD-001 MK-RD-002 MK-RD-003 MK-RD-004 MK-RD-005 MK-RD-006 MK-RD-007 MK-RD-008 MK-RD-009
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
