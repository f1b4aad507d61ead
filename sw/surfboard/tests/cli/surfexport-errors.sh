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
