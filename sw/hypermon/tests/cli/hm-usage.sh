# SPDX-License-Identifier: Apache-2.0
# Tests help, version and errors in the command line; the manual pages must name every long option.
# shows HM-TOOL-009
. "$TOP/sw/hypermon/tests/hm.bash"
usage_of "$TOP/sw/hypermon/man" hmrecord hmstatus hmdump hmstat hmprogram hmsplit hmsize hmexport \
	hmplot hypermond
for page in hmevents.5 libhm.3; do mandoc -Tlint -Werror "$TOP/sw/hypermon/man/$page"; done
run hmrecord
run hmrecord -n 0
run hmrecord -n 1 file
run hmrecord -t 5
run hmrecord -t 0ms
run hmrecord -w 300 -n 1
run hmrecord --depth=1000 -n 1
script -qec 'hmrecord -n 1' /dev/null | tr -d '\r'
run hmstatus file
run hmdump a b
run hmdump -e
run hmstat a b
run hmstat -b sim: a
run hmstat -b sim:
run hmstat -b sim: -r -n 1
run hmstat -t 1ms a
run hmstat -c 'generate count=1'
run hmsize -r 0
run hmsize -r x
run hmexport t
run hmexport -o t
run hmexport -o t.vcd
run hmexport -f ctf -o -
run hmplot
run hmplot picture
run hmplot rate -o picture
{ header; send 3 10 4 01 22 33 44 | words; } >a
run hmplot merging a a
run tallyboard serve hypermon
run tallyboard serve hypermon a b

#> Usage: hmrecord [OPTION]... {-t TIME | -n FRAMES | -i TIME}
#> hmrecord VERSION
#> status 1
#> $ hmrecord --nothing
#> ! hmrecord: unknown option: --nothing
#> ! Try 'hmrecord --help'.
#> status 2
#> $ hmrecord -o
#> ! hmrecord: option needs a value: -o
#> ! Try 'hmrecord --help'.
#> status 2
#> Usage: hmstatus [OPTION]...
#> hmstatus VERSION
#> status 1
#> $ hmstatus --nothing
#> ! hmstatus: unknown option: --nothing
#> ! Try 'hmstatus --help'.
#> status 2
#> $ hmstatus -o
#> ! hmstatus: option needs a value: -o
#> ! Try 'hmstatus --help'.
#> status 2
#> Usage: hmdump [OPTION]... [TRACE]
#> hmdump VERSION
#> status 1
#> $ hmdump --nothing
#> ! hmdump: unknown option: --nothing
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -o
#> ! hmdump: option needs a value: -o
#> ! Try 'hmdump --help'.
#> status 2
#> Usage: hmstat [OPTION]... [TRACE]
#> hmstat VERSION
#> status 1
#> $ hmstat --nothing
#> ! hmstat: unknown option: --nothing
#> ! Try 'hmstat --help'.
#> status 2
#> $ hmstat -o
#> ! hmstat: option needs a value: -o
#> ! Try 'hmstat --help'.
#> status 2
#> Usage: hmprogram -e TABLE [OPTION]... [TRACE]
#> hmprogram VERSION
#> status 1
#> $ hmprogram --nothing
#> ! hmprogram: unknown option: --nothing
#> ! Try 'hmprogram --help'.
#> status 2
#> $ hmprogram -o
#> ! hmprogram: option needs a value: -o
#> ! Try 'hmprogram --help'.
#> status 2
#> Usage: hmsplit -e TABLE [OPTION]... [TRACE]
#> hmsplit VERSION
#> status 1
#> $ hmsplit --nothing
#> ! hmsplit: unknown option: --nothing
#> ! Try 'hmsplit --help'.
#> status 2
#> $ hmsplit -o
#> ! hmsplit: option needs a value: -o
#> ! Try 'hmsplit --help'.
#> status 2
#> Usage: hmsize [OPTION]... [TRACE]
#> hmsize VERSION
#> status 1
#> $ hmsize --nothing
#> ! hmsize: unknown option: --nothing
#> ! Try 'hmsize --help'.
#> status 2
#> $ hmsize -o
#> ! hmsize: option needs a value: -o
#> ! Try 'hmsize --help'.
#> status 2
#> Usage: hmexport [-f FORMAT] [-e TABLE] -o OUTPUT [TRACE]
#> hmexport VERSION
#> status 1
#> $ hmexport --nothing
#> ! hmexport: unknown option: --nothing
#> ! Try 'hmexport --help'.
#> status 2
#> $ hmexport -o
#> ! hmexport: option needs a value: -o
#> ! Try 'hmexport --help'.
#> status 2
#> Usage: hmplot KIND [OPTION]... [TRACE]...
#> hmplot VERSION
#> status 1
#> $ hmplot --nothing
#> ! hmplot: unknown option: --nothing
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot -o
#> ! hmplot: option needs a value: -o
#> ! Try 'hmplot --help'.
#> status 2
#> Usage: tallyboard serve hypermon [OPTION]... SOCKET
#> hypermond VERSION
#> status 1
#> $ tallyboard hypermond --nothing
#> ! hypermond: unknown option: --nothing
#> ! Try 'tallyboard serve hypermon --help'.
#> status 2
#> $ tallyboard hypermond -o
#> ! hypermond: unknown option: -o
#> ! Try 'tallyboard serve hypermon --help'.
#> status 2
#> $ hmrecord
#> ! hmrecord: no limit; use -t, -n or -i
#> ! Try 'hmrecord --help'.
#> status 2
#> $ hmrecord -n 0
#> ! hmrecord: no frames: 0
#> ! Try 'hmrecord --help'.
#> status 2
#> $ hmrecord -n 1 file
#> ! hmrecord: unknown argument: file
#> ! Try 'hmrecord --help'.
#> status 2
#> $ hmrecord -t 5
#> ! hmrecord: not a time, such as 10ms: 5
#> ! Try 'hmrecord --help'.
#> status 2
#> $ hmrecord -t 0ms
#> ! hmrecord: not a time, such as 10ms: 0ms
#> ! Try 'hmrecord --help'.
#> status 2
#> $ hmrecord -w 300 -n 1
#> ! hmrecord: a window is 800, 400 or 200 ns: 300
#> ! Try 'hmrecord --help'.
#> status 2
#> $ hmrecord --depth=1000 -n 1
#> ! hmrecord: a depth is a power of two from 256 to 65536: 1000
#> ! Try 'hmrecord --help'.
#> status 2
#> hmrecord: a trace cannot be written to a terminal; use -o
#> Try 'hmrecord --help'.
#> $ hmstatus file
#> ! hmstatus: unknown argument: file
#> ! Try 'hmstatus --help'.
#> status 2
#> $ hmdump a b
#> ! hmdump: more than one trace: b
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmdump -e
#> ! hmdump: option needs a value: -e
#> ! Try 'hmdump --help'.
#> status 2
#> $ hmstat a b
#> ! hmstat: more than one trace: b
#> ! Try 'hmstat --help'.
#> status 2
#> $ hmstat -b sim: a
#> ! hmstat: a board and a trace: a
#> ! Try 'hmstat --help'.
#> status 2
#> $ hmstat -b sim:
#> ! hmstat: no limit; use -t, -n or -i
#> ! Try 'hmstat --help'.
#> status 2
#> $ hmstat -b sim: -r -n 1
#> ! hmstat: -r requires a trace
#> ! Try 'hmstat --help'.
#> status 2
#> $ hmstat -t 1ms a
#> ! hmstat: only valid with -b
#> ! Try 'hmstat --help'.
#> status 2
#> $ hmstat -c generate count=1
#> ! hmstat: only valid with -b
#> ! Try 'hmstat --help'.
#> status 2
#> $ hmsize -r 0
#> ! hmsize: a number above 0 is needed: 0
#> ! Try 'hmsize --help'.
#> status 2
#> $ hmsize -r x
#> ! hmsize: not a number: x
#> ! Try 'hmsize --help'.
#> status 2
#> $ hmexport t
#> ! hmexport: no output
#> ! Try 'hmexport --help'.
#> status 2
#> $ hmexport -o t
#> ! hmexport: no output format; use -f ctf or -f json: t
#> ! Try 'hmexport --help'.
#> status 2
#> $ hmexport -o t.vcd
#> ! hmexport: no output format; use -f ctf or -f json: vcd
#> ! Try 'hmexport --help'.
#> status 2
#> $ hmexport -f ctf -o -
#> ! hmexport: this format is a folder, not a stream: ctf
#> ! Try 'hmexport --help'.
#> status 2
#> $ hmplot
#> ! hmplot: no kind of picture; use rate, nodes, merging, scaling, states or messages
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot picture
#> ! hmplot: no kind of picture; use rate, nodes, merging, scaling, states or messages: picture
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot rate -o picture
#> ! hmplot: a picture's name ends in .svg or .png: picture
#> ! Try 'hmplot --help'.
#> status 2
#> $ hmplot merging a a
#> ! a: no checksum (a file of an earlier version): damage would not be noticed
#> ! hmplot: too many traces for this picture: a
#> ! Try 'hmplot --help'.
#> status 2
#> $ tallyboard serve hypermon
#> ! hypermond: no socket
#> ! Try 'tallyboard serve hypermon --help'.
#> status 2
#> $ tallyboard serve hypermon a b
#> ! hypermond: more than one socket: b
#> ! Try 'tallyboard serve hypermon --help'.
#> status 2
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
