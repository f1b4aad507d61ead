# SPDX-License-Identifier: Apache-2.0
# A signal ends a count: what was counted is kept, as a whole table, and nothing else is left.
. "$TOP/sw/numachine/tests/nm.bash"
rm -f names
for signal in INT TERM HUP; do
	nmon -b sim: -c 'workload page 1000000' count flyer 1000000s -o table 2>err &
	# it has caught the signal (number 1, 2, 15) once it counts
	for _ in $(seq 500); do
		caught=$(sed -n 's/^SigCgt:\t//p' /proc/$!/status)
		((16#$caught & 2)) && break
		sleep 0.02
	done
	# and has counted something after two seconds of processor time (hundredths, fields 14 and 15)
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
