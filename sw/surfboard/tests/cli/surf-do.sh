# SPDX-License-Identifier: Apache-2.0
# Tests scripts: DO, nested and recursive, and the errors that stop them.
# shows SB-CLI-021 SB-CLI-022 SB-CLI-023 SB-CLI-006
cat >set <<'END'
# three assignments
TTCR = 1A5
PCLR.CAT = 12.

WCDR = 525.   # words
END
surf -c 'do set; show ttcr; show pclr; show wcdr'
echo "status $?"
printf 'do set\npclr.led = 1\n' >outer
surf -c 'do outer; show pclr'
echo "status $?"
echo 'do self' >self
printf 'do missing\ndo self\nshow pclr\n' | surf
echo "status $?"
printf 'pclr = 1\n\nfoo\npclr = 2\n' >bad
printf 'do bad\npclr = 3\n' >calls
printf 'do calls\nshow pclr\n' | surf
echo "status $?"
surf calls
echo "status $?"
surf -c 'do calls; pclr = 3'
echo "status $?"
printf 'pclr = 1\nquit\npclr = 2\n' >quits
surf -c 'do quits; show pclr'
echo "status $?"
printf 'show pclr' | surf -
echo "status $?"
printf 'show pclr\nfoo\nshow pclr\n' | surf -
echo "status $?"
mkdir folder
surf folder
echo "status $?"
surf -c 'do folder'
echo "status $?"
printf 'show pclr\nshow\0pclr\n' >binary
surf binary
echo "status $?"
cp set 'with blanks; and so on'
surf -c 'do "with blanks; and so on"; show wcdr'

#> TTCR.MEI: where external input and output share a wire, it stays low once it is low
#> TTCR 000001A5  EIP 1  EOP 1  MEOD 0  MEI 1  MBV 0  MODE 1  QUAL 1
#> PCLR 0000000C  LED 0  CAT C
#> WCDR 0000020D ( 525.)
#> status 0
#> TTCR.MEI: where external input and output share a wire, it stays low once it is low
#> PCLR 0000001C  LED 1  CAT C
#> status 0
#> > do missing
#> > do self
#> > show pclr
#> PCLR 00000000  LED 0  CAT 0
#> > 
#> status 1
#> > do calls
#> > show pclr
#> PCLR 00000001  LED 0  CAT 1
#> > 
#> status 1
#> status 1
#> status 1
#> status 0
#> PCLR 00000000  LED 0  CAT 0
#> status 0
#> PCLR 00000000  LED 0  CAT 0
#> status 1
#> status 1
#> status 1
#> PCLR 00000000  LED 0  CAT 0
#> status 1
#> TTCR.MEI: where external input and output share a wire, it stays low once it is low
#> WCDR 0000020D ( 525.)
#2> standard input:1: missing: No such file or directory
#2> self:1: self: more than 16 files within each other
#2> bad:3: foo: no such command; try HELP or HELP MORE
#2> bad:3: foo: no such command; try HELP or HELP MORE
#2> bad:3: foo: no such command; try HELP or HELP MORE
#2> standard input:1: the last line has no end: is the file complete?
#2> standard input:2: foo: no such command; try HELP or HELP MORE
#2> folder: Is a directory
#2> folder: Is a directory
#2> binary:2: not a line of text
