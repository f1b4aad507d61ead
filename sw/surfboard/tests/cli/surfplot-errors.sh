# SPDX-License-Identifier: Apache-2.0
# Tests wrong files and command lines, and a missing or failing gnuplot; no picture may stay.
echo '000000 04000033 10041000 00001000 00123457' >t.trace
printf '# file: histogram\n000001 00000002\n' >t.hist
try() {
	echo "== $*"
	surfplot "$@" 2>&1
	echo "status $?"
}
try
try pie t.trace
try sizes t.trace t.trace
try sizes -o a.gif t.trace
try sizes -x 5:4 t.trace
try sizes -x 1ms:2ms t.trace
try sizes -x : t.trace
try time -x 1h:2h t.trace
try time -x latency t.trace
try time -s t.trace
try joint -x speed t.trace
try joint -x size= t.trace
try time -b 'bin = latency' t.hist
try joint -x page -b 'bin = latency' t.hist
try joint -b 'bin = latency' t.hist
try sizes -b 'bin = speed' t.hist
try sizes -b 'bin[3:0] = size' t.hist
try sizes -c missing.bsel t.hist
try sizes -o a.svg t.hist
try sizes -o a.svg missing.trace
try sizes -o a.svg -x 5:6 t.trace
try sizes -o missing/a.svg t.trace
try sizes --script=missing/s t.trace
echo '# trigger: none' | try sizes -o a.svg
echo '000000 0400003' | try sizes -o a.svg
: | try sizes -o a.svg
try sizes -o /dev/full t.trace
# an error that gnuplot does not report
surfplot sizes t.trace >/dev/full
echo "status $?"
# a trace in which the 44 bits of the time have wrapped
for entry in '000000 04000033 10041FFF FFFFFF00' '000001 04000033 10041000 00000100'; do
	echo "$entry 00123450"
done >late.trace
try time --script=- late.trace
rm late.trace
# a trace that has wrapped, from a pipe
printf '00000%d 00000000 00040000 00000%d00 00000000\n' 0 4 1 1 2 3 >ring.trace
try time - <ring.trace
surfplot time --script=- ring.trace | sed -n '/<< end/,/^end/p'
surfplot=$(command -v surfplot)
PATH=/nonexistent "$surfplot" sizes -o a.svg t.trace
echo "status $?"
mkdir bin
printf '#!/bin/sh\necho half a picture\nexit 3\n' >bin/gnuplot
chmod +x bin/gnuplot
echo kept >a.svg
PATH=$PWD/bin "$surfplot" sizes -o a.svg t.trace
echo "status $?"
cat a.svg
rm -r bin
ls

#> == 
#> surfplot: which kind of picture?
#> Try 'surfplot --help'.
#> status 2
#> == pie t.trace
#> surfplot: which kind of picture?: pie
#> Try 'surfplot --help'.
#> status 2
#> == sizes t.trace t.trace
#> surfplot: more than one file: t.trace
#> Try 'surfplot --help'.
#> status 2
#> == sizes -o a.gif t.trace
#> surfplot: a picture's name ends in .svg or .png: a.gif
#> Try 'surfplot --help'.
#> status 2
#> == sizes -x 5:4 t.trace
#> surfplot: neither a variable nor a range of numbers: 5:4
#> Try 'surfplot --help'.
#> status 2
#> == sizes -x 1ms:2ms t.trace
#> surfplot: neither a variable nor a range of numbers: 1ms:2ms
#> Try 'surfplot --help'.
#> status 2
#> == sizes -x : t.trace
#> surfplot: neither a variable nor a range of numbers: :
#> Try 'surfplot --help'.
#> status 2
#> == time -x 1h:2h t.trace
#> surfplot: neither a variable nor a range of numbers: 1h:2h
#> Try 'surfplot --help'.
#> status 2
#> == time -x latency t.trace
#> surfplot: only joint takes a variable: latency
#> Try 'surfplot --help'.
#> status 2
#> == time -s t.trace
#> surfplot: only joint draws a surface
#> Try 'surfplot --help'.
#> status 2
#> == joint -x speed t.trace
#> surfplot: neither a variable nor a range of numbers: speed
#> Try 'surfplot --help'.
#> status 2
#> == joint -x size= t.trace
#> surfplot: neither a variable nor a range of numbers: size=
#> Try 'surfplot --help'.
#> status 2
#> == time -b bin = latency t.hist
#> surfplot: a histogram has no receive times
#> Try 'surfplot --help'.
#> status 2
#> == joint -x page -b bin = latency t.hist
#> surfplot: a histogram has no pages
#> Try 'surfplot --help'.
#> status 2
#> == joint -b bin = latency t.hist
#> surfplot: the bins do not depend on this variable: size
#> Try 'surfplot --help'.
#> status 2
#> == sizes -b bin = speed t.hist
#> --bits:1:7: unknown name 'speed'; the names are latency, sender, color, category, size, address, phase
#> status 1
#> == sizes -b bin[3:0] = size t.hist
#> --bits:1:12: bin[3:0] has 4 bits, size[9:0] has 10
#> status 1
#> == sizes -c missing.bsel t.hist
#> missing.bsel: No such file or directory
#> status 1
#> == sizes -o a.svg t.hist
#> t.hist:1: this is a histogram: give -c or -b
#> status 1
#> == sizes -o a.svg missing.trace
#> missing.trace: No such file or directory
#> status 1
#> == sizes -o a.svg -x 5:6 t.trace
#> t.trace: no packet to draw
#> status 1
#> == sizes -o missing/a.svg t.trace
#> missing/a.svg: No such file or directory
#> status 1
#> == sizes --script=missing/s t.trace
#> missing/s: No such file or directory
#> status 1
#> == sizes -o a.svg
#> standard input:1: the value of this header line is wrong
#> status 1
#> == sizes -o a.svg
#> standard input:1: word is not 8 digits long
#> status 1
#> == sizes -o a.svg
#> standard input: there is nothing in this file
#> status 1
#> == sizes -o /dev/full t.trace
#> surfplot: a picture's name ends in .svg or .png: /dev/full
#> Try 'surfplot --help'.
#> status 2
#> status 1
#> == time --script=- late.trace
#> late.trace:1: this receive time and the earliest one are more than 2^43 ticks apart: the time of the trace has wrapped
#> status 1
#> == time -
#> standard input:2: received before the first packet: give a file, not a pipe, if the trace memory has wrapped
#> status 1
#> $sender0 << end
#> 0.75 0
#> 51.95 0
#> 77.55 0
#> end
#> status 1
#> status 1
#> kept
#> a.svg
#> ring.trace
#> t.hist
#> t.trace
#2> standard output: No space left on device
#2> surfplot: gnuplot is not installed (Debian package gnuplot-nox)
#2> surfplot: gnuplot failed
