# SPDX-License-Identifier: Apache-2.0
# Does the same as scale, for comparison: -v m1=FACTOR -v m2=FACTOR for fields 1 and 2.
BEGIN {
	FS = OFS = ","
	CONVFMT = OFMT = "%.15g"
}
{
	$1 *= m1
	$2 *= m2
	print
}
