# SPDX-License-Identifier: Apache-2.0
# Tests mk_expand: every option, mixed samples, and files truncated anywhere.
# shows MK-EX-001 MK-EX-002 MK-EX-003 MK-EX-004 MK-EX-005 MK-EX-006 MK-EX-007 MK-EX-008 MK-EX-009 MK-EX-010 MK-EX-011 MK-EX-012
. "$TOP/sw/multikron/tests/mk.bash"
# counters 1 to 15 of a resource sample
counters="00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400"
counters+=" 00000800 00001000 00002000 00004000 80000000"
cat >text <<-END
	01 000000FFFFFFF0 0000000A 0123456789ABCDEF
	D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF 00000000 $counters
	22 FFFFFFFFFFFFFF 00000000 0000000000000010
END
samples <text | checked >mk.dat
run mk_expand
mk_expand -c | cmp - text && echo 'the same with counters'
run mk_expand -e
run mk_expand -e -td
run mk_expand -h
run mk_expand -h -c -x -e
for f in r s t u; do
	for r in d o x; do run mk_expand -c -$f$r; done
done
for h in 00 01 07 08 10 70 80 FF; do echo "$h 1 2 3"; done | samples | checked >headers
run mk_expand -x headers
mk_expand -ho out -o /dev/null 2>&1 | head -1
cat mk.dat | run mk_expand -
# 10,000 samples of random kinds and values
gawk 'function hex(n,  s) { s = ""; while (n--) s = s sprintf("%02X", int(256 * rand())); return s }
BEGIN {
	srand(1)
	for (i = 0; i < 10000; i++) {
		h = hex(1); line = h " " hex(7) " " hex(4) " " hex(8)
		for (k = 0; k < 16 && strtonum("0x" h) >= 128; k++) line = line " " hex(4)
		print line
	}
}' >random
samples <random | checked >mixed
mk_expand -c mixed | cmp - random &&
	echo "$(wc -l <random) samples, $(awk 'NF > 4' random | wc -l) of them resource"
mk_expand mixed | cmp - <(cut -d' ' -f1-4 random) && echo 'the same without counters'
# the time decreases where a second file follows
cat headers mk.dat headers | mk_expand -e - | awk '{ print $2 }' | uniq | tr '\n' ' '
echo
echo "== a file of an earlier version"
samples <text >old
run mk_expand old
cat old mk.dat | mk_expand - 2>err | cmp - <(cut -d' ' -f1-4 text text) && cat err &&
	echo 'joined with a checked one'
echo "== damage"
for n in 0 1 15 16 36 120 139 140 190; do
	head -c $n mk.dat >cut
	mk_expand cut >/dev/null
	echo "$n bytes: status $?"
done 2>&1
for n in 0 14 20 60 139 150 189 190; do
	{ head -c $n mk.dat; tail -c +$((n + 1)) mk.dat | head -c 1 | tr '\000-\377' '\001-\377\000'
		tail -c +$((n + 2)) mk.dat; } >changed
	mk_expand changed >/dev/null
	echo "byte $n: status $?"
done 2>&1
# an error in the second of two joined files
{ cat mk.dat; cat changed; } | run mk_expand -e -
{ head -c 140 mk.dat; cat mk.dat; } | run mk_expand -e -
# truncated at every byte of a trace and of a resource sample
for n in $(seq 1 19) $(seq 21 103); do
	head -c $n old >cut
	mk_expand cut >out 2>err
	echo "$n $? $(wc -l <out) $(cat err)"
done | sed -n '1p;19p;20p;$p'
for n in $(seq 1 19) $(seq 21 103); do
	head -c $n old >cut
	from=$((n < 20 ? 0 : 20)) whole=$((n < 20 ? 20 : 84))
	mk_expand cut >/dev/null 2>err
	[ $? = 1 ] &&
		grep -q "^cut: byte $from: .* $((n - from)) of $whole bytes" \
			err || echo "$n: $(cat err)"
done
rm mk.dat
run mk_expand
run mk_expand -r
run mk_expand -rz
run mk_expand -r d
run mk_expand -sdd
run mk_expand -q
run mk_expand a b
