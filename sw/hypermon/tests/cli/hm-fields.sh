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

#> $ hmdump -e fields t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> 8000 3 numbers test a=255 b=-1 c=4660 d=-2 e=0xBEEF
#> 400000 3 wide test a=4294967295 b=-2147483648 c=131968
#> 800000 5 words test first=RED second=LAST third=9 name=ab
#> 1200000 5 bare test 04 01 02 03
#> 1600000 5 later test b=0xF2345678 a=-14
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump -e bad t
#> ! bad:8: a field is NAME:TYPE[@OFFSET][,UNIT]
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: a type is u8 u16 u24 u32 i8 i16 i32 x8 x16 x32 text1..text16 or an enumeration
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: the name of a field is letters, digits and _
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: this field occurs twice
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: the field extends beyond the event
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: an offset is a number of bytes from 1 to 63
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: a unit has 1 to 31 characters
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: a type is u8 u16 u24 u32 i8 i16 i32 x8 x16 x32 text1..text16 or an enumeration
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: a type or an enumeration already has this name
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: a type or an enumeration already has this name
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: an enumeration without words
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: an enumeration is enum NAME VALUE=WORD..., values 0 to 255
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: an enumeration is enum NAME VALUE=WORD..., values 0 to 255
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: events that match have the fields peer and length
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: match needs the names of two events defined above
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: a state is computing, system, sending, waiting, ended or resume
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: state needs the name of an event defined above
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: the condition is FIELD=VALUE, of a field of the event
#> status 1
#> $ hmdump -e bad t
#> ! bad:8: the condition is FIELD=VALUE, of a field of the event
#> status 1
#> $ hmexport -e fields -f ctf -o c t
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> { a = 255, b = -1, c = 4660, d = -2, e = 0xBEEF }
#> { a = 4294967295, b = -2147483648, c = 131968 }
#> { first = ( "RED" 1 ), second = ( "LAST" 7 ), third = ( <unknown> 9 ), name = "ab" }
#> { data = [ [0] = 0x1, [1] = 0x2, [2] = 0x3 ] }
#> { b = 0xF2345678, a = -14 }
#> $ hmexport -e fields -o e.json t
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> {"a":255,"b":-1,"c":4660,"d":-2,"e":"0xBEEF"}
#> {"a":4294967295,"b":-2147483648,"c":131968}
#> {"first":"RED","second":"LAST","third":"9","name":"ab"}
#> {"data":"01 02 03"}
#> {"b":"0xF2345678","a":-14}
