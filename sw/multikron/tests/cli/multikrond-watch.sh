# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that multikrond simulates: its counters, and that the holding
# registers stay.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/multikron" multikrond
begin tallyboard serve multikron -c pause mk0 >/dev/null
mk_pci -i -t 100us -b unix:mk0 >/dev/null
mk_status -b unix:mk0 | grep holding >before
views_of mk0 | sed -E '/NODECLK|level/s/ +[0-9]+ #+$/ COUNT/'
mk_status -b unix:mk0 | grep holding | cmp - before && echo "the holding registers are as before"

#> Usage: tallyboard watch [OPTION]... BOARD
#> tallyboard watch VERSION
#> status 1
#> $ tallyboard multikrond-watch --nothing
#> ! tallyboard watch: unknown option: --nothing
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard multikrond-watch -o
#> ! tallyboard watch: unknown option: -o
#> ! Try 'tallyboard watch --help'.
#> status 2
#> multikrond-watch --i: --interval
#> $ tallyboard multikrond-watch
#> ! tallyboard watch: no board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard multikrond-watch a b
#> ! tallyboard watch: more than one board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard multikrond-watch -i 50ms a
#> ! tallyboard watch: not a time from 100ms to 1000s: 50ms
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard multikrond-watch -n 0 a
#> ! tallyboard watch: not a number in the range: 0
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard watch nothing
#> ! tallyboard watch: unix:nothing: No such file or directory
#> status 1
#> MultiKron at unix:mk0, time T s
#> lost: nothing
#> circular buffer, samples go to local memory
#> words of samples: 0, RATE
#> counters of the chips:
#> II 4 NODECLK COUNT
#> II 0 level COUNT
#> II 2 level COUNT
#> status 0
#> status 0
#> [?1049h
#> [?1049l
#>  icanon
#>  echo 
#> the holding registers are as before
#2> standard output: No space left on device
