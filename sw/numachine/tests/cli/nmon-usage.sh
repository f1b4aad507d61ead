# SPDX-License-Identifier: Apache-2.0
# Tests help, version and errors in the command line; the manual pages must name every long option.
# shows NM-TOOL-017
. "$TOP/sw/numachine/tests/nm.bash"
usage_of "$TOP/sw/numachine/man" nmon nmon-pages nmon-queue nmon-lines nmon-words nmplot sharing \
	numachined
for page in nmtable.5 nmlabels.5 libnm.3 librecord.3; do
	mandoc -Tlint -Werror "$TOP/sw/numachine/man/$page"
done
run nmon
run nmon fly
run nmon mode
run nmon mode histogram4
run nmon count flyer
run nmon count flyer 5
run nmon count flyer 99999999999s
run nmon watch flyer 5ms
run nmon watch flyer 5ms 0x
run nmon status now
run nmon clear 2
run nmon label
run nmon -l names label names
run nmon -b usb: status
run nmon-pages a b
run nmon-queue -p 16
run nmon-lines -L 512
run nmon-lines -r recording
run nmon-words
run nmon-words -B 32 recording
run nmplot
run nmplot table
run nmplot pages a b
run nmplot pages -n 0
run nmplot pages -n 65
run nmplot pages -L 1
run nmplot waiting -p 1
run nmplot lines -o picture
run tallyboard serve numachine
run tallyboard serve numachine a b
run tallyboard serve numachine -b order=1,pipelined=1 a
run tallyboard serve numachine -b wave=/nowhere/w a
run tallyboard serve numachine -c 'workload nothing' a
run tallyboard serve numachine -c 'random 100' -c 'drain 1us' a
run tallyboard serve numachine /nowhere/socket

#> Usage: nmon [OPTION]... COMMAND [ARGUMENT]...
#> nmon VERSION
#> status 1
#> $ nmon --nothing
#> ! nmon: unknown option: --nothing
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon -o
#> ! nmon: option needs a value: -o
#> ! Try 'nmon --help'.
#> status 2
#> Usage: nmon-pages [OPTION]... [TABLE]
#> nmon-pages VERSION
#> status 1
#> $ nmon-pages --nothing
#> ! nmon-pages: unknown option: --nothing
#> ! Try 'nmon-pages --help'.
#> status 2
#> $ nmon-pages -o
#> ! nmon-pages: option needs a value: -o
#> ! Try 'nmon-pages --help'.
#> status 2
#> Usage: nmon-queue [OPTION]... [TABLE]
#> nmon-queue VERSION
#> status 1
#> $ nmon-queue --nothing
#> ! nmon-queue: unknown option: --nothing
#> ! Try 'nmon-queue --help'.
#> status 2
#> $ nmon-queue -o
#> ! nmon-queue: option needs a value: -o
#> ! Try 'nmon-queue --help'.
#> status 2
#> Usage: nmon-lines [OPTION]... [TABLE]
#> nmon-lines VERSION
#> status 1
#> $ nmon-lines --nothing
#> ! nmon-lines: unknown option: --nothing
#> ! Try 'nmon-lines --help'.
#> status 2
#> $ nmon-lines -o
#> ! nmon-lines: option needs a value: -o
#> ! Try 'nmon-lines --help'.
#> status 2
#> Usage: nmon-words [OPTION]... RECORDING...
#> nmon-words VERSION
#> status 1
#> $ nmon-words --nothing
#> ! nmon-words: unknown option: --nothing
#> ! Try 'nmon-words --help'.
#> status 2
#> $ nmon-words -o
#> ! nmon-words: option needs a value: -o
#> ! Try 'nmon-words --help'.
#> status 2
#> Usage: nmplot KIND [OPTION]... [TABLE]
#> nmplot VERSION
#> status 1
#> $ nmplot --nothing
#> ! nmplot: unknown option: --nothing
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot -o
#> ! nmplot: option needs a value: -o
#> ! Try 'nmplot --help'.
#> status 2
#> Usage: sharing [OPTION]... -- PROGRAM [ARGUMENT]...
#> sharing VERSION
#> status 1
#> $ sharing --nothing
#> ! sharing: unknown option: --nothing
#> ! Try 'sharing --help'.
#> status 2
#> $ sharing -o
#> ! sharing: option needs a value: -o
#> ! Try 'sharing --help'.
#> status 2
#> Usage: tallyboard serve numachine [OPTION]... SOCKET
#> numachined VERSION
#> status 1
#> $ tallyboard numachined --nothing
#> ! numachined: unknown option: --nothing
#> ! Try 'tallyboard serve numachine --help'.
#> status 2
#> $ tallyboard numachined -o
#> ! numachined: unknown option: -o
#> ! Try 'tallyboard serve numachine --help'.
#> status 2
#> $ nmon
#> ! nmon: a command is missing
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon fly
#> ! nmon: no such command: fly
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon mode
#> ! nmon: a mode is missing
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon mode histogram4
#> ! nmon: flyer, depth, histogram0 to histogram3 or off: histogram4
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon count flyer
#> ! nmon: a time is missing
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon count flyer 5
#> ! nmon: not a time, such as 10us or 5ms: 5
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon count flyer 99999999999s
#> ! nmon: time too long: 99999999999s
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon watch flyer 5ms
#> ! nmon: the number of reports is missing
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon watch flyer 5ms 0x
#> ! nmon: not a number: 0x
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon status now
#> ! nmon: one argument too many: now
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon clear 2
#> ! nmon: number too large: 2
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon label
#> ! nmon: a file is missing
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon -l names label names
#> ! nmon: labels are named twice: names
#> ! Try 'nmon --help'.
#> status 2
#> $ nmon -b usb: status
#> ! nmon: usb:: none of sim:, unix:, mmap:, uart: and etherbone:, or a server of another version
#> status 1
#> $ nmon-pages a b
#> ! nmon-pages: more than one file: b
#> ! Try 'nmon-pages --help'.
#> status 2
#> $ nmon-queue -p 16
#> ! nmon-queue: number too large: 16
#> ! Try 'nmon-queue --help'.
#> status 2
#> $ nmon-lines -L 512
#> ! nmon-lines: number too large: 512
#> ! Try 'nmon-lines --help'.
#> status 2
#> $ nmon-lines -r recording
#> ! nmon-lines: -r requires -l
#> ! Try 'nmon-lines --help'.
#> status 2
#> $ nmon-words
#> ! nmon-words: no recording
#> ! Try 'nmon-words --help'.
#> status 2
#> $ nmon-words -B 32 recording
#> ! nmon-words: lines have 64 or 128 bytes: 32
#> ! Try 'nmon-words --help'.
#> status 2
#> $ nmplot
#> ! nmplot: no kind of picture; use pages, depths, waiting, lines or labels
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot table
#> ! nmplot: no kind of picture; use pages, depths, waiting, lines or labels: table
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot pages a b
#> ! nmplot: more than one file: b
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot pages -n 0
#> ! nmplot: a picture has at least one entry: 0
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot pages -n 65
#> ! nmplot: number too large: 65
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot pages -L 1
#> ! nmplot: only lines takes a label
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot waiting -p 1
#> ! nmplot: only depths and lines take a phase
#> ! Try 'nmplot --help'.
#> status 2
#> $ nmplot lines -o picture
#> ! nmplot: a picture's name ends in .svg or .png: picture
#> ! Try 'nmplot --help'.
#> status 2
#> $ tallyboard serve numachine
#> ! numachined: no socket
#> ! Try 'tallyboard serve numachine --help'.
#> status 2
#> $ tallyboard serve numachine a b
#> ! numachined: more than one socket: b
#> ! Try 'tallyboard serve numachine --help'.
#> status 2
#> $ tallyboard serve numachine -b order=1,pipelined=1 a
#> ! numachined: order=1,pipelined=1: the arguments of a card are line=64|128, boards=1|2, station=N, board=N, order=0|1, pipelined=0|1 (not both 1), seed=N, wave=FILE, separated by commas
#> status 1
#> $ tallyboard serve numachine -b wave=/nowhere/w a
#> ! numachined: wave=/nowhere/w: No such file or directory
#> status 1
#> $ tallyboard serve numachine -c workload nothing a
#> ! numachined: workload nothing: no workload "nothing"; there are private shared false padded migratory queue page burst spread mix
#> status 1
#> $ tallyboard serve numachine -c random 100 -c drain 1us a
#> ! numachined: drain 1us: transactions are still to come
#> status 1
#> $ tallyboard serve numachine /nowhere/socket
#> ! numachined: /nowhere/socket: No such file or directory
#> status 1
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
