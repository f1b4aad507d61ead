# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch session
offer dashmon ''
offer dashmon -
offer dashmon -b ''
offer dashmon -c s
offer dashd -b ''
offer dashd -c s

#> dashmon : session
#> dashmon -: --board --command --decode --extended --help --output --version -b -c -d -h -o -x
#> dashmon -b : mmap: sim: unix:
#> dashmon -c s: sim start status stop
#> dashd -b : board= seed= wave=
#> dashd -c s: speed status stop suspend
