# SPDX-License-Identifier: Apache-2.0
# Checks that the clock of the receive time, a setting, is written to the files, and that every tool
# uses it: 100 MHz, where a tick is 10 ns, and 60 MHz, where it is not a whole number of ns.
. "$TOP/sw/surfboard/tests/export.bash"
cat >script <<'END'
timebase
timebase 100MHz
acdr.lat_n = c
acdr.lat_s = 1
htcr = 1
generate count=3 period=5us latency=10us
drain
htcr = 0
save trace run.trace
save histogram run.hist 0 0
END
surf -b sim:trace=4,hist=4 script
for f in run.trace run.hist; do grep -e clock -e unit $f; done
for speed in 0 10.1GHz fast 5THz; do
	surf -b sim:trace=4,hist=4 -c "timebase $speed"
	echo "status $?"
done
record() { # INDEX TIME LATENCY
	printf '%06X %08X 00040000 %08X 0000000F\n' "$1" "$3" "$2"
}
body() {
	record 0 6000 0
	record 1 6003 60
	record 2 12000 6
}
{ echo '# clock: 100000000 Hz'; echo '# latency unit: 10 ns'; body; } >100.trace
{ echo '# clock: 60000000 Hz'; body; } >60.trace
for mhz in 100 60; do
	echo "== $mhz MHz"
	for f in pcapng ctf vcd json; do
		surfexport -f $f -o $mhz.$f $mhz.trace
	done
	shark <$mhz.pcapng -T fields -e frame.time_epoch -e surfboard.rxtime -e surfboard.latency_ns
	babeltrace2 --clock-seconds --no-delta $mhz.ctf | sed 's/.packet.*latency_ns/ latency_ns/'
	grep '^.timescale' $mhz.vcd
	sed '1,/^.enddef/d' $mhz.vcd | grep '^#'
	json '.traceEvents[] | select(.ph == "e" or .ph == "b") | [.ph, .ts]' $mhz.json
	surfplot latencies -o $mhz.svg --script=script $mhz.trace && grep -e xlabel -e '^0' -e '^60' script
	surfplot time -o $mhz.svg --script=script $mhz.trace && grep -e xlabel script
done
