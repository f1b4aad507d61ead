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
