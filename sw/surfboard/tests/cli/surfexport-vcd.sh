# SPDX-License-Identifier: Apache-2.0
# Checks VCD after GTKWave's vcd2fst has read it and its fst2vcd has written it again.
. "$TOP/sw/surfboard/tests/export.bash"
again() { vcd2fst -v "$1" -f x.fst >/dev/null && fst2vcd -f x.fst | sed '/^\$date/,/^\$end/d;
	/^\$version/,/^\$end/d'; }
sample >t.trace
surfexport -o t.vcd t.trace
echo "status $?"
sed 's/surfexport [^ ]* /surfexport VERSION /' t.vcd
echo "again:"
again t.vcd
# every field of random entries, at the time at which the packet signal rises
random_trace 500 >r.trace
surfexport -o r.vcd r.trace
again r.vcd | awk '
	function show(  i, line) {
		if (!risen)
			return
		line = time
		for (i = 1; i <= n; i++)
			line = line " " value[name[i]]
		print line
		risen = 0
	}
	function number(bits,  i, v) {
		for (i = 1; i <= length(bits); i++)
			v = 2 * v + (substr(bits, i, 1) == "1")
		return v + 0
	}
	BEGIN { n = split("index sender latency overflow underflow color category words address be " \
		"interrupt", name) }
	$1 == "$var" { signal[$4] = $5; next }
	/^#/ { show(); time = substr($1, 2); next }
	/^b/ { value[signal[$2]] = number(substr($1, 2)); next }
	/^[01x]/ {
		s = signal[substr($1, 2)]
		value[s] = substr($1, 1, 1)
		if (s == "packet")
			risen = value[s] == "1"
	}
	END { show() }' >got
fields <r.trace >want
wc -l <want
cmp want got
# packets that are too close for the signal to fall between them
printf '000000 %08X 00000000 %08X 00000000\n' 1 5 2 6 3 6 4 8 | surfexport -f vcd -o - |
	sed '1,/^.end/d; 1,/^.end$/d'
surfexport -o e.vcd </dev/null && again e.vcd >/dev/null
echo "status $?"
