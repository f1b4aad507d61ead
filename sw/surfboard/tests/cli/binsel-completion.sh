# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch a.bsel b.bit c.txt
mkdir folder
offer binsel ''
offer binsel sh
offer binsel --
offer binsel compile ''
offer binsel compile a.bsel -o ''
offer binsel -o b.bit compile ''
offer binsel show ''
offer binsel show b.bit ''
offer binsel eval b.bit s
offer binsel eval b.bit size=
offer binsel eval b.bit size =
offer binsel eval b.bit size = 4
offer binsel eval b.bit size = 4 c
offer binsel compile a.bsel --output =
offer binsel compile a.bsel --output = b
offer binsel --output = b.bit compile ''

#> binsel : check compile eval show
#> binsel sh: show
#> binsel --: --check --help --latency --memory --output --version
#> binsel compile : a.bsel folder
#> binsel compile a.bsel -o : b.bit folder
#> binsel -o b.bit compile : a.bsel folder
#> binsel show : b.bit folder
#> binsel show b.bit :
#> binsel eval b.bit s: sender= size=
#> binsel eval b.bit size=:
#> binsel eval b.bit size =:
#> binsel eval b.bit size = 4:
#> binsel eval b.bit size = 4 c: category= color=
#> binsel compile a.bsel --output =: b.bit folder
#> binsel compile a.bsel --output = b: b.bit
#> binsel --output = b.bit compile : a.bsel folder
