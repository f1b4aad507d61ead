# SPDX-License-Identifier: Apache-2.0
# Compares the predicted gain of padding with the gain of the padded source, for three programs.
# shows NM-DIA-001
"$TOP/sw/numachine/tests/gain" 6 11 15 >table
status=$?
awk 'NR > 1 { print $1 }' table
echo "status $status"
