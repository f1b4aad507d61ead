# SPDX-License-Identifier: Apache-2.0
# Checks that the installed table has exactly the events that the machine's operating system sends.
sed -n 's/^\tE(\(0x..\), \([A-Z_]*\), NX2_\([A-Z]*\), \([0-9]*\), .*/\1 \4 \2 \3/p' \
	"$TOP/tb/machine/ipsc2/nx2.h" |
	sed 's/CALLS$/CALL/' | while read -r id bytes name class; do
	echo "$id $bytes $name ${class,,}"
	done >want
grep '^0x' "$TOP/sw/hypermon/nx2.events" | while read -r id bytes name class _; do
	echo "$id $bytes $name $class"
done | cmp - want && wc -l <want
# with it, hmprogram analyses a program of the paper on the simulated machine
hmrecord -c 'program life nodes=2' -t 30ms -o t >/dev/null
echo "status $?"
hmdump -e "$TOP/sw/hypermon/nx2.events" t >events
echo "status $?"
for n in 0 1; do
	grep -v '^#' events | while read -r _ node event class _; do
		[ "$node" != $n ] || echo "$node $event $class"
	done | head -8
done

#> 13
#> status 0
#> status 0
#> 0 START state
#> 0 CALL call
#> 0 SEND message
#> 0 BLOCK state
#> 0 READY state
#> 0 CALL call
#> 0 BLOCK state
#> 0 RECEIVE message
#> 1 START state
#> 1 CALL call
#> 1 SEND message
#> 1 BLOCK state
#> 1 READY state
#> 1 CALL call
#> 1 BLOCK state
#> 1 RECEIVE message
