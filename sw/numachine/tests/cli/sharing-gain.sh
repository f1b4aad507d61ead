# SPDX-License-Identifier: Apache-2.0
# The gain predicted for padding, against the gain of the padded source, for three of the programs.
# shows NM-DIA-001
"$TOP/sw/numachine/tests/gain" 6 11 15 >table
status=$?
awk 'NR > 1 { print $1 }' table
echo "status $status"
