# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a monitor that numachined simulates, without counting and with a histogram.
. "$TOP/sw/numachine/tests/nm.bash"
watch_of "$TOP/sw/numachine" numachined
begin tallyboard serve numachine -c pause card >/dev/null
views_of card
nmon -b unix:card mode histogram0
nmon -b unix:card -c 'workload false 50' -c drain status >/dev/null
tallyboard watch -i 100ms card | sed 's/, time.*//; s/, .*\/s.*//'
# an answer that lacks a number is an error, not 0
card lacking $'report=time ns: 5\ntransaction: 7'
run tallyboard watch -i 100ms lacking

#> Usage: tallyboard watch [OPTION]... BOARD
#> tallyboard watch VERSION
#> status 1
#> $ tallyboard numachined-watch --nothing
#> ! tallyboard watch: unknown option: --nothing
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard numachined-watch -o
#> ! tallyboard watch: unknown option: -o
#> ! Try 'tallyboard watch --help'.
#> status 2
#> numachined-watch --i: --interval
#> $ tallyboard numachined-watch
#> ! tallyboard watch: no board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard numachined-watch a b
#> ! tallyboard watch: more than one board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard numachined-watch -i 50ms a
#> ! tallyboard watch: not a time from 100ms to 1000s: 50ms
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard numachined-watch -n 0 a
#> ! tallyboard watch: not a number in the range: 0
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard watch nothing
#> ! tallyboard watch: unix:nothing: No such file or directory
#> status 1
#> NUMAchine memory monitor at unix:card, time T s
#> lost: nothing
#> mode flyer, FIFO depth 0
#> transactions: 0, RATE
#> accesses by page, with the station that uses it most:
#> status 0
#> status 0
#> [?1049h
#> [?1049l
#>  icanon
#>  echo 
#> NUMAchine memory monitor at unix:card
#> lost: nothing
#> mode histogram0, FIFO depth 0
#> transactions: 199
#> events by label, and those that found the line held by others:
#> label 0                          199 #########################################
#> label 0, held                    198 ########################################
#> $ tallyboard watch -i 100ms lacking
#> ! tallyboard watch: unix:lacking: the answer to "status" has no number "transactions"
#> status 1
#2> standard output: No space left on device
