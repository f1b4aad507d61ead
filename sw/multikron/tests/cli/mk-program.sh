# SPDX-License-Identifier: Apache-2.0
# Tests probes as other people write them: how often each stage ran, and what is left out.
. "$TOP/sw/multikron/tests/mk.bash"
cp "$TOP/sw/multikron/tests/programs/names.c" .
build names
export MK_BOARD=sim:
for what in names many children thread endless signals pthread_exit; do
	echo "== $what"
	./names $what 2>report || echo "status $?"
	grep '^MK_PROBE' report | sed -n '1s/ in .*//p; / left out/p; /taken/p' >notes
	awk '/^"/ { name = $0 } /ticks$/ { print name, $3 }' report >counts
	case $what in
	many) cat notes; sort -u counts | wc -l; grep -c '" 2$' counts ;;
	# how many other probes there are depends on the scheduler
	endless) grep -e first -e '"last' counts; grep -c '^"for ever" [1-9]' counts ;;
	signals) grep -o '^"main"' counts ;;
	*) cat notes counts ;;
	esac
	ls mk.dat && rm -f mk.dat
done

#> == names
#> MK_PROBE: 70 probes
#> MK_PROBE: the board has taken 70 probes, all in their order
#> "one" 5
#> "two" 5
#> "a function with a long name, in a namespace within another namespace: first" 5
#> "a function with a long name, in a namespace within another namespace: second" 5
#> "a 'quoted' name" 10
#> "three" 5
#> mk.dat
#> == many
#> MK_PROBE: 4000 probes
#> MK_PROBE: the board has taken 4000 probes, all in their order
#> MK_PROBE: 100 probes are left out: their names come after the first 1000
#> 1000
#> 1000
#> mk.dat
#> == children
#> MK_PROBE: 6 probes
#> MK_PROBE: the board has taken 6 probes, all in their order
#> "parent" 3
#> mk.dat
#> == thread
#> MK_PROBE: 4 probes
#> MK_PROBE: the board has taken 4 probes, all in their order
#> "first" 1
#> "last" 1
#> mk.dat
#> == endless
#> "first" 1
#> "last" 1
#> 1
#> mk.dat
#> == signals
#> "main"
#> mk.dat
#> == pthread_exit
#> MK_PROBE: 4 probes
#> MK_PROBE: the board has taken 4 probes, all in their order
#> "main()" 1
#> "after main()" 1
#> mk.dat
