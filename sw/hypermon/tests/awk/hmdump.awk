# SPDX-License-Identifier: Apache-2.0
# Prints frames as text from frames as text, which is at least the output of hmdump.
FNR == 1 { file++ }
file == 1 || /^#/ { next }
{
	line = $2 * 800 " " $2 " " $3
	for (i = 4; i <= NF; i++) line = line " " $i
	print line
}
