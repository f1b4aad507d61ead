# SPDX-License-Identifier: Apache-2.0
# Checks that control characters of a file, a name or a title reach no terminal and no message: they
# become \x1B.
. "$TOP/sw/surfboard/tests/util.bash"
escape=$'\e]0;title\a\e[2J'
printf '# file: %s\n000000 00000000\n' "$escape" >hist
printf '# file: trace\n# configuration: %s \xc2\x9b2J \x9b1A \xc3\xa4 end\n%s\n' "$escape" \
	'000000 00000000 00000000 00000000 00000000' >trace
tallyboard histfold -m 0xFF hist | cat -v
tallyboard histfold -m 0xFF "none$escape"
surf -b sim:trace=4,hist=4 -c "load histogram hist; load trace 'no $escape'"
binsel show "none$escape"
tallyboard hist3dcsv "$escape"
# text that a tool copies goes to a terminal only in harmless form
shown() { script -qec "$*" /dev/null | tr -d '\r' | sed 's/^\x1B\[K//' |
	LC_ALL=C grep -v 'no checksum'; }
shown tallyboard traceFilter trace
shown surf -b sim:trace=4,hist=4 -c "'save trace t 0 0'"
# and to a file unchanged
tallyboard traceFilter trace 2>/dev/null | sed -n 3p | cmp - <(sed -n 2p trace) && echo same
begin tallyboard serve surfboard $'s\e[2J'

#> # file: ^[]0;title^G^[[2J
#> # check: CRC-32
#> # file: trace
#> # check: CRC-32
#> # configuration: \x1B]0;title\x07\x1B[2J \xC2\x9B2J \x9B1A ä end
#> 000000 00000000 00000000 00000000 00000000
#> # end: 00000000000000000121 bytes, CRC-32 8E9260F7
#> t: 0 entries
#> same
#> surfd: serving unix:s\x1B[2J
#2> hist:1: a \x1B]0;title\x07\x1B[2J file, not a histogram file
#2> none\x1B]0;title\x07\x1B[2J: No such file or directory
#2> -c:1: hist:1: a \x1B]0;title\x07\x1B[2J file, not a histogram file
#2> none\x1B]0;title\x07\x1B[2J: No such file or directory
#2> hist3dcsv: no fields
#2> Try 'tallyboard hist3dcsv --help'.
