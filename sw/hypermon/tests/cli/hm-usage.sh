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
run hypermond
run hypermond a b
