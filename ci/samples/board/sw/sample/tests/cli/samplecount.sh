# SPDX-License-Identifier: Apache-2.0
# Counts events of a simulated board up to a threshold; the usage of tool and server.
# shows SA-SW-001
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/sample/man" samplecount
mandoc -Tlint -Werror "$TOP/sw/sample/man/sampled.1"
run samplecount -c 'threshold 7' -c start -c 'sim events 7' -c 'wait 1us' -c 'run 1us' -c status
run samplecount -c start -c 'sim events 65537' -c 'sim drain 1ms' -c status -c clear -c status
run samplecount -c 'threshold 65536'
run samplecount -c 'wait 1us'
run samplecount -b sim:color=red
run samplecount -c 'sim events 5 0'
offer samplecount -c 's'

#> Usage: samplecount [OPTION]... [FILE]...
#> samplecount VERSION
#> status 1
#> $ samplecount --nothing
#> ! samplecount: unknown option: --nothing
#> ! Try 'samplecount --help'.
#> status 2
#> $ samplecount -o
#> ! samplecount: option needs a value: -o
#> ! Try 'samplecount --help'.
#> status 2
#> $ samplecount -c threshold 7 -c start -c sim events 7 -c wait 1us -c run 1us -c status
#> 7
#> status 0
#> $ samplecount -c start -c sim events 65537 -c sim drain 1ms -c status -c clear -c status
#> 1
#> 0
#> ! the count has wrapped
#> status 1
#> $ samplecount -c threshold 65536
#> ! samplecount: threshold 65536: not a number up to 65535
#> status 1
#> $ samplecount -c wait 1us
#> ! samplecount: wait 1us: the board does not interrupt
#> status 1
#> $ samplecount -b sim:color=red
#> ! samplecount: sim:color=red: the arguments are seed=N, wave=FILE, separated by commas
#> status 1
#> $ samplecount -c sim events 5 0
#> ! samplecount: sim events 5 0: '0' is wrong (events COUNT [PERCENT])
#> status 1
#> samplecount -c s: sim start status stop
#2> standard output: No space left on device
