# SPDX-License-Identifier: Apache-2.0
# Draws each kind in each format with gnuplot: standard error must be empty, and the picture must
# have title, source and labels.
. "$TOP/sw/surfboard/tests/export.bash"
random_trace 300 3 >r.trace
{ tail -n 100 r.trace; head -n 20 r.trace; } >ring.trace
for kind in sizes latencies time joint 'joint -s' 'joint -x time -y page' 'sizes -l' 'joint -l' \
	'joint -s -l'; do
	echo "== $kind"
	# shellcheck disable=SC2086 # options
	surfplot $kind -o p.svg r.trace && grep -c '</svg>' p.svg
	labels p.svg
	# shellcheck disable=SC2086
	surfplot $kind -o p.png r.trace && head -c 4 p.png | tail -c 3 && echo
	# shellcheck disable=SC2086
	surfplot $kind r.trace |
		sed -n 's/.*\(Packets by [a-z]*\|Latency against.*time\|Joint dist.*[a-z]\).*/terminal: \1/p'
done
surfplot time -o p.svg ring.trace && grep -c 'ring.trace: .* of 120 packets' p.svg
# the script alone must draw the same picture
surfplot joint -o p.svg --script=s r.trace && LC_ALL=C.UTF-8 gnuplot s | cmp - p.svg
# a character plot of every size from 1 to 23 and every latency of a unit must have no gap
for ((i = 0; i < 23 * 200; i++)); do
	printf '%06X %08X %08X %08X 00000000\n' $i $((i / 23)) $(((i % 23 + 1) << 18)) $((i + 1))
done >full.trace
echo '== characters'
surfplot sizes full.trace
surfplot latencies full.trace | grep -c '^.\{8\}|\*\{66\}|'
surfplot joint full.trace | grep -c '^.\{8\}|@\{66\}|'

#> == sizes
#> 1
#> Packets by size
#> packets
#> r.trace: 300 packets
#> size, words of 32 bits
#> PNG
#> terminal: Packets by size
#> == latencies
#> 1
#> Packets by latency
#> latency, ms
#> packets
#> r.trace: 167 of 300 packets; 3.2768 ms of latency to a bar; 133 beyond the latency window
#> PNG
#> terminal: Packets by latency
#> == time
#> 1
#> Latency against receive time
#> latency, ms
#> others
#> r.trace: 167 of 300 packets; 133 beyond the latency window; senders that coincide alternate
#> receive time, ms
#> sender 0
#> sender 1
#> sender 2
#> sender 3
#> sender 4
#> sender 5
#> sender 6
#> sender 7
#> PNG
#> terminal: Latency against receive time
#> == joint
#> 1
#> Joint distribution of latency and size
#> latency, ms
#> packets
#> r.trace: 167 of 300 packets; 13.1072 ms of latency to a cell; 16 words of size to a cell; 133 beyond the latency window
#> size, words of 32 bits
#> PNG
#> terminal: Joint distribution of latency and size
#> == joint -s
#> 1
#> Joint distribution of latency and size
#> latency, ms
#> packets
#> r.trace: 167 of 300 packets; 52.4288 ms of latency to a cell; 32 words of size to a cell; 133 beyond the latency window
#> size, words of 32 bits
#> PNG
#> terminal: Joint distribution of latency and size
#> == joint -x time -y page
#> 1
#> Joint distribution of receive time and page
#> packets
#> page
#> r.trace: 300 packets; 0.2048 ms of receive time to a cell; 512 values of page to a cell
#> receive time, ms
#> PNG
#> terminal: Joint distribution of receive time and page
#> == sizes -l
#> 1
#> Packets by size
#> packets
#> r.trace: 300 packets
#> size, words of 32 bits
#> PNG
#> terminal: Packets by size
#> == joint -l
#> 1
#> Joint distribution of latency and size
#> latency, ms
#> packets
#> r.trace: 167 of 300 packets; 13.1072 ms of latency to a cell; 16 words of size to a cell; 133 beyond the latency window
#> size, words of 32 bits
#> PNG
#> terminal: Joint distribution of latency and size
#> == joint -s -l
#> 1
#> Joint distribution of latency and size
#> latency, ms
#> packets
#> r.trace: 167 of 300 packets; 52.4288 ms of latency to a cell; 32 words of size to a cell; 133 beyond the latency window
#> size, words of 32 bits
#> PNG
#> terminal: Joint distribution of latency and size
#> 1
#> == characters
#>                                                                                
#>                                                                                
#>                                   Packets by size                              
#>                              full.trace: 4600 packets                          
#>         +------------------------------------------------------------------+   
#>         | + ***************************************************************|   
#>     100 |-+ ***************************************************************|   
#>         |   ***************************************************************|   
#>         |   ***************************************************************|   
#>         |   ***************************************************************|   
#>         |   ***************************************************************|   
#>         |   ***************************************************************|   
#>      10 |-+ ***************************************************************|   
#>         |   ***************************************************************|   
#>         |   ***************************************************************|   
#>         |   ***************************************************************|   
#>         |   ***************************************************************|   
#>       1 |-+ ***************************************************************|   
#>         | + ***************************************************************|   
#>         +------------------------------------------------------------------+   
#>           0             5            10            15            20            
#>                               size, words of 32 bits                           
#>                                                                                
#>                                                                                
#> 14
#> 12
