# SPDX-License-Identifier: Apache-2.0
# Tests help, version and errors in the command line; the manual pages must name every long option.
# shows NM-TOOL-017
. "$TOP/sw/numachine/tests/nm.bash"
usage_of "$TOP/sw/numachine/man" nmon nmon-pages nmon-queue nmon-lines nmon-words nmplot numachined
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
run numachined
run numachined a b
run numachined -b order=1,pipelined=1 a
run numachined -b wave=/nowhere/w a
run numachined -c 'workload nothing' a
run numachined -c 'random 100' -c 'drain 1us' a
run numachined /nowhere/socket
