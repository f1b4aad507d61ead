# SPDX-License-Identifier: Apache-2.0
# Decodes words: entries of one and two words, a truncated entry, and lines that are no words.
# shows DM-SW-001
. "$TOP/sw/tests/tools.bash"
printf '# comment\nFEDCBA987\n5A5001234\n000000041\n123FFFFFF\n' >words
run dashmon -d words
run dashmon -d -x words
head -4 words >cut
run dashmon -d -x cut
printf 'FEDCBA987\n5A500123\n' >short
run dashmon -d short
printf 'FEDCBA9870\n' >long
run dashmon -d long
printf 'FEDCBA98g\n' >letter
run dashmon -d letter
printf '0000\0006789\n' >zero
run dashmon -d zero
printf '000000041\n00000' >unfinished
run dashmon -d unfinished
run dashmon -d missing

#> $ dashmon -d words
#> # comment
#> kind,processor,address
#> write,7,0xFDB97530
#> read,52,0xB4A00240
#> read,1,0x00000008
#> read,63,0x247FFFF8
#> status 0
#> $ dashmon -d -x words
#> # comment
#> kind,processor,address,prom,since
#> write,7,0xFDB97530,0x5A5,4660
#> read,1,0x00000008,0x123,
#> status 0
#> $ dashmon -d -x cut
#> # comment
#> kind,processor,address,prom,since
#> write,7,0xFDB97530,0x5A5,4660
#> ! cut:4: the last entry is incomplete
#> status 1
#> $ dashmon -d short
#> kind,processor,address
#> write,7,0xFDB97530
#> ! short:2: not a word of 36 bits, which has nine digits
#> status 1
#> $ dashmon -d long
#> kind,processor,address
#> ! long:1: not a word of 36 bits, which has nine digits
#> status 1
#> $ dashmon -d letter
#> kind,processor,address
#> ! letter:1: not a word of 36 bits, which has nine digits
#> status 1
#> $ dashmon -d zero
#> kind,processor,address
#> ! zero:1: not a word of 36 bits, which has nine digits
#> status 1
#> $ dashmon -d unfinished
#> kind,processor,address
#> read,1,0x00000008
#> ! unfinished:2: not a word of 36 bits, which has nine digits
#> status 1
#> $ dashmon -d missing
#> kind,processor,address
#> ! missing: No such file or directory
#> status 1
