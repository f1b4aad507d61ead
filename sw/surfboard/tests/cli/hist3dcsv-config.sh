# SPDX-License-Identifier: Apache-2.0
# Tests hist3dcsv -c: a column for each variable of the configuration, with its own values.
. "$TOP/sw/surfboard/tests/util.bash"
random_trace 2000 | tallyboard makeHist >hist
{ echo size,latency,count; tallyboard hist3dcsv 21:12 11:0 hist | sed 's/^0,/1024,/'; } >want
tallyboard hist3dcsv -c "$TOP/fpga-configs/size-latency.bsel" hist >out
same size-latency want out
# bits out of order, doubled, constant, and without an input
cat >my.bsel <<'END'
bin[3:0] = latency[7:4]
bin[4] = sender[5]
bin[5] = sender[0]
bin[6] = 1
bin[7] = latency[7]
bin[8] = @55
bin[18:9] = size
END
binsel compile my.bsel -o my.bit
for packet in 'size=1024 latency=0xF7 sender=33' 'size=3 latency=0x20 sender=1' \
	'size=3 latency=0x2F sender=2'; do
	# shellcheck disable=SC2086
	echo "$(binsel eval my.bit $packet) 00000010"
done >hist
tallyboard hist3dcsv -c my.bsel hist >source
cat source
# the compiled configuration must give the same; a damaged one is an error
tallyboard hist3dcsv -c my.bit hist >out
same compiled source out
head -c 20 my.bit >cut.bit
tallyboard hist3dcsv -c cut.bit hist
echo "status $?"
printf 'bin[3:0] = size[3:0]\nbin[4] = color[0]\nbin[9:8] = 3\n' >part.bsel
printf '00000F 00000001\n000300 00000001\n' | tallyboard hist3dcsv -c part.bsel
# address and phase, of a core of revision 3
printf 'bin[1:0] = phase[1:0]\nbin[7:2] = address[11:6]\n' >wide.bsel
binsel compile wide.bsel -o wide.bit
for packet in 'address=0xFC0 phase=2' 'address=0x40 phase=1' 'address=0x40 phase=3'; do
	# shellcheck disable=SC2086
	echo "$(binsel eval wide.bit $packet) 00000005"
done >hist
tallyboard hist3dcsv -c wide.bit hist
for bad in missing.bsel . ; do
	tallyboard hist3dcsv -c $bad hist
	echo "status $?"
done
echo 'bin[0] = 1' >none.bsel
tallyboard hist3dcsv -c none.bsel hist
echo "status $?"
echo 'bin[0] = speed' >wrong.bsel
tallyboard hist3dcsv -c wrong.bsel hist
echo "status $?"

#> size-latency: same
#> size,latency,sender,count
#> 1024,240,33,16
#> 3,32,0,16
#> 3,32,1,16
#> compiled: same
#> status 1
#> color,size,count
#> 0,0,1
#> 0,15,1
#> address,phase,count
#> 64,1,5
#> 64,3,5
#> 4032,2,5
#> status 1
#> status 1
#> status 1
#> status 1
#2> cut.bit:1:1: bit 160: stream ends too early
#2> missing.bsel: No such file or directory
#2> .: Is a directory
#2> none.bsel: no bit of a variable is used
#2> wrong.bsel:1:10: unknown name 'speed'; the names are latency, sender, color, category, size, address, phase
