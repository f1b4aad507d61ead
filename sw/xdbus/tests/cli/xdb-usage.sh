# SPDX-License-Identifier: Apache-2.0
# Tests help, versions, manual pages, the list of events, and errors in the command line.
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/xdbus/man" xdbstat
mandoc -Tlint -Werror "$TOP/sw/xdbus/man/xdbusd.1"
run xdbstat
run xdbstat measure
run xdbstat list all
run xdbstat count mqh
run xdbstat count mqh9:busy
run xdbstat count cc0:busy
run xdbstat -t 5 count
run xdbstat -s 0us count
run xdbstat --seed=x count
run xdbstat -b nowhere: count
run xdbstat -b sim:ways=3 count
run xdbstat -b sim:processors=21 count
run xdbstat -c 'workload chess' count
run xdbstat -c 'workload mixed stores=1001' count
run xdbstat -t 20us count bw0.1:updated bw0:updated
xdbstat list
