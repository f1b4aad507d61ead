# SPDX-License-Identifier: Apache-2.0
# Tests help, versions, manual pages, and errors in the command line.
. "$TOP/sw/tests/tools.bash"
usage_of "$TOP/sw/dash/man" dashmon
run dashmon -b nowhere:
run dashmon -b sim:board=small
run dashmon -x
run dashmon -d -c status
