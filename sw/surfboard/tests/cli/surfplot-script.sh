# SPDX-License-Identifier: Apache-2.0
# Checks the script of each kind of picture of a small trace: data, ranges, labels, title.
. "$TOP/sw/surfboard/tests/export.bash"
{ sample; echo '00000D 04000133 00041000 000F2000 00123457'; } >"it's.trace"
draw() {
	echo "== $*"
	surfplot "$@" --script=- "it's.trace"
}
draw sizes
draw latencies --linear -o a.svg | grep -v -e '^set [bltr]' -e '^# '
draw time -t 'One more'
draw time -o a.png -x 429s:430s -y :20 | grep -v -e '^set [bltr]m' -e '^# '
draw joint -y sender
draw joint -s -x color -y category -o a.svg
head -5 a.svg | grep -c '<svg'
grep -c '</svg>' a.svg

#> == sizes
#> # A picture of surfplot; to draw it: gnuplot THIS >PICTURE
#> set encoding utf8
#> set terminal dumb nofeed noenhanced size 79,24
#> set title 'Packets by size' ."\n".'it''s.trace: 4 packets; 16 words of size to a bar; 5 or more lost'
#> set lmargin 8
#> set rmargin 3
#> set tmargin 4
#> set bmargin 4
#> $data << end
#> 7.378787879 3
#> 1031.621212 1
#> end
#> set xlabel 'size, words of 32 bits'
#> set xrange [-8.378787879:1047.378788]
#> set logscale y
#> set yrange [0.5:10]
#> set ytics ('1' 1, '2' 2, '5' 5, '10' 10)
#> set ylabel 'packets'
#> set style fill solid 1.0 border lc rgb '#0072b2'
#> set boxwidth 16
#> plot $data using 1:2 with impulses lc rgb '#0072b2' notitle
#> == latencies --linear -o a.svg
#> set encoding utf8
#> set palette defined (0 '#5696cc', 1 '#2070b4', 2 '#08519c', 3 '#041d42')
#> set grid back lt 1 lc rgb '#dddddd' lw 1
#> $data << end
#> 0.1 1
#> 5.1 1
#> 30.7 1
#> end
#> set xlabel 'latency, µs'
#> set xrange [-0.05:30.75]
#> set yrange [0:2]
#> set ytics ('0' 0, '1' 1, '2' 2)
#> set ylabel 'packets'
#> set style fill solid 1.0 border lc rgb '#0072b2'
#> plot $data using 1:2 with boxes lc rgb '#0072b2' notitle
#> == time -t One more
#> # A picture of surfplot; to draw it: gnuplot THIS >PICTURE
#> set encoding utf8
#> set terminal dumb nofeed noenhanced size 79,24
#> set title 'One more' ."\n".'it''s.trace: 3 of 4 packets' ."\n".'1 beyond the latency window' ."\n".'5 or more lost'
#> $sender1 << end
#> 3.35544315 4.75
#> 3.35544315 30.35
#> end
#> $sender3 << end
#> 432.8521728 1.55
#> end
#> set xlabel 'receive time, s'
#> set ylabel 'latency, us'
#> set xrange [3.35544315:432.8521728]
#> set yrange [0:31.8675]
#> set key below
#> plot $sender1 with points pt 'A' title 'sender 1', $sender3 with points pt 'B' title 'sender 3'
#> == time -o a.png -x 429s:430s -y :20
#> set encoding utf8
#> set terminal pngcairo noenhanced size 900,560 font 'sans-serif,13' background '#ffffff'
#> set label 1 'Latency against receive time' at screen 0.5, 0.963 center font ',16'
#> set label 2 'it''s.trace: 1 of 4 packets; 1 beyond the latency window; 5 or more lost' at screen 0.5, 0.922 center font ',11' textcolor rgb '#666666'
#> set linetype 1 lc rgb '#0072b2'
#> set linetype 2 lc rgb '#d55e00'
#> set linetype 3 lc rgb '#009e73'
#> set linetype 4 lc rgb '#cc79a7'
#> set linetype 5 lc rgb '#8a6d00'
#> set linetype 6 lc rgb '#000000'
#> set linetype 7 lc rgb '#6a3d9a'
#> set linetype 8 lc rgb '#d81b60'
#> set linetype 9 lc rgb '#737373'
#> set palette defined (0 '#5696cc', 1 '#2070b4', 2 '#08519c', 3 '#041d42')
#> set border 3 lc rgb '#555555'
#> set tics nomirror
#> set grid back lt 1 lc rgb '#dddddd' lw 1
#> $sender3 << end
#> 429.5951488 0.1
#> end
#> set xlabel 'receive time, s'
#> set ylabel 'latency, µs'
#> set xrange [429:430]
#> set yrange [0:20]
#> set key at screen 0.97, 0.90 right horizontal samplen 1 maxrows 2
#> set pointsize 0.25
#> plot $sender3 with points pt 7 lc rgb '#0072b2' notitle, NaN with points pt 7 ps 0.7 lc rgb '#0072b2' title 'sender 3'
#> == joint -y sender
#> # A picture of surfplot; to draw it: gnuplot THIS >PICTURE
#> set encoding utf8
#> set terminal dumb nofeed noenhanced size 79,24
#> set title 'Joint distribution of latency and sender' ."\n".'it''s.trace: 3 of 4 packets' ."\n".'0.8 us of latency to a cell' ."\n".'1 beyond the latency window' ."\n".'5 or more lost'
#> set lmargin 8
#> set rmargin 3
#> set tmargin 7
#> set bmargin 4
#> set xlabel 'latency, us'
#> set ylabel 'sender'
#> set xrange [-0.2863636364:31.38636364]
#> set yrange [-0.6666666667:3.666666667]
#> set ytics 1
#> $data << end
#> 0.1863636364 2.666666667 "@"
#> 0.1863636364 3 "@"
#> 0.1863636364 3.333333333 "@"
#> 0.6590909091 2.666666667 "@"
#> 0.6590909091 3 "@"
#> 0.6590909091 3.333333333 "@"
#> 4.913636364 0.6666666667 "@"
#> 4.913636364 1 "@"
#> 4.913636364 1.333333333 "@"
#> 5.386363636 0.6666666667 "@"
#> 5.386363636 1 "@"
#> 5.386363636 1.333333333 "@"
#> 30.44090909 0.6666666667 "@"
#> 30.44090909 1 "@"
#> 30.44090909 1.333333333 "@"
#> 30.91363636 0.6666666667 "@"
#> 30.91363636 1 "@"
#> 30.91363636 1.333333333 "@"
#> end
#> set label 1 '@ is up to 1 packets, each shade before it up to a quarter of the next' at screen 0.5, character 0 center
#> plot $data using 1:2:3 with labels notitle
#> == joint -s -x color -y category -o a.svg
#> # A picture of surfplot; to draw it: gnuplot THIS >PICTURE
#> set encoding utf8
#> set terminal svg noenhanced size 900,560 font 'sans-serif,13' background '#ffffff'
#> set label 1 'Joint distribution of color and category' at screen 0.5, 0.963 center font ',16'
#> set label 2 'it''s.trace: 4 packets; 5 or more lost' at screen 0.5, 0.922 center font ',11' textcolor rgb '#666666'
#> set tmargin at screen 0.87
#> set bmargin at screen 0.12
#> set lmargin at screen 0.11
#> set rmargin at screen 0.97
#> set linetype 1 lc rgb '#0072b2'
#> set linetype 2 lc rgb '#d55e00'
#> set linetype 3 lc rgb '#009e73'
#> set linetype 4 lc rgb '#cc79a7'
#> set linetype 5 lc rgb '#8a6d00'
#> set linetype 6 lc rgb '#000000'
#> set linetype 7 lc rgb '#6a3d9a'
#> set linetype 8 lc rgb '#d81b60'
#> set linetype 9 lc rgb '#737373'
#> set palette defined (0 '#5696cc', 1 '#2070b4', 2 '#08519c', 3 '#041d42')
#> set border 3 lc rgb '#555555'
#> set tics nomirror
#> set grid back lt 1 lc rgb '#dddddd' lw 1
#> set xlabel 'color'
#> set ylabel 'category'
#> set xrange [-0.5:1.5]
#> set xtics 1
#> set yrange [-0.5:2.5]
#> set ytics 1
#> $data << end
#> 0 0 0.5
#> 0 1 0.5
#> 0 2 0.5
#>
#> 1 0 2
#> 1 1 1
#> 1 2 1
#>
#> end
#> set logscale z
#> set zrange [0.5:10]
#> set ztics ('1' 1, '2' 2, '5' 5, '10' 10)
#> unset tmargin
#> unset bmargin
#> unset lmargin
#> unset rmargin
#> set xlabel offset 0,-0.7
#> set ylabel offset 0,-0.7
#> set border 31 lc rgb '#555555'
#> set view 55, 320
#> set xyplane 0
#> set zlabel 'packets' rotate
#> unset colorbox
#> set logscale cb
#> set cbrange [0.5:2]
#> set hidden3d
#> splot $data using 1:2:3:3 with lines lw 1.2 lc palette notitle
#> 1
#> 1
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
#2> it's.trace: no checksum (a file of an earlier version): damage would not be noticed
