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

#> $ mk_expand
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> the same with counters
#> $ mk_expand -e
#> 01 00000000000000 0000000A 0123456789ABCDEF
#> D9 00000000000020 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 -00000100000011 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -e -td
#> 01 0 0000000A 0123456789ABCDEF
#> D9 32 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 -4294967313 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -h
#> header timestamp source user-data
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -h -c -x -e
#> kind cpu lost address elapsed source user-data c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15
#> trace 0 0 1 00000000000000 0000000A 0123456789ABCDEF
#> resource 5 1 1 00000000000020 DEADBEEF FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> trace 2 0 2 -00000100000011 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -rd
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF 0 1 8 4294967295 16 32 64 128 256 512 1024 2048 4096 8192 16384 2147483648
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -ro
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF 0 1 10 37777777777 20 40 100 200 400 1000 2000 4000 10000 20000 40000 20000000000
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -rx
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -sd
#> 01 000000FFFFFFF0 10 0123456789ABCDEF
#> D9 00000100000010 3735928559 FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 0 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -so
#> 01 000000FFFFFFF0 12 0123456789ABCDEF
#> D9 00000100000010 33653337357 FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 0 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -sx
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -td
#> 01 4294967280 0000000A 0123456789ABCDEF
#> D9 4294967312 DEADBEEF FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 72057594037927935 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -to
#> 01 37777777760 0000000A 0123456789ABCDEF
#> D9 40000000020 DEADBEEF FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 3777777777777777777 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -tx
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -ud
#> 01 000000FFFFFFF0 0000000A 81985529216486895
#> D9 00000100000010 DEADBEEF 18446744073709551615 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 00000000 16
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -uo
#> 01 000000FFFFFFF0 0000000A 4432126361152746757
#> D9 00000100000010 DEADBEEF 1777777777777777777777 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 00000000 20
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -c -ux
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF 00000000 00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400 00000800 00001000 00002000 00004000 80000000
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> $ mk_expand -x headers
#> trace 0 0 0 00000000000001 00000002 0000000000000003
#> trace 0 0 1 00000000000001 00000002 0000000000000003
#> trace 0 0 7 00000000000001 00000002 0000000000000003
#> trace 0 1 0 00000000000001 00000002 0000000000000003
#> trace 1 0 0 00000000000001 00000002 0000000000000003
#> trace 7 0 0 00000000000001 00000002 0000000000000003
#> resource 0 0 0 00000000000001 00000002 0000000000000003
#> resource 7 1 7 00000000000001 00000002 0000000000000003
#> ! headers: samples were lost at 2 places
#> status 1
#> mk_expand: more than one output: /dev/null
#> $ mk_expand -
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! standard input: samples were lost at 1 places
#> status 1
#> 10000 samples, 4926 of them resource
#> the same without counters
#> 00000000000000 000000FFFFFFEF 00000000000020 -00000100000011 00000000000002 00000000000000 
#> == a file of an earlier version
#> $ mk_expand old
#> 01 000000FFFFFFF0 0000000A 0123456789ABCDEF
#> D9 00000100000010 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 FFFFFFFFFFFFFF 00000000 0000000000000010
#> ! old: no checksum (a file of an earlier version): damage would not be noticed
#> ! old: samples were lost at 1 places
#> status 1
#> standard input: no checksum (a file of an earlier version): damage would not be noticed
#> standard input: samples were lost at 2 places
#> joined with a checked one
#> == damage
#> cut: there is nothing in this file
#> 0 bytes: status 1
#> cut: byte 0: the last sample is incomplete, 1 of 20 bytes
#> 1 bytes: status 1
#> cut: byte 0: the last sample is incomplete, 15 of 20 bytes
#> 15 bytes: status 1
#> cut: the file is cut off: its end line is missing
#> 16 bytes: status 1
#> cut: the file is cut off: its end line is missing
#> 36 bytes: status 1
#> cut: the file is cut off: its end line is missing
#> cut: samples were lost at 1 places
#> 120 bytes: status 1
#> cut: byte 120: the last sample is incomplete, 19 of 20 bytes
#> cut: samples were lost at 1 places
#> 139 bytes: status 1
#> cut: the file is cut off: its end line is missing
#> cut: samples were lost at 1 places
#> 140 bytes: status 1
#> cut: byte 180: the last sample is incomplete, 10 of 20 bytes
#> cut: samples were lost at 1 places
#> 190 bytes: status 1
#> changed: byte 124: the last sample is incomplete, 67 of 84 bytes
#> changed: samples were lost at 1 places
#> byte 0: status 1
#> changed: byte 124: the last sample is incomplete, 67 of 84 bytes
#> changed: samples were lost at 1 places
#> byte 14: status 1
#> changed: the file is damaged: its checksum is wrong
#> changed: samples were lost at 1 places
#> byte 20: status 1
#> changed: the file is damaged: its checksum is wrong
#> changed: samples were lost at 1 places
#> byte 60: status 1
#> changed: the file is damaged: its checksum is wrong
#> changed: samples were lost at 1 places
#> byte 139: status 1
#> changed: the file is damaged: its checksum is wrong
#> changed: samples were lost at 1 places
#> byte 150: status 1
#> changed: the file is damaged: its checksum is wrong
#> changed: samples were lost at 1 places
#> byte 189: status 1
#> changed: byte 180: the last sample is incomplete, 11 of 20 bytes
#> changed: samples were lost at 1 places
#> byte 190: status 1
#> $ mk_expand -e -
#> 01 00000000000000 0000000A 0123456789ABCDEF
#> D9 00000000000020 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 -00000100000011 00000000 0000000000000010
#> 01 000000FFFFFFF1 0000000A 0123456789ABCDEF
#> D9 00000000000020 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 -00000100000011 00000000 0000000000000010
#> 23 30203A646E6521 30303030 3030303030303030
#> 30 -0FF006333E34F0 65747962 332D435243202C73
#> ! standard input: byte 371: the last sample is incomplete, 11 of 20 bytes
#> ! standard input: samples were lost at 2 places
#> status 1
#> $ mk_expand -e -
#> 01 00000000000000 0000000A 0123456789ABCDEF
#> D9 00000000000020 DEADBEEF FFFFFFFFFFFFFFFF
#> 22 -00000100000011 00000000 0000000000000010
#> ! standard input: the file is cut off: its end line is missing
#> ! standard input: samples were lost at 1 places
#> status 1
#> 1 1 0 cut: byte 0: the last sample is incomplete, 1 of 20 bytes
#> 19 1 0 cut: byte 0: the last sample is incomplete, 19 of 20 bytes
#> 21 1 1 cut: byte 20: the last sample is incomplete, 1 of 84 bytes
#> 103 1 1 cut: byte 20: the last sample is incomplete, 83 of 84 bytes
#> $ mk_expand
#> ! mk_expand: mk.dat: No such file or directory
#> status 1
#> $ mk_expand -r
#> ! mk_expand: option needs a value: -r
#> ! Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]
#> status 2
#> $ mk_expand -rz
#> ! mk_expand: the radix is d, o or x: -r
#> ! Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]
#> status 2
#> $ mk_expand -r d
#> ! mk_expand: mk.dat: No such file or directory
#> status 1
#> $ mk_expand -sdd
#> ! mk_expand: the radix is d, o or x: -s
#> ! Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]
#> status 2
#> $ mk_expand -q
#> ! mk_expand: unknown option: -q
#> ! Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]
#> status 2
#> $ mk_expand a b
#> ! mk_expand: more than one file: b
#> ! Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]
#> status 2
#2> mk.dat: samples were lost at 1 places
#2> mixed: samples were lost at 4951 places
#2> mixed: samples were lost at 4951 places
#2> standard input: samples were lost at 5 places
