# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch socket
offer surfd -
offer surfd s
offer surfd -c p
offer surfd -c pause -b ''
offer surfd --board = t
offer surfd -c pause so

#> surfd -: --board --command --help --version -b -c -h
#> surfd s: socket
#> surfd -c p: pause play
#> surfd -c pause -b : hist= revision= seed= trace= wave=
#> surfd --board = t: trace=
#> surfd -c pause so: socket
