# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
completion_of "$TOP/sw/surfboard/completion" surfplot
touch a.trace a.bsel a.svg b.png
offer surfplot ''
offer surfplot j
offer surfplot time ''
offer surfplot joint -x ''
offer surfplot joint --y = s
offer surfplot joint -c ''
offer surfplot joint -o ''
offer surfplot joint --
offer surfplot joint -b ''
