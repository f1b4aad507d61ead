# SPDX-License-Identifier: Apache-2.0
# Checks that the clock of the receive time, a setting, is written to the files, and that every tool
# uses it: 100 MHz, where a tick is 10 ns, and 60 MHz, where it is not a whole number of ns.
# shows SB-HW-010
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
echo '== unknown, then written into the file'
{ echo '# clock: unknown'; echo '# latency unit: 4 ticks'; body; } >core.trace
run surfexport -f json -o core.json core.trace
run surfplot latencies -o core.svg core.trace
sed -i 's/unknown/25000000 Hz/' core.trace
surfexport -f json -o core.json core.trace
json '.traceEvents[] | select(.ph == "e" or .ph == "b") | [.ph, .ts]' core.json

#> clock: 10000000 Hz
#> clock: 100000000 Hz
#> run.trace: 3 entries
#> run.hist: 0 bins
#> # clock: 100000000 Hz
#> # latency unit: 40 ns
#> # clock: 100000000 Hz
#> # latency unit: 40 ns
#> status 1
#> status 1
#> status 1
#> status 1
#> == 100 MHz
#> 0.000060000	6000	0
#> 0.000060030	6003	600
#> 0.000120000	12000	60
#> [0.000060000] latency_ns = 0 }
#> [0.000060030] latency_ns = 600 }
#> [0.000120000] latency_ns = 60 }
#> $timescale 10 ns $end
#> #6000
#> #6001
#> #6003
#> #6004
#> #12000
#> #12001
#> ["b",60]
#> ["e",60]
#> ["b",59.43]
#> ["e",60.03]
#> ["b",119.94]
#> ["e",120]
#> 0 1
#> 0.06 1
#> 0.6 1
#> set xlabel 'latency, µs'
#> set xlabel 'receive time, µs'
#> == 60 MHz
#> 0.000100000	6000	0
#> 0.000100050	6003	1000
#> 0.000200000	12000	100
#> [0.000100000] latency_ns = 0 }
#> [0.000100050] latency_ns = 1000 }
#> [0.000200000] latency_ns = 100 }
#> $timescale 10 ps $end
#> #10000000
#> #10001667
#> #10005000
#> #10006667
#> #20000000
#> #20001667
#> ["b",100]
#> ["e",100]
#> ["b",99.05]
#> ["e",100.05]
#> ["b",199.9]
#> ["e",200]
#> 0 1
#> 0.1 1
#> set xlabel 'latency, µs'
#> set xlabel 'receive time, µs'
#> == unknown, then written into the file
#> $ surfexport -f json -o core.json core.trace
#> ! core.trace:1: the clock of this file is unknown: write its frequency here, as "# clock: 25000000 Hz"
#> status 1
#> $ surfplot latencies -o core.svg core.trace
#> ! core.trace:1: the clock of this file is unknown: write its frequency here, as "# clock: 25000000 Hz"
#> status 1
#> ["b",240]
#> ["e",240]
#> ["b",230.52]
#> ["e",240.12]
#> ["b",479.04]
#> ["e",480]
#2> -c:1: 0: not a frequency of 1 Hz to 10 GHz
#2> -c:1: 10.1GHz: not a frequency of 1 Hz to 10 GHz
#2> -c:1: fast: not a frequency of 1 Hz to 10 GHz
#2> -c:1: 5THz: not a frequency of 1 Hz to 10 GHz
