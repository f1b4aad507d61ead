# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers.
. "$TOP/sw/tests/tools.bash"
touch a.trace
offer surfexport ''
offer surfexport --
offer surfexport -f ''
offer surfexport --format =
offer surfexport --format = p
offer surfexport -f ctf -o a

#> surfexport : a.trace
#> surfexport --: --format --help --output --version
#> surfexport -f : ctf json pcapng vcd
#> surfexport --format =: ctf json pcapng vcd
#> surfexport --format = p: pcapng
#> surfexport -f ctf -o a: a.trace
