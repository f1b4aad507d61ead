# SPDX-License-Identifier: Apache-2.0
# Tests MK_PROBE in programs that end without their exit handlers: the probes stay in a file, the
# next program and mk_rpt say so, and mk_rpt reports them.
. "$TOP/sw/multikron/tests/mk.bash"
cp "$TOP/sw/multikron/tests/programs/ends.c" .
build ends
export MK_BOARD=sim:
# ends HOW [KB]: the shell between reports the signal to nobody
ends() {
	sh -c 'ulimit -c 0; ulimit -f "$2"; ./ends "$1"; :' sh "$1" "${2:-unlimited}" 2>/dev/null
}
for how in _exit abort exec term kill segv; do
	echo "== $how"
	ends $how
	file=$(echo mk.probes.*)
	mk_rpt 2>&1 | sed 's/[0-9][0-9]*/N/'
	mk_rpt --recover="$file" >report
	echo "status $?"
	sed 's/ in [0-9].*//; s/up to [0-9.]*/up to N/' report | grep '^MK_PROBE'
	awk '/^"/ { name = $0 } /ticks$/ { print name, $3 }' report
	ls mk.* interval.info
	rm mk.dat interval.info
done
echo "== the next program"
ends kill
./ends 2>report
grep -c '^MK_PROBE: 22 probes' report
tail -1 report | sed 's/[0-9][0-9]*/N/'
# the file of a process that runs, a file of another kind, damaged ones
mv mk.probes.* saved
cp saved mk.probes.$$
mk_rpt >/dev/null
rm mk.probes.$$
mk_rpt --recover=nowhere
mk_rpt --recover=mk.dat
for at in 0 9 12 17; do
	cp saved bad
	printf '\377\377\377\377' | dd of=bad bs=1 seek=$at conv=notrunc status=none
	mk_rpt --recover=bad >/dev/null
	echo "status $?"
done
# no file can be made: the probes are in memory only
rm -f bad saved mk.*
ends kill 1000
ls
(ulimit -f 1000 && exec ./ends 2>&1) | grep -c '^MK_PROBE: 22 probes'
ls mk.*

#> == _exit
#> MK_PROBE: a program ended without its report; mk_rpt --recover=mk.probes.N makes it
#> interval.info: No such file or directory
#> status 0
#> MK_PROBE: the program ended in "last" of thread 1
#> MK_PROBE: 21 probes
#> MK_PROBE: each interval of "read" is off by up to N us
#> MK_PROBE: each interval of "sort" is off by up to N us
#> MK_PROBE: the board has taken 21 probes, all in their order
#> "read" 5
#> "sort" 5
#> interval.info
#> mk.dat
#> == abort
#> MK_PROBE: a program ended without its report; mk_rpt --recover=mk.probes.N makes it
#> interval.info: No such file or directory
#> status 0
#> MK_PROBE: the program ended in "last" of thread 1
#> MK_PROBE: 21 probes
#> MK_PROBE: each interval of "read" is off by up to N us
#> MK_PROBE: each interval of "sort" is off by up to N us
#> MK_PROBE: the board has taken 21 probes, all in their order
#> "read" 5
#> "sort" 5
#> interval.info
#> mk.dat
#> == exec
#> MK_PROBE: a program ended without its report; mk_rpt --recover=mk.probes.N makes it
#> interval.info: No such file or directory
#> status 0
#> MK_PROBE: the program ended in "last" of thread 1
#> MK_PROBE: 21 probes
#> MK_PROBE: each interval of "read" is off by up to N us
#> MK_PROBE: each interval of "sort" is off by up to N us
#> MK_PROBE: the board has taken 21 probes, all in their order
#> "read" 5
#> "sort" 5
#> interval.info
#> mk.dat
#> == term
#> MK_PROBE: a program ended without its report; mk_rpt --recover=mk.probes.N makes it
#> interval.info: No such file or directory
#> status 0
#> MK_PROBE: the program ended in "last" of thread 1
#> MK_PROBE: 21 probes
#> MK_PROBE: each interval of "read" is off by up to N us
#> MK_PROBE: each interval of "sort" is off by up to N us
#> MK_PROBE: the board has taken 21 probes, all in their order
#> "read" 5
#> "sort" 5
#> interval.info
#> mk.dat
#> == kill
#> MK_PROBE: a program ended without its report; mk_rpt --recover=mk.probes.N makes it
#> interval.info: No such file or directory
#> status 0
#> MK_PROBE: the program ended in "last" of thread 1
#> MK_PROBE: 21 probes
#> MK_PROBE: each interval of "read" is off by up to N us
#> MK_PROBE: each interval of "sort" is off by up to N us
#> MK_PROBE: the board has taken 21 probes, all in their order
#> "read" 5
#> "sort" 5
#> interval.info
#> mk.dat
#> == segv
#> MK_PROBE: a program ended without its report; mk_rpt --recover=mk.probes.N makes it
#> interval.info: No such file or directory
#> status 0
#> MK_PROBE: the program ended in "last" of thread 1
#> MK_PROBE: 21 probes
#> MK_PROBE: each interval of "read" is off by up to N us
#> MK_PROBE: each interval of "sort" is off by up to N us
#> MK_PROBE: the board has taken 21 probes, all in their order
#> "read" 5
#> "sort" 5
#> interval.info
#> mk.dat
#> == the next program
#> 1
#> MK_PROBE: a program ended without its report; mk_rpt --recover=mk.probes.N makes it
#> status 1
#> status 1
#> status 1
#> status 1
#> ends
#> ends.c
#> interval.info
#> report
#> 1
#> mk.dat
#2> mk_rpt: nowhere: No such file or directory
#2> mk_rpt: mk.dat: not the probes of a program, or damaged
#2> mk_rpt: bad: not the probes of a program, or damaged
#2> mk_rpt: bad: not the probes of a program, or damaged
#2> mk_rpt: bad: not the probes of a program, or damaged
#2> mk_rpt: bad: not the probes of a program, or damaged
