# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch measure other
offer surf m
offer surf --
offer surf -b ''
offer surf -b u
offer surf --board = s
offer surf -b sim :
offer surf -b sim : t
offer surf -b unix : o
offer surf -b mmap :
offer surf -c ''
offer surf -c show o

#> surf m: measure
#> surf --: --board --command --help --probe --version
#> surf -b : etherbone: mmap: sim: uart: unix:
#> surf -b u: uart: unix:
#> surf --board = s: sim:
#> surf -b sim :: hist= revision= seed= trace= wave=
#> surf -b sim : t: trace=
#> surf -b unix : o: other
#> surf -b mmap :: io= irq= mem= offset= slot=
#> surf -c :
#> surf -c show o: other
