# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch mk.dat interval.info
offer mk_expand ''
offer mk_expand -
offer mk_rdsample -b ''
offer mk_rdsample -f ''
offer mk_rdsample -s ''
offer mk_rdsample --
offer mk_rpt -e ''
offer mk_rpt -f i
offer mk_rpt -
offer mk_plot ''
offer mk_plot time m
offer mk_export -f ''
offer mk_export --format = j
offer test_mk -
offer mk_nite_test --p
offer mk_pci -
offer mk_s16d -
offer mk_mem_test -b ''
offer multikrond -

#> mk_expand : interval.info mk.dat
#> mk_expand -: --counters --elapsed --expand --heading --help --output --version -c -e -h -o -rd -ro -rx -sd -so -sx -td -to -tx -ud -uo -ux -x
#> mk_rdsample -b : mmap: sim: unix:
#> mk_rdsample -f : interval.info mk.dat
#> mk_rdsample -s :
#> mk_rdsample --: --board --command --end --file --help --start --verbose --version
#> mk_rpt -e : 1 2 4 8
#> mk_rpt -f i: interval.info
#> mk_rpt -: --chronological --clock --double --event --file --help --histogram --output --recover --summary --verbose --version -d -e -f -h -n -o -s -v
#> mk_plot : lengths time
#> mk_plot time m: mk.dat
#> mk_export -f : ctf json
#> mk_export --format = j: json
#> test_mk -: --board --command --help --output --version --wait -b -h -o -w
#> mk_nite_test --p: --passes
#> mk_pci -: --board --command --count --help --initialize --output --time --version -b -h -i -n -o -t
#> mk_s16d -: --help --little --output --samples --version -h -l -n -o
#> mk_mem_test -b : mmap: sim: unix:
#> multikrond -: --board --command --help --version -b -c -h
