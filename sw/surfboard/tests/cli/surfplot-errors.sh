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
