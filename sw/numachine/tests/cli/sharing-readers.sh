# SPDX-License-Identifier: Apache-2.0
# Checks that threads which hold a lock for reading run at the same time on the machine, and that
# those which hold it for writing, or hold another lock, run one after the other, whatever function
# takes the lock. Each thread alone needs some 500 us.
# shows NM-DIA-017 NM-DIA-022
cd "$TOP/sw/numachine/tests/programs" || exit
# how the threads have run
run() {
	sharing -n 0 "$@" | sed -n 's/.*run time \([0-9]*\).*/\1/p' |
		awk '{print ($1 < 1400 ? "together" : $1 > 1800 ? "in turn" : "run time " $1)}'
}
for kind in 0 1 2 3 4 5 6 7; do
	gcc -g -O1 -fopenmp "-DKIND=$kind" readers.c -o "$OLDPWD/readers" -pthread
	echo "$kind: $(run -- "$OLDPWD/readers"), $(run \
		--cc="gcc -O1 -fopenmp -DKIND=$kind readers.c -pthread")"
done

#> 0: together, together
#> 1: in turn, in turn
#> 2: together, together
#> 3: in turn, in turn
#> 4: in turn, in turn
#> 5: in turn, in turn
#> 6: in turn, in turn
#> 7: in turn, in turn
