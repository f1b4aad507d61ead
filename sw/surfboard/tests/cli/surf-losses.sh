# SPDX-License-Identifier: Apache-2.0
# Checks that loss markers of revision 2 become comments in a saved trace, with the losses at their
# position, and that the tools report them; a board of the report has no markers.
# shows SB-REV-006
cat >made <<'EOF'
# trace of surfboard
000000 00000005 00040000 00000100 0000000f
000001 00000003 00000000 00000200 40000000
000002 00000006 00040000 00000200 0000000f
000003 00000007 00040000 00000300 0000000f
000004 ffffffff 00000000 00000400 40000000
000005 00000008 00040000 00000400 0000000f
EOF
for revision in 2 1; do
	surf -b sim:trace=4,hist=4,revision=$revision -c 'clear trace 0 f; load trace made' >out
	echo "-> $?"
	[ $revision = 1 ] || surf -b sim:trace=4,hist=4,revision=2 -c \
		'clear trace 0 f; load trace made; tmcr.mark = 1; save trace saved 0 f'
	[ $revision = 2 ] ||
		surf -b sim:trace=4,hist=4 -c 'clear trace 0 f; load trace made; save trace saved 0 f'
	echo "-> $?"
	grep -v '^# \(board\|configuration\|file\|end\|check\|trace\|latency\|clock\)' saved
done
surf -b sim:trace=4,hist=4,revision=2 \
	-c 'clear trace 0 f; load trace made; tmcr.mark = 1; save trace saved 0 f'
surfexport -f json -o j saved
echo "-> $?"
grep -o '"name":"[0-9]*[a-z ]* packets lost[^"]*"' j

#> -> 0
#> made: 6 entries
#> saved: 4 entries
#> lost packets dropped: 4294967298 or more, at marked places
#> -> 0
#> 000000 00000005 00040000 00000100 0000000F
#> # lost packets dropped: 3
#> 000002 00000006 00040000 00000200 0000000F
#> 000003 00000007 00040000 00000300 0000000F
#> # lost packets dropped: 4294967295 or more
#> 000005 00000008 00040000 00000400 0000000F
#> -> 0
#> made: 6 entries
#> saved: 4 entries
#> -> 0
#> 000000 00000005 00040000 00000100 0000000F
#> 000002 00000006 00040000 00000200 0000000F
#> 000003 00000007 00040000 00000300 0000000F
#> 000005 00000008 00040000 00000400 0000000F
#> made: 6 entries
#> saved: 4 entries
#> lost packets dropped: 4294967298 or more, at marked places
#> -> 1
#> "name":"3 packets lost"
#> "name":"4294967295 or more packets lost"
#2> saved: 4294967298 or more packets were lost
