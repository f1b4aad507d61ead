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
