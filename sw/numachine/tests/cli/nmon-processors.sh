# SPDX-License-Identifier: Apache-2.0
# Checks the local and remote share and the latencies of each processor of the simulated machine.
# The sums over all processors must be the numbers of the machine.
. "$TOP/sw/numachine/tests/nm.bash"
for workload in 'shared 40' 'page 50'; do
	echo "== $workload"
	nmon -c "workload $workload" -c drain -c status processors >report
	awk '$1 ~ /^[0-9]+$/ && NF == 10 { n++; requests += $5; local += $5 * $6 / 100;
		if ($6 == 100) own++; if ($6 == 0 && $5) others++
			if ($8) { reads++; sum += $8 } if ($9) { far++; distance += $9 } }
		/^sent to memory:/ { sent = $4 } /^\.\.\. by other stations:/ { remote = $5 }
		END { print n " processors, requests " (requests == sent ? "as sent" : requests " of " sent) \
			", remote ones " (int(requests - local + 0.5) == remote ? "as sent" : requests - local " of " \
				"" remote)
			print own + 0 " local ones, " others + 0 " remote ones" (far &&
				reads ? ", remote reads " (distance / far > sum / reads ? "longer" : "not longer") : "") }' \
				report
done
run nmon processors
nmon -b unix:none processors 2>&1 | head -1
nmon processors more 2>&1 | head -1

#> == shared 40
#> 42 processors, requests as sent, remote ones as sent
#> 4 local ones, 38 remote ones, remote reads longer
#> == page 50
#> 8 processors, requests as sent, remote ones as sent
#> 4 local ones, 4 remote ones
#> $ nmon processors
#> ! nmon: processor 0: no workload
#> status 1
#> nmon: unix:none: No such file or directory
#> nmon: one argument too many: more
