# SPDX-License-Identifier: Apache-2.0
# Checks that mk_s16d converts words of the cable in both orders to mk.dat and reports an incomplete
# end.
. "$TOP/sw/multikron/tests/mk.bash"
gawk 'BEGIN { for (i = 0; i < 5000; i++) printf "%d %d %d\n", 10 * i, i, i % 8 }' | events >a
printf '80 1 2 3 1 2 3 4 5 6 7 8 9 A B C D E F 10\n' | samples >>a
checked <a >right
mk_s16d a | cmp - right && echo equal
mk_s16d <a | cmp - right && echo equal
# the two bytes of each 16-bit word are swapped
LC_ALL=C dd if=a of=little conv=swab status=none
mk_s16d -l little | cmp - right && echo equal
cat little | mk_s16d -l | cmp - right && echo equal
mk_s16d -n 3 a | mk_expand -
head -c 50 a >torn
mk_s16d torn >out
echo "status $?"
wc -c <out
run mk_s16d none
run mk_s16d a b

#> equal
#> equal
#> equal
#> equal
#> 00 00000000000000 00000000 0000000000000000
#> 10 0000000000000A 00000000 0000000000000001
#> 20 00000000000014 00000000 0000000000000002
#> status 1
#> 107
#> $ mk_s16d none
#> ! mk_s16d: none: No such file or directory
#> status 1
#> $ mk_s16d a b
#> ! mk_s16d: more than one input: b
#> ! Try 'mk_s16d --help'.
#> status 2
#2> mk_s16d: the last sample is incomplete, 10 bytes
