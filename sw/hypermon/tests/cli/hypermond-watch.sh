# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that hypermond simulates: no losses, and an overrun.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/hypermon" hypermond
begin hypermond -c 'generate nodes=0-2 count=20' -c drain -c pause board >/dev/null
views_of board
begin hypermond -b depth=256 -c 'generate nodes=0-3 count=200' -c drain -c pause lossy >/dev/null
tallyboard watch -i 100ms lossy | grep '^lost'
run hypermond-watch --bins 8 board

#> Usage: hypermond-watch [OPTION]... BOARD
#> hypermond-watch VERSION
#> status 1
#> $ hypermond-watch --nothing
#> ! hypermond-watch: unknown option: --nothing
#> ! Try 'hypermond-watch --help'.
#> status 2
#> $ hypermond-watch -o
#> ! hypermond-watch: unknown option: -o
#> ! Try 'hypermond-watch --help'.
#> status 2
#> hypermond-watch --i: --interval
#> $ hypermond-watch
#> ! hypermond-watch: no board
#> ! Try 'hypermond-watch --help'.
#> status 2
#> $ hypermond-watch a b
#> ! hypermond-watch: more than one board
#> ! Try 'hypermond-watch --help'.
#> status 2
#> $ hypermond-watch -i 50ms a
#> ! hypermond-watch: not a time from 100ms to 1000s: 50ms
#> ! Try 'hypermond-watch --help'.
#> status 2
#> $ hypermond-watch -n 0 a
#> ! hypermond-watch: not a number in the range: 0
#> ! Try 'hypermond-watch --help'.
#> status 2
#> $ hypermond-watch nothing
#> ! hypermond-watch: unix:nothing: No such file or directory
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
#> $ hypermond-watch --bins 8 board
#> ! hypermond-watch: unknown option: --bins
#> ! Try 'hypermond-watch --help'.
#> status 2
#2> standard output: No space left on device
