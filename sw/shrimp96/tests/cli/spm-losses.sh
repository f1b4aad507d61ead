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
# the board fails as the configuration is read
begin "$fake" o mux=0x5B40 fail=8 >/dev/null
run spm -b unix:o -c status

#> $ spm -b unix:m -c status
#> lost: 7 of 1000 packets, some came too early
#> queue: 2 addresses, others are lost
#> a memory command came during a fill and was ignored
#> monitoring: yes
#> mode: histogram
#> config: I0 I1 S0 S1 S2
#> status 0
#> $ spm -b unix:m -c histogram
#> # board: SHRIMP performance monitor of 1996
#> # config: I0 I1 S0 S1 S2
#> # packets: 1000
#> # lost: 7
#> # counts: 1099511627783, more than packets: words were not 0 before, or packets have passed 2^32
#> address,count,sender,size
#> 0x004013,1099511627775,19,64
#> 0x00E013,8,19,224
#> status 1
#> $ spm -b unix:m -c queue -c queue -c status
#> # config: I0 I1 S0 S1 S2
#> # lost: addresses of other threshold events
#> address,sender,size
#> 0x00E013,19,224
#> 0x004013,19,64
#> # config: I0 I1 S0 S1 S2
#> # lost: addresses of other threshold events
#> address,sender,size
#> lost: 7 of 1000 packets, some came too early
#> queue: 0 addresses, others are lost
#> a memory command came during a fill and was ignored
#> monitoring: yes
#> mode: histogram
#> config: I0 I1 S0 S1 S2
#> status 1
#> $ spm -b unix:m -c wait 1ms
#> ! spm: wait 1ms: the monitor does not interrupt
#> status 1
#> $ spm -b unix:m -c clear -c status
#> lost: 7 of 1000 packets
#> queue: 0 addresses
#> monitoring: yes
#> mode: histogram
#> config: I0 I1 S0 S1 S2
#> status 0
#> $ spm -b unix:n -c status
#> lost: 2 of 4 packets, the trace is full
#> queue: 1 addresses
#> monitoring: yes
#> mode: trace auto
#> config: none of the 190
#> status 0
#> $ spm -b unix:n -c histogram
#> ! spm: histogram: not one of the 190 configurations
#> status 1
#> $ spm -b unix:n -c queue
#> ! spm: queue: not one of the 190 configurations
#> status 1
#> $ spm -b unix:n -c trace 0x100001
#> ! spm: trace 0x100001: a value is out of range, or no number
#> status 1
#> $ spm -b unix:n -c sim time
#> time: fake
#> status 0
#> $ spm -b unix:gone -c status
#> ! spm: unix:gone: No such file or directory
#> status 1
#> $ spm -b unix:o -c status
#> ! spm: status: Input/output error
#> status 1
