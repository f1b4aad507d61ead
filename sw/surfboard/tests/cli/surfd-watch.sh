# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that surfd simulates, and "tallyboard watch", which finds the tool.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/surfboard" surfd
begin tallyboard serve surfboard -c pause node >/dev/null
echo 'bin[9:0] = size' >size.bsel
surf -b unix:node -c "fpga size.bsel; acdr.lat_n = 6; htcr = 2
	generate count=200 words=4 x=1; drain; generate count=30 words=8 x=2; drain" >/dev/null
views_of node
tallyboard watch -i 100ms --bins 8 unix:node | tail -n +5
run tallyboard watch --bins 5000 node
tallyboard watch --server node

#> Usage: tallyboard watch [OPTION]... BOARD
#> tallyboard watch VERSION
#> status 1
#> $ tallyboard surfd-watch --nothing
#> ! tallyboard watch: unknown option: --nothing
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard surfd-watch -o
#> ! tallyboard watch: unknown option: -o
#> ! Try 'tallyboard watch --help'.
#> status 2
#> surfd-watch --i: --interval
#> $ tallyboard surfd-watch
#> ! tallyboard watch: no board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard surfd-watch a b
#> ! tallyboard watch: more than one board
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard surfd-watch -i 50ms a
#> ! tallyboard watch: not a time from 100ms to 1000s: 50ms
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard surfd-watch -n 0 a
#> ! tallyboard watch: not a number in the range: 0
#> ! Try 'tallyboard watch --help'.
#> status 2
#> $ tallyboard watch nothing
#> ! tallyboard watch: unix:nothing: No such file or directory
#> status 1
#> SurfBoard at unix:node, time T s
#> lost: nothing
#> histogram on, trace off, 0 entries, word count off
#> packets: 230, RATE
#> packets by bin of the histogram:
#> 0-63                             230 #########################################
#> 64-127                             0 
#> 128-191                            0 
#> 192-255                            0 
#> 256-319                            0 
#> 320-383                            0 
#> 384-447                            0 
#> 448-511                            0 
#> 512-575                            0 
#> 576-639                            0 
#> 640-703                            0 
#> 704-767                            0 
#> 768-831                            0 
#> 832-895                            0 
#> 896-959                            0 
#> 960-1023                           0 
#> status 0
#> status 0
#> [?1049h
#> [?1049l
#>  icanon
#>  echo 
#> packets by bin of the histogram:
#> 0                                  0 
#> 1                                  0 
#> 2                                  0 
#> 3                                  0 
#> 4                                200 #########################################
#> 5                                  0 
#> 6                                  0 
#> 7                                  0 
#> $ tallyboard watch --bins 5000 node
#> ! tallyboard watch: not a number in the range: 5000
#> ! Try 'tallyboard watch --help'.
#> status 2
#> surfd
#2> standard output: No space left on device
