# SPDX-License-Identifier: Apache-2.0
# Checks the statistics of a small trace against values computed by hand; those of a board must be
# those of its trace, in a file and through a pipe; tests times with each window, and beyond the
# wrap of the time stamps.
# shows HM-TOOL-006 HM-IO-007 HM-IO-012 HM-IO-013
. "$TOP/sw/hypermon/tests/hm.bash"
{ send 3 10 4 01 22 33 44; send 4 200 1 30 07 00 00; echo 0 21000 18 300
	echo 1000000 0 4000 301; } >frames
{ header; words <frames; } >t
run hmstat t
run hmstat -e table t
for window in 800 400 200; do
	{ header '0 none' 0 frames $window; words <frames; } | hmdump | sed -n '4,5p;$p'
done
printf '%s\n' '0 1 1 FFFFFFFE' '0 2 1 FFFFFFFF' '0 3 1 0' '0 4 1 5' '0 5 1 FFFFFFFF' '0 6 1 1' |
	words |
	cat <(header) - | hmdump | grep -v '^#'
# the same frames in three forms
for b in 1 2 3; do board b$b; done
say='event 3 1 2 3 4' more='event 12 2 3 4 5 6 7 8 9 10 11 12 13 14'
hmrecord -b unix:b1 -c "$say" -c "$more" -i 1ms -o file
hmrecord -b unix:b2 -c "$say" -c "$more" -i 1ms 2>/dev/null | cat >pipe
hmstat -b unix:b3 -c "$say" -c "$more" -i 1ms -e table >live 2>err
echo "status $?"
cmp <(tail -c +513 file | head -c -51) <(tail -c +513 pipe | head -c -67) && echo "same frames"
hmstat -e table file >post
cmp live post && echo "same report"
cat pipe | hmstat -e table | cmp - post && cat post err
gzip <file | hmstat -e table - | cmp - post
zstd -q <file | hmstat -e table | cmp - post
