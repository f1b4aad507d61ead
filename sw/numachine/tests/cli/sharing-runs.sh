# SPDX-License-Identifier: Apache-2.0
# Checks that several runs give one verdict and its stability, for runs that agree, differ or lack
# the finding. The program takes turns, so that the schedule of its threads changes nothing.
# shows NM-DIA-001
gcc -g -O1 -fno-builtin -fsanitize=thread -c "$TOP/sw/numachine/tests/programs/turns.c" \
	-o 'a program.o' &&
	gcc 'a program.o' "$(dirname "$(command -v sharing)")/../lib/librecord.a" -lz \
		-o 'a program' || exit
# what is found about the arrays; neither times nor numbers of requests
findings() {
	awk '/^[0-9]+\. |^not in this run: / { wanted = /data:|more:/ }
		/^run .* of / { sub(/[0-9]+ of/, "N of") }
		/^run N of/ || wanted && !/^  and / {
			sub(/^[0-9]+\. /, ""); sub(/ lines, .*/, " lines"); sub(/: requests .*/, "")
			sub(/; requests .*/, ""); sub(/whole program.*/, "whole program")
			if (/repair saves/ && $4 >= 90 && $6 <= 100)
				sub(/[0-9]+ to [0-9]+/, "at least 90")
			print
		}'
}
for runs in o ooo oos ssoss os noo osn om onnn; do
	echo "== $runs"
	rm -f runs
	sharing -u 0 --runs=${#runs} -- './a program' $runs | findings
done
echo '== phases'
sharing -u 0 --runs=2 --cc="gcc -O1 $TOP/sw/numachine/tests/programs/phases.c -pthread" |
	awk '/^[0-9]+\. / { wanted = /^[0-9]+\. board:/ } wanted && sub(/; requests .*/, "")'
echo '== recordings'
rm -f runs
for i in 1 2 3; do RECORD="recording $i" './a program' oso || exit; done
sharing -u 0 -r 'recording 1' --recording='recording 2' -r 'recording 3' | findings
sharing -u 0 -r 'recording 1' -r nothing
echo "status $?"
sharing --runs=3 -r 'recording 1'
echo "status $?"
sharing --runs=0 -- './a program'
echo "status $?"

#> == o
#> data: false sharing: 16 lines
#>    padded, 32 parts with lines of their own
#>    whole program
#> == ooo
#> run N of 3, which agrees most with the others:
#> data: false sharing: 16 lines
#>    padded, 32 parts with lines of their own
#>    whole program
#>    found in 3 of 3 runs: false sharing in 3
#>    the repair saves at least 90 % of its waiting
#> == oos
#> run N of 3, which agrees most with the others:
#> data: false sharing: 16 lines
#>    padded, 32 parts with lines of their own
#>    whole program
#>    found in 3 of 3 runs: migratory in 1, false sharing in 2
#>    the repair saves at least 90 % of its waiting
#> == ssoss
#> run N of 5, which agrees most with the others:
#> data: migratory: 16 lines
#>    found in 5 of 5 runs: migratory in 4, false sharing in 1
#> == os
#> run N of 2, which agrees most with the others:
#> data: undecided (the runs disagree): 16 lines
#>    found in 2 of 2 runs: migratory in 1, false sharing in 1
#> == noo
#> run N of 3, which agrees most with the others:
#> data: false sharing: 16 lines
#>    padded, 32 parts with lines of their own
#>    whole program
#>    found in 2 of 3 runs: false sharing in 2
#>    the repair saves at least 90 % of its waiting
#> == osn
#> run N of 3, which agrees most with the others:
#> data: undecided (the runs disagree): 16 lines
#>    found in 2 of 3 runs: migratory in 1, false sharing in 1
#> == om
#> run N of 2, which agrees most with the others:
#> more: false sharing: 32 lines
#>    padded, 64 parts with lines of their own
#>    whole program
#>    found in 1 of 2 runs: false sharing in 1
#>    the repair saves at least 90 % of its waiting
#> not in this run: data: false sharing
#>    found in 1 of 2 runs: false sharing in 1
#>    the repair saves at least 90 % of its waiting
#> == onnn
#> run N of 4, which agrees most with the others:
#> data: false sharing: 16 lines
#>    padded, 32 parts with lines of their own
#>    whole program
#>    found in 1 of 4 runs: false sharing in 1
#>    the repair saves at least 90 % of its waiting
#> == phases
#>    found in 2 of 2 runs: changes with time in 2
#> == recordings
#> run N of 3, which agrees most with the others:
#> data: false sharing: 16 lines
#>    padded, 32 parts with lines of their own
#>    whole program
#>    found in 3 of 3 runs: migratory in 1, false sharing in 2
#>    the repair saves at least 90 % of its waiting
#> status 1
#> status 2
#> status 2
#2> sharing: nothing: No such file or directory
#2> sharing: a recording is evaluated once, and without a program: recording 1
#2> Try 'sharing --help'.
#2> sharing: no runs
#2> Try 'sharing --help'.
