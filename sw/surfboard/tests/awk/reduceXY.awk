# SPDX-License-Identifier: Apache-2.0
# Does the same as reduceXY, for comparison: -v x0=LOW -v x1=HIGH -v y0=LOW -v y1=HIGH -v
# width=INCHES -v height=INCHES -v dpi=DPI; with -v histogram=1 the -h mode.
# A line: x, y.
BEGIN {
	FS = ","
	columns = width * dpi
	rows = height * dpi
	x0 += 0; x1 += 0; y0 += 0; y1 += 0
	dx = (x1 - x0) / columns
	dy = (y1 - y0) / rows
}
$1 < x0 || $1 > x1 || $2 < y0 || $2 > y1 { next }
{
	x = int(($1 - x0) / dx)
	if (x >= columns)
		x = columns - 1
}
histogram {
	if (!(x in first))
		first[x] = $1
	sum[x] += $2
	next
}
{
	y = int(($2 - y0) / dy)
	if (y >= rows)
		y = rows - 1
}
!hit[y * columns + x]++
END {
	for (x = 0; histogram && x < columns; x++)
		if (x in first)
			print first[x] "," sum[x]
}
