# SPDX-License-Identifier: Apache-2.0
# Tests scale: it multiplies the selected fields exactly, and keeps the others byte for byte.
# shows SB-UTL-037
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 3000 17 | tallyboard rxtVlat >csv
tallyboard scale -f 1 -m 0.1 -f 2 -m 2 csv >out
reference scale -v m1=0.1 -v m2=2 csv >want
same random want out
gawk -F, '{ print $0 ",  third " NR " ,\"a,b\", 007.50" }' csv >csv3
tallyboard scale -f 2 -m 2 -f 1 -m 0.1 csv3 >out
cut -d, -f3- csv3 >want
cut -d, -f3- out >rest
same 'other fields' want rest
# VALUE FACTOR [OFFSET]
try() {
	printf '%s * %s + %s = ' "$1" "$2" "${3:-0}"
	echo "$1" | tallyboard scale -f 1 -m "$2" ${3:+-a "$3"}
}
try 3 0.1
try 10 0.1
try 0.5 2
try -7 1.50 0.25
try 1e3 2.5e-3
try 2.5e+2 -1
try 0 -5
try -0.0 1 0
try +1.10 1
try .5 1.
try 17592186044415 0.1
try 17592186044415 100e-9
try 123456789012345678 1 1
try 999999999999999999 10
try 1 0.333333333333333333
try 1234567890123456789012 1
try 1e300 10
try 5 0x10
try 1e-30 1e-30
try 0.000000000000000001 1
try 0.0000000000000000001 1
try 0.1 0.1 0.001
try 100 1 -0.05
try 9223372036854775807 1
try 922337203685477580 10
try 100000000000000000 1 1e-5
try 1e-400 1
echo 'blanks, quotes, a header, comments'
printf 'time, "lat, us"\n# a comment\n\n 1 ,2\t,3\r\n"a,b",5\n' |
	tallyboard scale -f 2 -m 10 | sed 's,\r$,\\r,'
printf '# first\nx,y\n1,2\nx,y\n' | tallyboard scale -f 1 -m 10
echo "status $?"
for bad in '1' '1,' '1,2x' '1,"2"' '1,0x10' '1,inf' '1,nan' '1,-' '1,.' '1,1e' '1,1e9999' '1,2 3' \
	"1,$(head -c 300 /dev/zero | tr '\0' 1)"; do
	printf '5,5\n%s\n7,7\n' "$bad" | tallyboard scale -f 1 -m 2 -f 2 -m 3
	echo "status $?"
done
echo 1e308 | tallyboard scale -f 1 -m 10
echo "status $?"

printf '1,25\n2,3' | run tallyboard scale -f 2 -m 2 # a file that was cut off

#> random: same
#> other fields: same
#> 3 * 0.1 + 0 = 0.3
#> 10 * 0.1 + 0 = 1
#> 0.5 * 2 + 0 = 1
#> -7 * 1.50 + 0.25 = -10.25
#> 1e3 * 2.5e-3 + 0 = 2.5
#> 2.5e+2 * -1 + 0 = -250
#> 0 * -5 + 0 = 0
#> -0.0 * 1 + 0 = 0
#> +1.10 * 1 + 0 = 1.1
#> .5 * 1. + 0 = 0.5
#> 17592186044415 * 0.1 + 0 = 1759218604441.5
#> 17592186044415 * 100e-9 + 0 = 1759218.6044415
#> 123456789012345678 * 1 + 1 = 123456789012345679
#> 999999999999999999 * 10 + 0 = 1e+19
#> 1 * 0.333333333333333333 + 0 = 0.333333333333333333
#> 1234567890123456789012 * 1 + 0 = 1.23456789012346e+21
#> 1e300 * 10 + 0 = 1e+301
#> 5 * 0x10 + 0 = 80
#> 1e-30 * 1e-30 + 0 = 1e-60
#> 0.000000000000000001 * 1 + 0 = 0.000000000000000001
#> 0.0000000000000000001 * 1 + 0 = 1e-19
#> 0.1 * 0.1 + 0.001 = 0.011
#> 100 * 1 + -0.05 = 99.95
#> 9223372036854775807 * 1 + 0 = 9.22337203685478e+18
#> 922337203685477580 * 10 + 0 = 9223372036854775800
#> 100000000000000000 * 1 + 1e-5 = 1e+17
#> 1e-400 * 1 + 0 = 0
#> blanks, quotes, a header, comments
#> time, "lat, us"
#> # a comment
#>
#>  1 ,20	,3\r
#> "a,b",50
#> # first
#> x,y
#> 10,2
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> 10,15
#> status 1
#> status 1
#> $ tallyboard scale -f 2 -m 2
#> 1,50
#> 2,6
#> ! standard input: the last line has no end: is the file complete?
#> status 0
#2> standard input:4: field 1 is not a number
#2> standard input:2: no field 2
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:2: field 2 is not a number
#2> standard input:1: result too large
