# SPDX-License-Identifier: Apache-2.0
# Checks against sums computed by awk that every packet is counted once and in its cell, however
# many cells are merged.
. "$TOP/sw/surfboard/tests/export.bash"
random_trace 3000 7 | sed 's/ \(.\)[2367ABEF]/ \10/' >r.trace # no overflow
fields <r.trace >f
data() { sed '1,/^.* << end$/d; /^end$/,$d; /^$/d; / NaN$/d'; }
echo "sizes"
surfplot sizes -o x.svg --script=s r.trace
data <s >got
awk '{ n[$9]++ } END { for (s in n) print s, n[s] }' f | sort -n | cmp - got
echo "latencies"
surfplot latencies -o x.svg --script=s r.trace
data <s >got
grep 'set label 2' s
# the width of a bar, in ms, is in the script
awk 'NR == FNR { if (/boxwidth/) w = int($3 * 1e4 + 0.5); next }
	{ n[int($4 / w)]++ }
	END { for (i in n) printf "%.10g %d\n", (i * w + (w - 1) / 2) / 1e4, n[i] }' s f | sort -g |
		cmp - got
awk '{ n += $2 } END { print n }' got
echo "range"
surfplot sizes -x 100:160 -o x.svg --script=- r.trace | data >got
awk '$9 >= 100 && $9 <= 160 { n[$9]++ } END { for (s in n) print s, n[s] }' f | sort -n | cmp - got
echo "joint"
surfplot joint -x sender -y category -o x.svg --script=s r.trace
data <s | cut -d" " -f1,2,7 | sort -n >got
awk '{ n[$3 " " $8]++ } END { for (k in n) print k, n[k] }' f | sort -n | cmp - got
surfplot joint -o x.svg --script=s r.trace
data <s | awk '{ n += $NF } END { print n }'
echo "histogram"
# size and the upper bits of the latency
awk '{ s = $9 % 1024; b = s * 1024 + int($4 / 16384) % 1024; n[b]++ }
	END { for (b in n) printf "%06X %08X\n", b, n[b] }' f | sort >r.hist
surfplot sizes -b 'bin[19:10] = size' -o x.svg --script=s r.hist
data <s >got
awk '{ n[$9]++ } END { for (s in n) print s, n[s] }' f | sort -n | cmp - got
printf 'bin[19:10] = size\nbin[9:0] = latency[23:14]\n' >c.bsel
surfplot joint -c c.bsel -o x.svg --script=s r.hist
grep 'set label 2' s
data <s | awk '{ n += $NF } END { print n }'

#> sizes
#> latencies
#> set label 2 'r.trace: 3000 packets; 3.2768 ms of latency to a bar' at screen 0.5, 0.922 center font ',11' textcolor rgb '#666666'
#> 3000
#> range
#> joint
#> 3000
#> histogram
#> set label 2 'r.hist: 3000 packets; 13.1072 ms of latency to a cell; 16 words of size to a cell' at screen 0.5, 0.922 center font ',11' textcolor rgb '#666666'
#> 3000
