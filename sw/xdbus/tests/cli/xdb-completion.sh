# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch counts.csv
offer xdbstat ''
offer xdbstat -
offer xdbstat diagnose c
offer xdbstat -b ''
offer xdbusd -
offer xdbusd -b ''
offer xdbusd -c ''

#> xdbstat : count diagnose list
#> xdbstat -: --board --command --help --output --seed --slice --time --version -b -c -h -o -s -t
#> xdbstat diagnose c: counts.csv
#> xdbstat -b : mmap: sim: unix:
#> xdbusd -: --board --command --help --version -b -c -h
#> xdbusd -b : memory= pio= processors= seed= wave= ways=
#> xdbusd -c : drain pause resume run speed status stop time truth wave workload
