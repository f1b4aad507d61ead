# SPDX-License-Identifier: Apache-2.0
# Tests a session on standard input: prompt, QUIT, EXIT, end of input, empty lines, and lines after
# an error. The lines read are printed after their prompts.
# shows SB-CLI-001 SB-CLI-002 SB-CLI-003 SB-CLI-004 SB-CLI-006 SB-CLI-007
printf 'pclr = 5\nshow pclr\nquit\nshow ttcr\n' | surf
echo "status $?"
printf 'SHOW PCLR\nEXIT\nSHOW TTCR\n' | surf
echo "status $?"
printf '\n   \nshow pclr\n\n' | surf
echo "status $?"
printf 'show pclr' | surf
echo "status $?"
surf </dev/null
echo "status $?"
printf 'foo\nshow pclr\nshow foo\nquit\n' | surf
echo "status $?"
printf 'show pclr\0 rest\nquit\n' | surf
echo "status $?"

#> > pclr = 5
#> > show pclr
#> PCLR 00000005  LED 0  CAT 5
#> > quit
#> status 0
#> > SHOW PCLR
#> PCLR 00000000  LED 0  CAT 0
#> > EXIT
#> status 0
#> > 
#> >    
#> > show pclr
#> PCLR 00000000  LED 0  CAT 0
#> > 
#> > 
#> status 0
#> > show pclr
#> PCLR 00000000  LED 0  CAT 0
#> > 
#> status 0
#> > 
#> status 0
#> > foo
#> > show pclr
#> PCLR 00000000  LED 0  CAT 0
#> > show foo
#> > quit
#> status 1
#> > show pclr
#> > quit
#> status 1
#2> standard input:1: the last line has no end: is the file complete?
#2> standard input:1: foo: no such command; try HELP or HELP MORE
#2> standard input:3: foo: no such register
#2> standard input:1: not a line of text
