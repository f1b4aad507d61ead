# SPDX-License-Identifier: Apache-2.0
# A monitor that has lost packets and addresses: the tool must report this first, and must print
# nothing that is unknown. The test also reads the queue, fills the trace, and clears the flags.
# shows S96-SYS-007
. "$TOP/sw/tests/tools.bash"
fake=$(dirname "$(command -v spm)")/../unit/sw/shrimp96/tests/spmfake
# I0 I1 S0 S1 S2: multiplexers 0 0 5 6 5
begin "$fake" m mux=0x5B40 stat=0x39 arrv=1000 lost=7 0xE013=8 0x4013=0xFFFFFFFFFF event=0x00E013 \
	event=0x004013 >/dev/null
run spm -b unix:m -c status
# all 2^20 words
run spm -b unix:m -c histogram
run spm -b unix:m -c queue -c queue -c status
run spm -b unix:m -c 'wait 1ms'
run spm -b unix:m -c clear -c status
begin "$fake" n mux=0x7FFF tcnt=0x100000 mode=3 stat=1 arrv=4 lost=2 event=5 >/dev/null
run spm -b unix:n -c status
run spm -b unix:n -c histogram
run spm -b unix:n -c queue
run spm -b unix:n -c 'trace 0x100001'
run spm -b unix:n -c 'sim time'
run spm -b unix:gone -c status
