# SPDX-License-Identifier: Apache-2.0
# Tests rxtVlat: 44 bits of time, 24 of latency; lines are truncated to 80 characters.
# shows SB-UTL-035 SB-UTL-036
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 4000 13 >trace
tallyboard rxtVlat <trace >out
reference rxtVlat trace >want
same random want out
record='00000A 12345678 00000ABC 9ABCDEF0 FFFFFFFF'
echo "$record" | tallyboard rxtVlat
blanks() { head -c "$1" /dev/zero | tr '\0' ' '; }
echo 'a line of 200 characters'
echo "$record$(blanks 58)100 more" | head -c 200 | tallyboard rxtVlat
echo 'digits beyond 80'
echo "$record$(blanks 38)$record" | tallyboard rxtVlat
echo 'one before it'
echo "$record$(blanks 37)7$record" | tallyboard rxtVlat
echo "status $?"
echo 'a comment across it, and the line after'
printf '%s # %s\n%s\n' "$record" "$(blanks 300)" "$record" | tallyboard rxtVlat
echo 'a record that is cut'
echo "$(blanks 40)$record" | tallyboard rxtVlat
echo "status $?"
echo 'a megabyte'
printf '%s%s%s\n%s\n' "$record" "$(blanks 1048576)" "$record" "$record" | tallyboard rxtVlat
echo "status $?"

#> random: same
#> 11805166198512,3430008
#> a line of 200 characters
#> 11805166198512,3430008
#> digits beyond 80
#> 11805166198512,3430008
#> one before it
#> status 1
#> a comment across it, and the line after
#> 11805166198512,3430008
#> 11805166198512,3430008
#> a record that is cut
#> status 1
#> a megabyte
#> 11805166198512,3430008
#> 11805166198512,3430008
#> status 0
#2> standard input:1: too many fields
#2> standard input:1: word is not 8 digits long
