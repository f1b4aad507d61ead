# SPDX-License-Identifier: Apache-2.0
# Counts for a time; the sums of the reports must be the number of counted events.
# shows NM-TOOL-014
. "$TOP/sw/numachine/tests/nm.bash"
card a event=0x1239 event=0x1230
run nmon -b unix:a count flyer 200us
nmon -b unix:a watch flyer 100us 4 >reports
echo "status $?"
cat reports
awk '/^report/ { n++; sum += $6 } END { print n " reports, " sum " events" }' reports
run nmon -b unix:a -l names watch histogram1 10us 1
run nmon -b unix:a -l names watch depth 10us 1
