# SPDX-License-Identifier: Apache-2.0
# Checks what a reader can see in the pictures: few events next to many, differences between cells,
# and texts that touch neither each other nor the border.
# shows NM-DIA-007
. "$TOP/sw/numachine/tests/nm.bash"

# PICTURE: prints pairs of texts that overlap, and texts that exceed the picture of 900 by 560. A
# text is a rectangle of 0.6 of the font's size for each character, rotated like the text.
touching() {
	awk '
	function attribute(name,    s) { return match($0, name "=\"[^\"]*\"") ? substr($0,
		RSTART + length(name) + 2, RLENGTH - length(name) - 3) : "" }
	# corner k of text i: a point, into cx and cy
	function corner(i, k,    u, v) {
		u = k == 0 || k == 3 ? left[i] : right[i]
		v = k < 2 ? -0.75 * size[i] : 0.1 * size[i]
		cx = x[i] + u * cos(angle[i]) - v * sin(angle[i])
		cy = y[i] + u * sin(angle[i]) + v * cos(angle[i])
	}
	# the projections of texts i and j on a line at an angle do not touch
	function apart(i, j, a,    k, low, high, lo, hi, s) {
		for (k = 0; k < 4; k++) {
			corner(i, k); s = cx * cos(a) + cy * sin(a)
			if (!k || s < low) low = s
			if (!k || s > high) high = s
			corner(j, k); s = cx * cos(a) + cy * sin(a)
			if (!k || s < lo) lo = s
			if (!k || s > hi) hi = s
		}
		return high <= lo || hi <= low
	}
	/<g transform="translate\(/ {
		split(attribute("transform"), t, /[(,)]/)
		turn = $0 ~ /rotate\(/ ? t[5] : 0
		fs = attribute("font-size"); anchor = attribute("text-anchor")
	}
	/<text>/ {
		text = $0
		gsub(/<[^>]*>|^[ \t]*|[ \t]*$/, "", text); gsub(/&[a-z]*;/, ".", text)
		if (text == "") next
		n++; name[n] = text; x[n] = t[2]; y[n] = t[3]; angle[n] = turn * atan2(0, -1) / 180; size[n] = fs
		width = 0.6 * fs * length(text)
		left[n] = anchor == "end" ? -width : anchor == "middle" ? -width / 2 : 0
		right[n] = left[n] + width
	}
	END {
		for (i = 1; i <= n; i++) {
			for (k = 0; k < 4; k++) {
				corner(i, k)
				if (cx < 0 || cy < 0 || cx > 900 || cy > 560) { print "outside: " name[i]; break }
			}
			for (j = 1; j < i; j++)
				if (!apart(i, j, angle[i]) && !apart(i, j, angle[i] + atan2(1, 0)) && !apart(i, j, angle[j]) &&
					!apart(i, j, angle[j] + atan2(1, 0)))
					print "overlap: " name[j] " / " name[i]
		}
		print (n > 5 ? "texts checked" : "only " n " texts")
	}' "$1"
}
# PICTURE: prints color, left side, upper and lower end of the filled shapes
polygons() {
	sed -n "s/.*<polygon fill *= *'rgb(\([^)]*\))' *points *= *'\([^']*\)'.*/\1:\2/p" "$1" | awk -F: '{
		gsub(/ /, "", $1)
		n = split($2, point, " ")
		for (i = 1; i <= n; i++) {
			split(point[i], v, ",")
			if (i == 1 || v[1] + 0 < left) left = v[1] + 0
			if (i == 1 || v[2] + 0 < low) low = v[2] + 0
			if (i == 1 || v[2] + 0 > high) high = v[2] + 0
		}
		print $1, left, low, high
	}'
}
# PICTURE "R,G,B": prints the height of the bars of this color, except in the key, in pixels
heights() {
	polygons "$1" | awk -v color="$2" '$1 == color && $3 > 90 { printf "%d\n", $4 - $3 }'
}

# sixty busy labels, and a rarely used one whose line is taken each time
{
	for label in $(seq 60); do echo "$(event 0 "$label" 0 LV) $((900000 + label * 100))"; done
	echo "$(event 0 300 2 LI) 150"; echo "$(event 0 300 6 LI) 150"
} | table histogram0 >rare
for label in 5 59 60 300; do
	echo "$((label * 16384)) 64 $label an array of structures number $label"
done >long
for n in 1 16 24 25 64; do
	nmplot labels -n $n -l long -o p.svg rare
	echo "$n labels: taken $(heights p.svg 213,94,0 | awk '{ print ($1 > 40 ? "seen" : "not seen") }' |
		uniq -c)"
	touching p.svg
done
# states of lines: one request that found a line taken, among a million
{ echo "$(event 0 1 0 LV) 1000000"; echo "$(event 0 1 2 LI) 1"; } | table histogram0 >states
nmplot lines -o p.svg states
echo "lines: $(heights p.svg 0,114,178 | awk '$1 > 100' | wc -l) high, $(heights p.svg 213,94,0 |
	awk '$1 > 5' | wc -l) seen"
touching p.svg

# PICTURE: prints the number of different shades of the cells
shades() { polygons "$1" | awk '$2 < 760 { print $1 }' | sort -u | wc -l; }
# accesses from 1 to a million; and from 900 to 963
for page in $(seq 0 6); do echo "$((page << 4 | page)) $((10 ** page))"; done | table flyer >wide
for page in $(seq 0 63); do
	echo "$((page << 4 | page % 16)) $((900 + page))"
done | table flyer >narrow
for which in "wide 16" "narrow 16" "narrow 25" "narrow 64"; do
	set -- $which
	nmplot pages -n "$2" -o p.svg "$1"
	echo "$1, $2 pages: $([ "$(shades p.svg)" -ge 7 ] && echo different shades || shades p.svg)"
	touching p.svg
done
# depths of sixteen phases with long names, by phase and by processor
for phase in $(seq 0 15); do
	echo "$((phase << 10 | phase << 6 | phase)) $((4 ** (phase % 8) + phase))"
	echo "phase $phase the phase number $phase of them" >&3
done 3>phases | table depth >depth
nmplot depths -l phases -o p.svg depth
touching p.svg
nmplot waiting -l phases -o p.svg depth
touching p.svg
# the check itself: larger letters touch each other and the border
nmplot labels -n 64 -l long -o p.svg rare
sed 's/font-size="9.00"/font-size="29.00"/' p.svg >q.svg
touching q.svg | awk 'END { print (NR > 20 ? "overlaps found" : "overlaps not found") }'

#> 1 labels: taken       1 seen
#> texts checked
#> 16 labels: taken       1 seen
#> texts checked
#> 24 labels: taken       1 seen
#> texts checked
#> 25 labels: taken       1 seen
#> texts checked
#> 64 labels: taken       1 seen
#> texts checked
#> lines: 1 high, 1 seen
#> texts checked
#> wide, 16 pages: different shades
#> texts checked
#> narrow, 16 pages: different shades
#> texts checked
#> narrow, 25 pages: different shades
#> texts checked
#> narrow, 64 pages: different shades
#> texts checked
#> texts checked
#> texts checked
#> overlaps found
