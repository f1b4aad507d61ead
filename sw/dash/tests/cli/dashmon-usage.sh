# SPDX-License-Identifier: Apache-2.0
# Tests help, versions, manual pages, and errors in the command line.
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/dash/man" dashmon
run dashmon -b nowhere:
run dashmon -b sim:board=small
run dashmon -x
run dashmon -d -c status
run dashmon -c status commands

#> Usage: dashmon [OPTION]... [FILE]...
#> dashmon VERSION
#> status 1
#> $ dashmon --nothing
#> ! dashmon: unknown option: --nothing
#> ! Try 'dashmon --help'.
#> status 2
#> $ dashmon -o
#> ! dashmon: option needs a value: -o
#> ! Try 'dashmon --help'.
#> status 2
#> $ dashmon -b nowhere:
#> ! dashmon: nowhere:: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of another version
#> status 1
#> $ dashmon -b sim:board=small
#> ! dashmon: sim:board=small: the arguments are board=full or board=short, seed=N, wave=FILE, separated by commas
#> status 1
#> $ dashmon -x
#> ! dashmon: needs -d: -x
#> ! Try 'dashmon --help'.
#> status 2
#> $ dashmon -d -c status
#> ! dashmon: -d executes no commands: status
#> ! Try 'dashmon --help'.
#> status 2
#> $ dashmon -c status commands
#> ! dashmon: no files are read with --command: commands
#> ! Try 'dashmon --help'.
#> status 2
#2> standard output: No space left on device
