# SPDX-License-Identifier: Apache-2.0
# Checks hmstatus with prepared states of a board.
# shows HM-TOOL-003
. "$TOP/sw/hypermon/tests/hm.bash"
board b
run hmstatus -b unix:b
run hmstatus -b unix:b -r
run hmstatus -b unix:b -r -w 400 -c 'frames 3 1 1' -c 'run 100'
run hmstatus -b unix:b -r -w 200 -c 'status 15'
run hmstatus -b unix:b -r -c 'frames 1500 1 1' -c 'run 10000'
run hmstatus -b unix:b
run hmstatus -b unix:b -r -o s
cat s
