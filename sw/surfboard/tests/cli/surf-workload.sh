# SPDX-License-Identifier: Apache-2.0
# Runs programs on the simulated machine that contains the board.
surf -b sim:trace=4,hist=4 <<'END' 2>&1 | sed 's|^time: [0-9]* ns$|time: N|'
ttcr = 0
htcr = 5
workload SIMPLE group=100 steps=20 wait=1 system=off
drain 1s
status
show tecr
show wcdr
workload simple steps=3
workload lu
stop
workload ocean nodes=3
workload sort
workload lu combine=2
END
