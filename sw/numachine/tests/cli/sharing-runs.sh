# SPDX-License-Identifier: Apache-2.0
# Checks that several runs give one verdict and its stability, for runs that agree, differ or lack
# the finding. The program takes turns, so that the schedule of its threads changes nothing.
# shows NM-DIA-001
gcc -g -O1 -fsanitize=thread -c "$TOP/sw/numachine/tests/programs/turns.c" -o 'a program.o' &&
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
