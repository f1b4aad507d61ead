# SPDX-License-Identifier: Apache-2.0
# Compares the predicted gain of padding with the gain of the padded source, for three programs
# whose waiting does not depend on how the system schedules their threads: constants beside a
# counter, structures that cross lines, and elements of each thread between barriers.
# shows NM-DIA-001
"$TOP/sw/numachine/tests/gain" 7 15 18 >table
status=$?
awk 'NR > 1 { print $1 }' table
echo "status $status"

#> 7
#> 15
#> 18
#> status 0
#2> 3 of 3 within 5 %
