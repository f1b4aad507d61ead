# SPDX-License-Identifier: Apache-2.0
# Checks that babeltrace2 and jq read the events, nodes, times and lost frames of an export.
. "$TOP/sw/hypermon/tests/hm.bash"
{ send 3 10 4 01 22 33 44; send 15 500 4 02 01 02 03 04 05 06 07 08 09 0A 0B 0C 00 00 00
	send 0 1000 1 30 77 00 00; } >frames
{ header '5 FRAME NODE' 12; words <frames; } >t
run hmexport -e table -f ctf -o c t
babeltrace --clock-seconds c
ls c | tr '\n' ' '
echo
grep -e nodes -e window_ns -e seed -e status -e lost c/metadata
run hmexport -o n.ctf t >/dev/null
babeltrace2 --clock-cycles --no-delta n.ctf 2>/dev/null | sed -n '1,2p;$p'
babeltrace2 n.ctf 2>/dev/null | wc -l
# the same events as hmdump
babeltrace2 --clock-cycles --no-delta c 2>/dev/null |
	sed 's/^\[0*\([0-9]*\)\] \([a-z]*\): { node = \([0-9]*\), probable = [01] }.*/\1 \3 \2/' >a
hmdump -e table t 2>/dev/null | grep -v '^#' | cut -d' ' -f1-3 | sort -n | cmp a - && wc -l <a
run hmexport -e table -o e.json t
json '.traceEvents[] | select(.ph == "i")' e.json
json '.otherData' e.json
hmexport -f json -o - t 2>/dev/null | jq '.traceEvents | length'
header | run hmexport -f ctf -o empty
babeltrace2 empty
echo "status $?"
# an export into the folder of another trace with more nodes leaves no file of that trace
header | sed 's/^# nodes: 16/# nodes: 8/;s/^# seed: 1$/# seed: 10/' >t8
run hmexport -f ctf -o c t8
rm -r c
hmexport -f ctf -o c t8
ls c | tr '\n' ' '
echo
babeltrace c
# no incomplete file may stay
head -c 100 t >bad
run hmexport -f ctf -o f bad
run hmexport -o f.json bad
run hmexport -f ctf -o /dev/null/x t
ls f f.json 2>&1

#> $ hmexport -e table -f ctf -o c t
#> ! data were lost: 12 frames; STATUS 5 FRAME NODE
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> WARNING: Tracer discarded 1 packet between [0.000008000] and [0.000800000] in trace "" within stream "c/node00" (stream class ID: 0, stream ID: 1).
#> WARNING: Tracer discarded 1 packet between [0.000008000] and [0.000008000] in trace "" within stream "c/node03" (stream class ID: 0, stream ID: 4).
#> WARNING: Tracer discarded 1 packet between [0.000008000] and [0.000400000] in trace "" within stream "c/node15" (stream class ID: 0, stream ID: 16).
#> WARNING: Tracer discarded 1 packet between [0.000008000] and [0.000806400] in trace "" within stream "c/board" (stream class ID: 1, stream ID: 0).
#> WARNING: Tracer discarded 1 packet between [0.000030400] and [0.000806400] in trace "" within stream "c/node03" (stream class ID: 0, stream ID: 4).
#> WARNING: Tracer discarded 1 packet between [0.000499200] and [0.000806400] in trace "" within stream "c/node15" (stream class ID: 0, stream ID: 16).
#> WARNING: Tracer discarded 1 packet between [0.000805600] and [0.000806400] in trace "" within stream "c/node00" (stream class ID: 0, stream ID: 1).
#> [0.000008000] (+?.?????????) send: { node = 3, probable = 1 }, { data = [ [0] = 0x22, [1] = 0x33, [2] = 0x44 ] }
#> [0.000400000] (+0.000392000) call: { node = 15, probable = 1 }, { data = [ [0] = 0x1, [1] = 0x2, [2] = 0x3, [3] = 0x4, [4] = 0x5, [5] = 0x6, [6] = 0x7, [7] = 0x8, [8] = 0x9, [9] = 0xA, [10] = 0xB, [11] = 0xC ] }
#> [0.000800000] (+0.000400000) switch: { node = 0, probable = 1 }, { data = [ [0] = 0x77 ] }
#> board metadata node00 node01 node02 node03 node04 node05 node06 node07 node08 node09 node10 node11 node12 node13 node14 node15 
#> 	nodes = 16;
#> 	window_ns = 800;
#> 	seed = "1";
#> 	status = "FRAME NODE";
#> 	lost_frames = 12;
#> /* Without events: a packet is missing if data were lost at unknown places. */
#> [00000000000000008000] nibble: { node = 3, probable = 0 }, { data = 0x1 }
#> [00000000000000011200] nibble: { node = 3, probable = 0 }, { data = 0x0 }
#> [00000000000000805600] nibble: { node = 0, probable = 0 }, { data = 0x0 }
#> 48
#> 3
#> $ hmexport -e table -o e.json t
#> ! data were lost: 12 frames; STATUS 5 FRAME NODE
#> ! t: no checksum (a file of an earlier version): damage would not be noticed
#> status 1
#> {"ph":"i","s":"t","name":"switch","cat":"state","pid":1,"tid":0,"ts":800,"args":{"data":"77","probable":true}}
#> {"ph":"i","s":"t","name":"send","cat":"message","pid":1,"tid":3,"ts":8,"args":{"data":"22 33 44","probable":true}}
#> {"ph":"i","s":"t","name":"call","cat":"system","pid":1,"tid":15,"ts":400,"args":{"data":"01 02 03 04 05 06 07 08 09 0A 0B 0C","probable":true}}
#> {"ph":"i","s":"g","pid":1,"tid":0,"ts":805.6,"name":"12 frames lost, unknown where; STATUS FRAME NODE"}
#> {"board":"hypermon","nodes":16,"window_ns":800,"status":"FRAME NODE","lost_frames":12}
#> 66
#> $ hmexport -f ctf -o empty
#> ! standard input: no checksum (a file of an earlier version): damage would not be noticed
#> status 0
#> status 0
#> $ hmexport -f ctf -o c t8
#> ! hmexport: c: the folder is not empty
#> status 1
#> board metadata node00 node01 node02 node03 node04 node05 node06 node07 
#> $ hmexport -f ctf -o f bad
#> ! hmexport: bad: offset 0: the file ends within the header
#> status 1
#> $ hmexport -o f.json bad
#> ! hmexport: bad: offset 0: the file ends within the header
#> status 1
#> $ hmexport -f ctf -o /dev/null/x t
#> ! data were lost: 12 frames; STATUS 5 FRAME NODE
#> ! hmexport: /dev/null/x: Not a directory
#> status 1
#> ls: cannot access 'f': No such file or directory
#> ls: cannot access 'f.json': No such file or directory
#2> t8: no checksum (a file of an earlier version): damage would not be noticed
# exit status 2
