# SPDX-License-Identifier: Apache-2.0
# Checks that threads which order each other by polling a word are recorded in that order, although
# they use no instruction and no function for it: a queue whose indices are atomic, in a program
# that is compiled for it and as it is; with plain loads and stores; volatile, without a call.
# shows NM-REC-001 NM-DIA-001
. "$TOP/sw/numachine/tests/nm.bash"
ring=$TOP/sw/numachine/tests/programs/ring.c
# prints the verdicts of "idx" and "ring", and whether the requests differ by a quarter from
# those of the program that is compiled for it
found() {
	sed -n 's/^[0-9]*\. \(idx\|ring\): \([^:]*\): [0-9]* line.*/\1: \2/p' report | sort
	awk -v right="$right" '/ threads, / {
		print ($5 > right * 0.75 && $5 < right * 1.25) ? "as many requests" : $5 " of " right
	}' report
}
sharing --cc="gcc -O1 $ring -pthread" >report && right=$(awk '/ threads, / { print $5 }' report)
found
for kind in 0 1 2; do
	echo "== $kind"
	gcc -g -O1 -DKIND=$kind "$ring" -o program -pthread && sharing -- ./program >report && found
done

#> idx: shared truly and falsely
#> ring: producer-consumer
#> as many requests
#> == 0
#> idx: shared truly and falsely
#> ring: producer-consumer
#> as many requests
#> == 1
#> idx: shared truly and falsely
#> ring: producer-consumer
#> as many requests
#> == 2
#> idx: shared truly and falsely
#> ring: producer-consumer
#> as many requests
