# SPDX-License-Identifier: Apache-2.0
# Tests help, versions, manual pages, and errors in the command line.
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/supermon/man" smon
run smon -b nowhere:
run smon -b sim:processor=8
run smon -c 'start now'
run smon -c load
run smon -c 'run fast'
run smon -c 'fill 5 4 0'
run smon -c 'read 0x10000'
run smon -c 'sim fly'
printf 'status\n\nstatus 5\n' >bad
run smon bad
run smon -c status commands

#> Usage: smon [OPTION]... [FILE]...
#> smon VERSION
#> status 1
#> $ smon --nothing
#> ! smon: unknown option: --nothing
#> ! Try 'smon --help'.
#> status 2
#> $ smon -o
#> ! smon: option needs a value: -o
#> ! Try 'smon --help'.
#> status 2
#> $ smon -b nowhere:
#> ! smon: nowhere:: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of another version
#> status 1
#> $ smon -b sim:processor=8
#> ! smon: sim:processor=8: the arguments are processor=N, seed=N, wave=FILE, separated by commas
#> status 1
#> $ smon -c start now
#> ! smon: start now: one argument too many
#> status 1
#> $ smon -c load
#> ! smon: load: an argument is missing
#> status 1
#> $ smon -c run fast
#> ! smon: run fast: a time is a number with ns, us, ms or s
#> status 1
#> $ smon -c fill 5 4 0
#> ! smon: fill 5 4 0: a value is out of range, or no number
#> status 1
#> $ smon -c read 0x10000
#> ! smon: read 0x10000: a value is out of range, or no number
#> status 1
#> $ smon -c sim fly
#> ! smon: sim fly: 'fly' is not a command
#> status 1
#> $ smon bad
#> lost counts: 0
#> lost entries: 0
#> monitoring: no
#> events: 0
#> clocks: 0
#> entries: 0
#> banks: count count
#> form: a
#> histogram: events
#> state: machine 0, user 0
#> ! bad:3: one argument too many
#> status 1
#> $ smon -c status commands
#> ! smon: no files are read with --command: commands
#> ! Try 'smon --help'.
#> status 2
#2> standard output: No space left on device
