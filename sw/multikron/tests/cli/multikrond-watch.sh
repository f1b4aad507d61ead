# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that multikrond simulates: its counters, and that the holding
# registers stay.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/multikron" multikrond
begin multikrond -c pause mk0 >/dev/null
mk_pci -i -t 100us -b unix:mk0 >/dev/null
mk_status -b unix:mk0 | grep holding >before
views_of mk0 | sed -E '/NODECLK|level/s/ +[0-9]+ #+$/ COUNT/'
mk_status -b unix:mk0 | grep holding | cmp - before && echo "the holding registers are as before"

#> Usage: multikrond-watch [OPTION]... BOARD
#> multikrond-watch VERSION
#> status 1
#> $ multikrond-watch --nothing
#> ! multikrond-watch: unknown option: --nothing
#> ! Try 'multikrond-watch --help'.
#> status 2
#> $ multikrond-watch -o
#> ! multikrond-watch: unknown option: -o
#> ! Try 'multikrond-watch --help'.
#> status 2
#> multikrond-watch --i: --interval
#> $ multikrond-watch
#> ! multikrond-watch: no board
#> ! Try 'multikrond-watch --help'.
#> status 2
#> $ multikrond-watch a b
#> ! multikrond-watch: more than one board
#> ! Try 'multikrond-watch --help'.
#> status 2
#> $ multikrond-watch -i 50ms a
#> ! multikrond-watch: not a time from 100ms to 1000s: 50ms
#> ! Try 'multikrond-watch --help'.
#> status 2
#> $ multikrond-watch -n 0 a
#> ! multikrond-watch: not a number in the range: 0
#> ! Try 'multikrond-watch --help'.
#> status 2
#> $ multikrond-watch nothing
#> ! multikrond-watch: unix:nothing: No such file or directory
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
