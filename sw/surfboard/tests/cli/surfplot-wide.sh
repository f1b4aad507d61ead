# SPDX-License-Identifier: Apache-2.0
# Tests the axes address and phase, of a histogram and of a trace, and refuses fields of a trace
# that are not what their names say.
printf 'bin[1:0] = phase[1:0]\nbin[7:2] = address[11:6]\n' >wide.bsel
binsel compile wide.bsel -o wide.bit
for packet in 'address=0xFC0 phase=2' 'address=0x40 phase=1' 'address=0x44 phase=3'; do
	# shellcheck disable=SC2086
	echo "$(binsel eval wide.bit $packet) 00000005"
done | sort >hist
labels() { grep -E '^set (xlabel|ylabel|label)' s; }
data() { sed '1,/^.* << end$/d; /^end$/,$d; /^$/d; / NaN$/d'; }
surfplot joint -x address -y phase -c wide.bit -o x.svg --script=s hist
labels
data <s | cut -d" " -f1,2,7
surfplot joint -x address -y size -c wide.bit hist
echo "status $?"
# entries of category A, byte enables 2, at address 40, and of 3, 4, at FC0
printf '%s\n' '000000 00000010 A0041000 00000100 00000102' \
	'000001 00000020 30041000 00000200 00003F04' >bare.trace
for bits in F0 0F FF; do
	{ echo "# phase bits: $bits"; cat bare.trace; } >$bits.trace
	surfplot joint -x phase -y address -o x.svg --script=s $bits.trace
	data <s | cut -d" " -f1,2,7
done
labels
surfplot joint -x category -y size 0F.trace -o x.svg
surfplot joint -x category -y size F0.trace
surfplot joint -x phase -y size bare.trace
{ echo "# phase bits: 100"; cat bare.trace; } | surfplot sizes

#> set label 1 'Joint distribution of address and phase' at screen 0.5, 0.963 center font ',16'
#> set label 2 'hist: 15 packets; 64 bytes of address to a cell' at screen 0.5, 0.922 center font ',11' textcolor rgb '#666666'
#> set xlabel 'address, bytes'
#> set ylabel 'phase'
#> 95.5 1 5
#> 95.5 3 5
#> 4063.5 2 5
#> status 2
#> 48.5 4063.5 1
#> 160.5 95.5 1
#> 2 95.5 1
#> 4 4063.5 1
#> 52.5 4063.5 1
#> 162.5 95.5 1
#> set label 1 'Joint distribution of phase and address' at screen 0.5, 0.963 center font ',16'
#> set label 2 'FF.trace: 2 packets; 2 values of phase to a cell; 64 bytes of address to a cell' at screen 0.5, 0.922 center font ',11' textcolor rgb '#666666'
#> set xlabel 'phase'
#> set ylabel 'address, bytes'
#2> surfplot: the bins do not depend on this variable: size
#2> Try 'surfplot --help'.
#2> F0.trace:2: the entries of this trace have bits of the phase in the place of the category
#2> bare.trace:1: the entries of this trace have no phase
#2> standard input:1: the value of this header line is wrong
# exit status 1
