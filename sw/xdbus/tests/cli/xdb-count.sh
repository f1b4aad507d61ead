# SPDX-License-Identifier: Apache-2.0
# Counts on a simulated machine: events that have a counter each, events that take turns, and what
# the counts say.
# shows SP-SW-001
. "$TOP/sw/tests/tools.bash"
run xdbstat -c 'workload stride stride=512' -t 200us count mqh:accesses mqh:queue mqh1.0:busy
run xdbstat -c 'workload mixed' -t 200us count cc0:internal cc0:external cc0:writes ioc0:misses
for work in 'stride stride=512 think=2' 'sharers' 'scattered' 'mixed think=100'; do
	echo "== $work"
	xdbstat -c "workload $work" -t 400us -o counts.csv count
	run xdbstat diagnose counts.csv
done
