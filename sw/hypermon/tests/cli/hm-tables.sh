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
printf '1 4 a\0b c\n' >bad
run hmdump -e bad t
run hmdump -e . t
