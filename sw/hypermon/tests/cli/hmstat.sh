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
# a line of any length is whole
names=send$(printf ',send%.0s' {1..200})
hmstat -e table --event="$names" t 2>/dev/null | grep -cx "only: events $names"
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
cmp <(frames_of file $checksum_bytes) <(frames_of pipe $((end_bytes + checksum_bytes))) &&
	echo "same frames"
hmstat -e table file >post
cmp live post && echo "same report"
cat pipe | hmstat -e table | cmp - post && cat post err
gzip <file | hmstat -e table - | cmp - post
zstd -q <file | hmstat -e table | cmp - post

#> $ hmstat t
#> lost: nothing
#> window: 800 ns
#> frames: 18
#> bytes: 288
#> nibbles: 19
#> merged frames: 1
#> merged nibbles: 10.5 %
#> time: 0.000608000 s
#> frames/s: 29605.3
#> event bytes/s: 15625.0
#> frames of 1 node: 17
#> frames of 2 nodes: 1
#> node 3: 9 nibbles, 8000 to 614400 ns
#> node 4: 9 nibbles, 160000 to 614400 ns
#> node 14: 1 nibbles, 615200 to 615200 ns
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> $ hmstat -e table t
#> lost: nothing
#> window: 800 ns
#> frames: 18
#> bytes: 288
#> nibbles: 19
#> merged frames: 1
#> merged nibbles: 10.5 %
#> time: 0.000608000 s
#> frames/s: 29605.3
#> event bytes/s: 15625.0
#> frames of 1 node: 17
#> frames of 2 nodes: 1
#> node 3: 9 nibbles, 8000 to 614400 ns
#> node 3: 1 events
#> node 3: 1 0x01 send
#> node 4: 9 nibbles, 160000 to 614400 ns
#> node 4: 1 events
#> node 4: 1 0x30 switch
#> node 14: 1 nibbles, 615200 to 615200 ns
#> node 14: 0 events
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> ! t: node 3: the event of 614400 ns, nibble 8, has no end
#> ! t: node 4: the event of 614400 ns, nibble 8, has no end
#> ! t: node 14: the event of 615200 ns, nibble 0, has no end
#> status 1
#> 1
#> # window: 800 ns
#> 8000 10 0008 3=1
#> 615200 769 4000 14=1
#> # window: 400 ns
#> 4000 10 0008 3=1
#> 307600 769 4000 14=1
#> # window: 200 ns
#> 2000 10 0008 3=1
#> 153800 769 4000 14=1
#> 3435973835200 4294967294 0001 0=1
#> 3435973836000 4294967295 0001 0=2
#> 3435973836800 4294967296 0001 0=3
#> 3435973840800 4294967301 0001 0=4
#> 6871947672800 8589934591 0001 0=5
#> 6871947674400 8589934593 0001 0=6
#> 40 frames, 640 bytes, 0 lost
#> status 0
#> same frames
#> same report
#> lost: nothing
#> window: 800 ns
#> frames: 40
#> bytes: 640
#> nibbles: 40
#> merged frames: 0
#> merged nibbles: 0.0 %
#> time: 0.000999200 s
#> frames/s: 40032.0
#> event bytes/s: 20016.0
#> frames of 1 node: 40
#> node 3: 8 nibbles, 0 to 179200 ns
#> node 3: 1 events
#> node 3: 1 0x01 send
#> node 12: 32 nibbles, 204800 to 998400 ns
#> node 12: 1 events
#> node 12: 1 0x02 call
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
#2> standard input: no checksum (a file of an earlier version): damage would not be noticed
