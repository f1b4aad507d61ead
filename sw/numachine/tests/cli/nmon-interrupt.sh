# SPDX-License-Identifier: Apache-2.0
# Checks that a count that a signal ends leaves a complete table of the counts, and no other file.
. "$TOP/sw/numachine/tests/nm.bash"
rm -f names
for signal in INT TERM HUP; do
	nmon -b sim: -c 'workload page 1000000' count flyer 1000000s -o table 2>err &
	# the tool catches the signal when it counts; bit N - 1 of SigCgt is that of signal N
	bit=$((1 << $(kill -l $signal) - 1))
	for _ in $(seq 500); do
		caught=$(sed -n 's/^SigCgt:\t//p' /proc/$!/status)
		((16#$caught & bit)) && break
		sleep 0.02
	done
	# it has counted events after two seconds of processor time (fields 14 and 15, in
	# hundredths)
	for _ in $(seq 1000); do
		read -ra stat <"/proc/$!/stat"
		((stat[13] + stat[14] >= 200)) && break
		sleep 0.02
	done
	kill -$signal $!
	wait $!
	echo "$signal: status $?: $(cat err)"
	ls
	nmon-pages table >pages && grep -c '^page' pages | sed 's/[1-9][0-9]*/some/'
	rm table pages err
done

#> INT: status 1: nmon: interrupted: what was counted until then is kept
#> err
#> table
#> some
#> TERM: status 1: nmon: interrupted: what was counted until then is kept
#> err
#> table
#> some
#> HUP: status 1: nmon: interrupted: what was counted until then is kept
#> err
#> table
#> some
