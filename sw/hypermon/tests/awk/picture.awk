# SPDX-License-Identifier: Apache-2.0
# Checks a picture that gnuplot drew as SVG: prints the distinct positions of the first curve, or of
# the cells, along x; labels that overlap each other or the plot, or are outside of the picture;
# curves, bars and colours that are equal in grey. -v cells=1: cells have labels. -v states=1:
# the colours of bars are compared instead of those of curves.
function luma(color,   c) {
	split(color, c, /[^0-9]+/)
	return 0.299 * c[2] + 0.587 * c[3] + 0.114 * c[4]
}
function number(text, name,   m) {
	return match(text, name "=\"([0-9.]+)", m) ? m[1] + 0 : 0
}
/viewBox/ { match($0, /0 0 ([0-9]+) ([0-9]+)/, m); width = m[1]; height = m[2] }
/<g id="gnuplot_plot_/ { plot++ }
# the axes: down and to the right
/^\t<path .*d='M[0-9.]+,[0-9.]+ L[0-9.]+,[0-9.]+ L[0-9.]+,[0-9.]+ / && !right {
	match($0, /d='M([0-9.]+),([0-9.]+) L([0-9.]+),([0-9.]+) L([0-9.]+),([0-9.]+) /, m)
	if (m[1] == m[3] && m[4] == m[6]) {
		left = m[1] + 0; top = m[2] + 0; bottom = m[4] + 0; right = m[5] + 0
	}
}
/stroke-width="/ { line = number($0, "stroke-width") }
/<g transform="translate/ {
	match($0, /translate\(([0-9.]+),([0-9.]+)\)/, m)
	x = m[1]; y = m[2]; turned = /rotate/; size = number($0, "font-size")
	anchor = /"end"/ ? 1 : /"middle"/ ? 0.5 : 0
}
match($0, /<text>(.*)<\/text>/, m) {
	text = m[1]
	gsub(/^ +| +$/, "", text)
	if (text == "") next
	long = 0.6 * size * length(text); wide = 0.8 * size
	n++
	label[n] = text
	x1[n] = turned ? x - wide : x - anchor * long; x2[n] = turned ? x : x1[n] + long
	y1[n] = turned ? y - (1 - anchor) * long : y - wide; y2[n] = turned ? y1[n] + long : y
}
# a curve: its longest path
plot && match($0, /<path stroke='(rgb\([ 0-9,]+\))'( *stroke-dasharray='[0-9.,]+')?.* d='M/, m) &&
	!/class="gridline"|rgb\( 85,  85,  85\)/ {
	style[plot] = m[2] " " line; shade[plot] = luma(m[1]); curve = plot
}
curve == 1 || (plot == 1 && /points = /) {
	rest = $0
	sub(/^.*(d='|points = ')/, "", rest)
	first = 1
	while (match(rest, /([0-9.]+),([0-9.]+)/, m)) {
		if (!/points = / || first) at[m[1]]
		first = 0
		rest = substr(rest, RSTART + RLENGTH)
	}
}
/<\/g>/ { curve = 0 }
/<polygon fill = / {
	match($0, /fill = '(rgb\([ 0-9,]+\))'/, m)
	if (m[1] !~ /255, 255, 255/) fills[m[1]]
	fill = 1
}
END {
	for (i in at) if (i + 0 >= left - 1 && i + 0 <= right + 1) bins++
	printf "%d positions", bins
	if (n < 10) printf "; only %d labels", n
	for (i = 1; i <= n; i++) {
		if (x1[i] < 0 || x2[i] > width || y1[i] < 0 || y2[i] > height) printf "; outside: %s", label[i]
		if (!cells && x1[i] < right && x2[i] > left && y1[i] < bottom && y2[i] > top)
			printf "; on the plot: %s", label[i]
		for (k = 1; k < i; k++)
			if (x1[i] < x2[k] && x2[i] > x1[k] && y1[i] < y2[k] && y2[i] > y1[k])
				printf "; %s overlaps %s", label[k], label[i]
	}
	if (!states) for (i in shade) {
		for (k in shade)
			if (i < k && style[i] == style[k] && (shade[i] - shade[k]) ^ 2 < 3600)
				printf "; curves %s and %s alike in grey", i, k
	}
	if (states)
		for (i in fills) for (k in fills) if (i < k && (luma(i) - luma(k)) ^ 2 < 2500)
			printf "; %s and %s alike in grey", i, k
	print ""
}
