# SPDX-License-Identifier: Apache-2.0
# Checks that babeltrace2 and jq read the samples, counters, times and gaps of an export.
. "$TOP/sw/multikron/tests/mk.bash"
# counters 1 to 15 of a resource sample
counters="00000001 00000008 FFFFFFFF 00000010 00000020 00000040 00000080 00000100 00000200 00000400"
counters+=" 00000800 00001000 00002000 00004000 80000000"
cat >text <<-END
	01 00000000000064 0000000A 000000000000000A
	D1 000000000000C8 DEADBEEF 0000000000000014 00000000 $counters
	0A 00000000000190 00000000 000000000000001E
END
samples <text | checked >mk.dat
run mk_export -o t.ctf
ls t.ctf | tr '\n' ' '
echo
babeltrace2 --clock-cycles --no-delta t.ctf 2>warnings | sed 's/ *$//'
grep -o 'discarded [0-9]* event' warnings
run mk_export -o t.json mk.dat
# + 0, because jq 1.7 prints a number as it was written, and 1.6 its value
jq -c '.traceEvents[] | select(.ph == "i") | .ts += 0' t.json
jq -c '.traceEvents[] | select(.ph == "C") | .args.count' t.json | tr '\n' ' '
echo
jq -c '.otherData' t.json
cat mk.dat | mk_export -f json --clock=5000000 -o - - 2>/dev/null | jq '.traceEvents[-1].ts + 0'
cat mk.dat mk.dat >two
run mk_export -o f.json two
run mk_export -o f.ctf two
head -c 50 mk.dat >cut
run mk_export -o cut.json cut
jq -c .otherData cut.json
ls -d f.json f.ctf 2>&1
samples <text >old
run mk_export -o old.json old
{ head -c 60 mk.dat; printf x; tail -c +62 mk.dat; } >changed
run mk_export -o changed.json changed
run mk_export
run mk_export -o t
run mk_export -o t.vcd
run mk_export -f ctf -o -
run mk_export -o t.json none
run mk_export -o t.json a b

#> $ mk_export -o t.ctf
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> board cpu0 cpu1 cpu2 cpu3 cpu4 cpu5 cpu6 cpu7 metadata 
#> [00000000000000000100] trace: { cpu = 0 }, { address = 1, lost = 0, source = 0xA, data = 10 }
#> [00000000000000000200] resource: { cpu = 5 }, { address = 1, lost = 0, source = 0xDEADBEEF, data = 20, counter = [ [0] = 0, [1] = 1, [2] = 8, [3] = 4294967295, [4] = 16, [5] = 32, [6] = 64, [7] = 128, [8] = 256, [9] = 512, [10] = 1024, [11] = 2048, [12] = 4096, [13] = 8192, [14] = 16384, [15] = 2147483648 ] }
#> [00000000000000000400] trace: { cpu = 0 }, { address = 2, lost = 1, source = 0x0, data = 30 }
#> discarded 1 event
#> $ mk_export -o t.json mk.dat
#> ! mk.dat: samples were lost at 1 places
#> status 1
#> {"ph":"i","s":"t","name":"10","cat":"trace","pid":1,"tid":0,"ts":10,"args":{"source":"0000000A","address":1}}
#> {"ph":"i","s":"t","name":"20","cat":"resource","pid":1,"tid":5,"ts":20,"args":{"source":"DEADBEEF","address":1}}
#> {"ph":"i","s":"g","pid":1,"tid":0,"ts":40,"name":"samples lost before this"}
#> {"ph":"i","s":"t","name":"30","cat":"trace","pid":1,"tid":0,"ts":40,"args":{"source":"00000000","address":2}}
#> 0 1 8 4294967295 16 32 64 128 256 512 1024 2048 4096 8192 16384 2147483648 
#> {"board":"multikron","clock_hz":10000000,"samples":3,"gaps":1}
#> 80
#> $ mk_export -o f.json two
#> ! mk_export: two: byte 227: time goes back; the file is several, one after the other
#> status 1
#> $ mk_export -o f.ctf two
#> ! mk_export: two: byte 227: time goes back; the file is several, one after the other
#> status 1
#> $ mk_export -o cut.json cut
#> ! cut: byte 36: the last sample is incomplete, 14 of 84 bytes
#> status 1
#> {"board":"multikron","clock_hz":10000000,"samples":1,"gaps":0}
#> ls: cannot access 'f.json': No such file or directory
#> ls: cannot access 'f.ctf': No such file or directory
#> $ mk_export -o old.json old
#> ! old: no checksum (a file of an earlier version): damage would not be noticed
#> ! old: samples were lost at 1 places
#> status 1
#> $ mk_export -o changed.json changed
#> ! changed: the file is damaged: its checksum is wrong
#> ! changed: samples were lost at 1 places
#> status 1
#> $ mk_export
#> ! mk_export: no output
#> ! Try 'mk_export --help'.
#> status 2
#> $ mk_export -o t
#> ! mk_export: no output format; use -f ctf or -f json: t
#> ! Try 'mk_export --help'.
#> status 2
#> $ mk_export -o t.vcd
#> ! mk_export: no output format; use -f ctf or -f json: vcd
#> ! Try 'mk_export --help'.
#> status 2
#> $ mk_export -f ctf -o -
#> ! mk_export: this format is a folder, not a stream: ctf
#> ! Try 'mk_export --help'.
#> status 2
#> $ mk_export -o t.json none
#> ! mk_export: none: No such file or directory
#> status 1
#> $ mk_export -o t.json a b
#> ! mk_export: more than one file: b
#> ! Try 'mk_export --help'.
#> status 2
