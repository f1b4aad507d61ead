# SPDX-License-Identifier: Apache-2.0
# Checks that the script and the picture of surfplot are replaced together: if it is killed while
# gnuplot draws, or the picture cannot be written, the old script stays. Sets of files that are
# killed between two names lack a file.
. "$TOP/sw/surfboard/tests/export.bash"
sample >trace
mkdir fake
# a gnuplot that ends when it is allowed to
printf '#!/bin/sh\n: >started\nwhile [ ! -e go ]; do sleep 0.02; done\necho picture\n' >fake/gnuplot
chmod +x fake/gnuplot
for signal in KILL TERM; do
	echo old >script.gp
	echo old >picture.svg
	PATH=$PWD/fake:$PATH surfplot sizes --script=script.gp -o picture.svg trace 2>/dev/null &
	while [ ! -e started ]; do sleep 0.02; done
	kill -$signal $!
	wait $! 2>/dev/null
	echo "status $?"
	touch go
	cat script.gp picture.svg
	rm started go
done
# the picture gets another place meanwhile
PATH=$PWD/fake:$PATH surfplot sizes --script=script.gp -o picture.svg trace 2>said &
while [ ! -e started ]; do sleep 0.02; done
rm picture.svg
mkdir picture.svg
touch go
wait $!
echo "status $?"
cat said script.gp
rmdir picture.svg
# both are written; status 1, because packets of the sample are lost
PATH=$PWD/fake:$PATH surfplot sizes --script=script.gp -o picture.svg trace 2>/dev/null
echo "status $?"
grep -c '^plot' script.gp
cat picture.svg
ls | grep -c part
rm -f script.gp picture.svg
PATH=$PWD/fake:$PATH killed_between "script.gp picture.svg" surfplot sizes --script=script.gp \
	-o picture.svg trace
again() { rm -rf ctf && surfexport -f ctf -o ctf trace; }
killed_between "ctf/packets ctf/metadata" again

#> status 137
#> old
#> old
#> status 143
#> old
#> old
#> status 1
#> trace: no checksum (a file of an earlier version): damage would not be noticed
#> picture.svg: Is a directory
#> old
#> status 1
#> 1
#> picture
#> 0
#> surfplot sizes --script=script.gp -o picture.svg trace: killed 2 times
#> again: killed 2 times
