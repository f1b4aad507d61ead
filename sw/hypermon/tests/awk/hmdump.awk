# SPDX-License-Identifier: Apache-2.0
# Frames as text, from frames as text: no less than hmdump has to write.
FNR == 1 { file++ }
file == 1 || /^#/ { next }
{
	line = $2 * 800 " " $2 " " $3
	for (i = 4; i <= NF; i++) line = line " " $i
	print line
}
