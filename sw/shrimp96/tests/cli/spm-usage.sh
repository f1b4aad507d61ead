# SPDX-License-Identifier: Apache-2.0
# Tests help, versions, manual pages, and errors in the command line.
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/shrimp96/man" spm spm-address
run spm-address
run spm-address 'L0 L2 L3 T C'
run spm-address 'L0 L1 L2 T X'
run spm-address 'sender latency'
run spm -b nowhere:
run spm -b sim:words=21
run spm -c status commands
printf 'status\0 rest\n' | run spm

#> Usage: spm [OPTION]... [FILE]...
#> spm VERSION
#> status 1
#> $ spm --nothing
#> ! spm: unknown option: --nothing
#> ! Try 'spm --help'.
#> status 2
#> $ spm -o
#> ! spm: option needs a value: -o
#> ! Try 'spm --help'.
#> status 2
#> Usage: spm-address CONFIGURATION [FILE]...
#> spm-address VERSION
#> status 1
#> $ spm-address --nothing
#> ! spm-address: unknown option: --nothing
#> ! Try 'spm-address --help'.
#> status 2
#> $ spm-address -o
#> ! spm-address: option needs a value: -o
#> ! Try 'spm-address --help'.
#> status 2
#> $ spm-address
#> ! spm-address: a configuration is missing
#> ! Try 'spm-address --help'.
#> status 2
#> $ spm-address L0 L2 L3 T C
#> ! spm-address: not one of the 190 configurations: L0 L2 L3 T C
#> ! Try 'spm-address --help'.
#> status 2
#> $ spm-address L0 L1 L2 T X
#> ! spm-address: not the names of nibbles or variables: L0 L1 L2 T X
#> ! Try 'spm-address --help'.
#> status 2
#> $ spm-address sender latency
#> ! spm-address: not one of the 190 configurations: sender latency
#> ! Try 'spm-address --help'.
#> status 2
#> $ spm -b nowhere:
#> ! spm: nowhere:: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of another version
#> status 1
#> $ spm -b sim:words=21
#> ! spm: sim:words=21: the arguments are words=20 or words=24, jumper=N, seed=N, wave=FILE, separated by commas
#> status 1
#> $ spm -c status commands
#> ! spm: no files are read with --command: commands
#> ! Try 'spm --help'.
#> status 2
#> $ spm
#> ! standard input:1: a byte 0
#> status 1
#2> standard output: No space left on device
#2> standard output: No space left on device
