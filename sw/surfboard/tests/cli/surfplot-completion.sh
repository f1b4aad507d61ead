# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
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

#> surfplot : joint latencies sizes time
#> surfplot j: joint
#> surfplot time : a.bsel a.svg a.trace b.png
#> surfplot joint -x : address category color latency page phase sender size time
#> surfplot joint --y = s: sender size
#> surfplot joint -c : a.bsel
#> surfplot joint -o : a.svg b.png
#> surfplot joint --: --bits --config --help --linear --output --script --surface --title --version --x --y
#> surfplot joint -b :
