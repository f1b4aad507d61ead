# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that hypermond simulates: no losses, and an overrun.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/hypermon" hypermond
begin tallyboard serve hypermon -c 'generate nodes=0-2 count=20' -c drain -c pause board >/dev/null
views_of board
begin tallyboard serve hypermon -b depth=256 -c 'generate nodes=0-3 count=200' -c drain \
	-c pause lossy >/dev/null
tallyboard watch -i 100ms lossy | grep '^lost'
run tallyboard watch --bins 8 board

#> Usage: tallyboard watch [OPTION]... BOARD
#> tallyboard watch VERSION
#> status 1
#> $ tallyboard hypermond-watch --nothing
#> ! tallyboard watch: unknown option: --nothing
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard hypermond-watch -o
#> ! tallyboard watch: unknown option: -o
#> ! Try 'tallyboard watch --help'.
#> status 2
#> hypermond-watch --i: --interval
#> $ tallyboard hypermond-watch
#> ! tallyboard watch: no board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard hypermond-watch a b
#> ! tallyboard watch: more than one board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard hypermond-watch -i 50ms a
#> ! tallyboard watch: not a time from 100ms to 1000s: 50ms
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard hypermond-watch -n 0 a
#> ! tallyboard watch: not a number in the range: 0
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard watch nothing
#> ! tallyboard watch: unix:nothing: No such file or directory
#> status 1
#> HYPERMON at unix:board, time T s
#> lost: nothing
#> 0 nodes send, COUNT 449
#> nibbles: 480, RATE
#> nibbles sent by node:
#> 0                                160 #########################################
#> 1                                160 #########################################
#> 2                                160 #########################################
#> 3                                  0 
#> 4                                  0 
#> 5                                  0 
#> 6                                  0 
#> 7                                  0 
#> 8                                  0 
#> 9                                  0 
#> 10                                 0 
#> 11                                 0 
#> 12                                 0 
#> 13                                 0 
#> 14                                 0 
#> 15                                 0 
#> status 0
#> status 0
#> [?1049h
#> [?1049l
#>  icanon
#>  echo 
#> lost: 5795 frames, STATUS 1 FRAME
#> $ tallyboard watch --bins 8 board
#> ! tallyboard watch: unknown option: --bins
#> ! Try 'tallyboard watch --help'.
#> status 2
#2> standard output: No space left on device
