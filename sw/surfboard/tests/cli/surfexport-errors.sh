# SPDX-License-Identifier: Apache-2.0
# Tests wrong files and command lines; no output file may stay.
good='000000 04000033 10041000 00001000 00123457'
try() {
	printf '%b' "$1" >t.trace
	for f in pcapng ctf vcd json; do
		surfexport -f $f -o out.$f t.trace >printed 2>&1
		echo "$f: status $?: $(cat printed)"
	done
	surfexport -o out.json <t.trace
	echo "status $?"
}
try "$good\n000001 04000033 10041000 0000100G 00123457\n"
try "# text\n000001 04000033\n"
try "# trigger: none\n$good\n"
try "$good\n# lost packets dropped: many\n"
try "# clock: 0 Hz\n$good\n"
echo "$good" >t.trace
surfexport -o out.pcapng missing.trace
echo "status $?"
surfexport -o missing/out.pcapng t.trace
echo "status $?"
surfexport -f ctf -o missing/out t.trace
echo "status $?"
surfexport -f ctf -o t.trace t.trace
echo "status $?"
surfexport -f vcd -o - t.trace >/dev/full
echo "status $?"
surfexport -f vcd -o - . 2>&1
echo "status $?"
usage() {
	surfexport "$@" 2>&1
	echo "status $?"
}
usage
usage t.trace
usage -o out t.trace
usage -o out.bit t.trace
usage -f elf -o out t.trace
usage -o out.vcd t.trace t.trace
usage -f ctf -o - t.trace
usage -f
usage --nothing
# an existing file must stay
mkdir old.ctf
echo kept >old.ctf/metadata
echo kept >old.vcd
echo 'bad line' | surfexport -o old.vcd
echo 'bad line' | surfexport -o old.ctf
cat old.vcd old.ctf/metadata
# a trigger that is not in the trace
printf '# trigger: 000007\n%s\n' "$good" | surfexport -o trigger.json
ls -R

#> pcapng: status 1: t.trace:2: not a hexadecimal digit
#> ctf: status 1: t.trace:2: not a hexadecimal digit
#> vcd: status 1: t.trace:2: not a hexadecimal digit
#> json: status 1: t.trace:2: not a hexadecimal digit
#> status 1
#> pcapng: status 1: t.trace:2: too few fields
#> ctf: status 1: t.trace:2: too few fields
#> vcd: status 1: t.trace:2: too few fields
#> json: status 1: t.trace:2: too few fields
#> status 1
#> pcapng: status 1: t.trace:1: the value of this header line is wrong
#> ctf: status 1: t.trace:1: the value of this header line is wrong
#> vcd: status 1: t.trace:1: the value of this header line is wrong
#> json: status 1: t.trace:1: the value of this header line is wrong
#> status 1
#> pcapng: status 1: t.trace:2: the value of this header line is wrong
#> ctf: status 1: t.trace:2: the value of this header line is wrong
#> vcd: status 1: t.trace:2: the value of this header line is wrong
#> json: status 1: t.trace:2: the value of this header line is wrong
#> status 1
#> pcapng: status 1: t.trace:1: the value of this header line is wrong
#> ctf: status 1: t.trace:1: the value of this header line is wrong
#> vcd: status 1: t.trace:1: the value of this header line is wrong
#> json: status 1: t.trace:1: the value of this header line is wrong
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> status 1
#> .: Is a directory
#> status 1
#> surfexport: no output
#> Try 'surfexport --help'.
#> status 2
#> surfexport: no output
#> Try 'surfexport --help'.
#> status 2
#> surfexport: no output format; use -f: out
#> Try 'surfexport --help'.
#> status 2
#> surfexport: no output format; use -f: out.bit
#> Try 'surfexport --help'.
#> status 2
#> surfexport: unknown format: elf
#> Try 'surfexport --help'.
#> status 2
#> surfexport: more than one trace: t.trace
#> Try 'surfexport --help'.
#> status 2
#> surfexport: this format is a folder, not a stream: ctf
#> Try 'surfexport --help'.
#> status 2
#> surfexport: option needs a value: -f
#> Try 'surfexport --help'.
#> status 2
#> surfexport: unknown option: --nothing
#> Try 'surfexport --help'.
#> status 2
#> kept
#> kept
#> .:
#> old.ctf
#> old.vcd
#> printed
#> t.trace
#> trigger.json
#>
#> ./old.ctf:
#> metadata
#2> standard input:2: not a hexadecimal digit
#2> standard input:2: too few fields
#2> standard input:1: the value of this header line is wrong
#2> standard input:2: the value of this header line is wrong
#2> standard input:1: the value of this header line is wrong
#2> missing.trace: No such file or directory
#2> missing/out.pcapng: No such file or directory
#2> missing/out: No such file or directory
#2> t.trace: Not a directory
#2> standard output: No space left on device
#2> standard input:1: index is not 6 digits long
#2> old.ctf: the folder is not empty
#2> standard input: the trigger packet, index 000007, is missing
