# SPDX-License-Identifier: Apache-2.0
# Tests fields of events: every type in hmdump, CTF and JSON, and errors of a table.
# shows HM-ANA-001
. "$TOP/sw/hypermon/tests/hm.bash"
cat >fields <<'END'
enum color 1=RED 2=GREEN
enum kind  7=LAST
1  9   numbers  test  a:u8 b:i8 c:u16,bytes d:i16 e:x16
2  11  wide     test  a:u32 b:i32 c:u24@8
3  8   words    test  first:color second:kind third:color name:text4
4  4   bare     test
5  5   later    test  b:x32 a:i8@4
END
{
	send 3 10 4 01 FF FF 34 12 FE FF EF BE 00 00 00
	send 3 500 4 02 FF FF FF FF 00 00 00 80 03 02 00
	send 5 1000 4 03 01 07 09 61 62 00 63
	send 5 1500 4 04 01 02 03
	send 5 2000 4 05 78 56 34 F2 00 00 00
} | words | cat <(header) - >t
run hmdump -e fields t
for line in '6 4 a b c' '6 4 a b c:u9' '6 4 a b 1c:u8' '6 4 a b c:u8 c:u8' '6 4 a b c:u32' \
	'6 4 a b c:u8@0' '6 4 a b c:u8,' \
	'6 4 a b c:text17' 'enum color 1=A' 'enum u8 1=A' 'enum x' 'enum x 256=A' 'enum x 1=2' \
	'match numbers words' 'match a b' \
	'state bare idle' 'state none system' 'state words system first=BLUE' \
	'state words system first'; do
	{ cat fields; echo "$line"; } >bad
	run hmdump -e bad t
done
# the same fields, with types, in the formats of other tools
run hmexport -e fields -f ctf -o c t
babeltrace2 --clock-cycles --no-delta c 2>/dev/null |
	sed 's/^.*} *, *//; s/ : container = \([0-9]*\)/ \1/g'
run hmexport -e fields -o e.json t
json '.traceEvents[] | select(.ph == "i") | .args' e.json
