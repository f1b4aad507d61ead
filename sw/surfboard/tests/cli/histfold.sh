# SPDX-License-Identifier: Apache-2.0
# Tests histfold: masks, totals, counts above 32 bits, and the header.
# shows SB-UTL-001 SB-UTL-011 SB-UTL-012 SB-UTL-013
. "$TOP/sw/surfboard/tests/util.bash"
random_hist 3000 >hist
for mask in 000FFF FFF000 A5A5A5; do
	tallyboard histfold -m $mask hist >out
	reference histfold -v mask=$((16#$mask)) hist >want
	same $mask want out
	grep -cv '^[0-9A-F]\{6\} [0-9A-F]\{8\}$' out
done
tallyboard histfold -m FFFFFF hist >out
same FFFFFF hist out
tallyboard histfold --mask=000000 hist >out
gawk '{ n += strtonum("0x" $2) } END { printf "000000 %08X\n", n }' hist >want
same 000000 want out
tallyboard histfold -m 16777215 hist >out
same decimal hist out
printf '000003 00000001\n000001 00000002\n000003 00000000\n000009 00000000\n' |
	tallyboard histfold -m FFFFFF
echo 'no line'
printf '# lost packets dropped: 4\n#file:histogram\n# my comment\n' | tallyboard histfold -m 0
echo 'at the limit'
printf '000000 FFFF0000\n000001 0000FFFF\n' | tallyboard histfold -m 0
echo 'above it'
printf '000000 FFFFFFFF\n000001 FFFFFFFF\n000010 00000001\n' >large
run tallyboard histfold -m FFFFF0 large
printf '%06X FFFFFFFF\n' 0 1 2 3 4 5 >larger
run tallyboard histfold -m 000002 -o out.hist larger
[ -e out.hist ] || echo "no output"

#> 000FFF: same
#> 0
#> FFF000: same
#> 0
#> A5A5A5: same
#> 0
#> FFFFFF: same
#> 000000: same
#> decimal: same
#> 000001 00000002
#> 000003 00000001
#> 000009 00000000
#> no line
#> # lost packets dropped: 4
#> # file:histogram
#> # check: CRC-32
#> at the limit
#> 000000 FFFFFFFF
#> above it
#> $ tallyboard histfold -m FFFFF0 large
#> 000000 FFFFFFFF
#> 000010 00000001
#> ! histfold: bin 000000: count 8589934590 does not fit into 32 bits
#> status 1
#> $ tallyboard histfold -m 000002 -o out.hist larger
#> ! histfold: bin 000000: count 17179869180 does not fit into 32 bits
#> ! histfold: nor do 1 more counts
#> status 1
#> no output
#2> standard input:3: there is nothing in this file
