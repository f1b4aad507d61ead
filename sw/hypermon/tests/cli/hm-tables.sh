# SPDX-License-Identifier: Apache-2.0
# Tests event tables: bytes and words, and errors with file and line.
. "$TOP/sw/hypermon/tests/hm.bash"
{ send 3 10 4 01 22 33 44 30 55; send 7 100 1 FF 01 05 00; } | words | cat <(header) - >t
{ cat table; echo sent bytes; } >bytes
run hmdump -e bytes t
run hmdump -e table t
for line in '0 4 a b' '256 4 a b' '1 4 a b' '4 65 a b' '4 4 a' '4 4 a b c:u9' 'sent nothing' \
	"4 4 $(printf '%040d' 0) b"; do
	{ cat table; echo; echo "$line"; } >bad
	run hmdump -e bad t
done
head -c 2000 /dev/zero | tr '\0' a >bad
run hmdump -e bad t
printf '1 4 a b c:text1' >bad # the field was longer
run hmdump -e bad t
printf '1 4 a\0b c\n' >bad
run hmdump -e bad t
run hmdump -e . t

#> $ hmdump -e bytes t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> 8000 3 send message 01 22 33 44
#> 33600 3 switch state 30 55
#> 80000 7 summary summary event=0x01 count=5
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmdump -e table t
#> # lost: nothing
#> # board: hypermon
#> # nodes: 16
#> # window: 800 ns
#> 8000 3 send message 01 22 33 44
#> 80000 7 summary summary event=0x01 count=5
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> ! t: node 3: the event of 33600 ns, nibble 8, has no end
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: an identifier is a number from 1 to 254
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: an identifier is a number from 1 to 254
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: this identifier occurs twice
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: the length is a number of bytes from 2 to 64
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: a line is IDENTIFIER LENGTH NAME CLASS [FIELD:TYPE]...
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: a type is u8 u16 u24 u32 i8 i16 i32 x8 x16 x32 text1..text16 or an enumeration
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: events are sent as words or as bytes
#> status 1
#> $ hmdump -e bad t
#> ! bad:6: a name or class has up to 31 characters
#> status 1
#> $ hmdump -e bad t
#> ! bad:1: line too long
#> status 1
#> $ hmdump -e bad t
#> ! bad:1: the last line has no end: is the file complete?
#> status 1
#> $ hmdump -e bad t
#> ! bad:1: a character with code 0
#> status 1
#> $ hmdump -e . t
#> ! .: Is a directory
#> status 1
