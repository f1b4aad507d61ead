# SPDX-License-Identifier: Apache-2.0
# Exports a trace that a simulated board recorded around an external trigger and surf saved: the
# trigger packet must be the same in every format, and surfplot must draw all packets.
. "$TOP/sw/surfboard/tests/export.bash"
cat >script <<'END'
acdr.lat_n = c
ttcr.mode = 1; ttcr.qual = 1
htcr = 1
generate count=6 period=2us words=1-8 x=1-3 latency=5us-20us seed=3
drain
external 1
generate count=6 period=2us words=1-8 x=1-3 latency=5us-20us seed=4
drain
htcr = 0
show tpir
save trace run.trace 0 b
END
surf script
for f in pcapng ctf vcd json; do surfexport -f $f -o run.$f run.trace; done
shark <run.pcapng -Y frame.comment -T fields -e frame.number -e surfboard.index -e frame.comment
babeltrace2 --no-delta --clock-cycles run.ctf | grep -A1 trigger
vcd2fst -v run.vcd -f x.fst >/dev/null
fst2vcd -f x.fst | awk '$1 == "$var" { name[$4] = $5 } /^#/ { time = $1 }
	/^b/ { value[name[$2]] = $1 } /^1/ && name[substr($1, 2)] == "trigger" { rise = time }
	END { print rise }'
json '.traceEvents[] | select(.name == "trigger") | .ts' run.json
surfplot sizes -o run.svg --script=script.gnuplot run.trace
awk '/^end/ { exit } data { n += $2 } / << end/ { data = 1 } END { print n }' script.gnuplot

#> TPIR 00000006
#> run.trace: 12 entries
#> 7	0x00000006	trigger
#> [00000000000000001468] trigger: { index = 0x6 }
#> [00000000000000001468] packet: { index = 0x6, latency = 184, overflow = 0, underflow = 0, sender = 2, color = 0, category = 0, words = 8, address = 0x0, byte_enables = 0b00001111, interrupt = 0, latency_ns = 18400 }
#> #1468
#> 146.8
#> 12
