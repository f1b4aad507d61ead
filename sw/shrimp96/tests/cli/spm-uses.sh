# SPDX-License-Identifier: Apache-2.0
# Tests the four uses of rtl/shrimp96/README.md, and a program on the simulated machine.
. "$TOP/sw/tests/tools.bash"
awk '/^## Four uses/ { on = 1 } /^## Block/ { on = 0 } /^```/ { code = !code; next }
	on && code' "$TOP/rtl/shrimp96/README.md" >uses
grep -c '^spm' uses
bash -e uses
run spm -c 'config sender size' -c start -c 'sim workload simple nodes=4 size=1024 steps=1' \
	-c 'sim drain 1s' -c stop -c 'sim status' -c 'histogram 0 0x1fff' | sed 's/^time: .*/time/'
run spm -c 'sim workload chess'
run spm -c 'sim play nothing.trace'
run spm -c 'histogram 5'
run spm -c 'histogram 5 4'
run spm -c 'histogram 0 0x100000'

#> 4
#> # board: SHRIMP performance monitor of 1996
#> # config: S0 S1 S2 T C
#> # packets: 130
#> # lost: 0
#> # words: 0x010000 to 0x02FFFF
#> address,count,size,tag,category
#> 0x010008,100,8,0,1
#> 0x0200E0,30,224,0,2
#> # board: SHRIMP performance monitor of 1996
#> # config: L0 L1 L2 L3 T
#> # packets: 40
#> # lost: 0
#> # words: 0x010000 to 0x02FFFF
#> address,count,latency,tag
#> 0x010028,16,40,1
#> 0x010029,4,41,1
#> 0x02005A,16,90,2
#> 0x02005B,4,91,2
#> # config: I0 I1 L4 S2 T
#> address,sender,latency,size,tag
#> # config: I0 I1 L4 S2 T
#> address,sender,latency,size,tag
#> 0x030002,2,0,0,3
#> # config: I0 I1 L4 S2 T
#> address,sender,latency,size,tag
#> 0x050002,2,0,0,5
#> $ spm -c config sender size -c start -c sim workload simple nodes=4 size=1024 steps=1 -c sim drain 1s -c stop -c sim status -c histogram 0 0x1fff
#> time
#> state: on request
#> speed: max
#> wave: off
#> traffic: none
#> sent: 10
#> arrived: 10
#> dropped: 0
#> ignored: 0
#> # board: SHRIMP performance monitor of 1996
#> # config: I0 I1 S0 S1 S2
#> # packets: 10
#> # lost: 0
#> # words: 0x000000 to 0x001FFF
#> address,count,sender,size
#> 0x000403,1,3,4
#> 0x001801,3,1,24
#> 0x001802,3,2,24
#> 0x001803,3,3,24
#> status 0
#> $ spm -c sim workload chess
#> ! spm: sim workload chess: no such workload; the workloads are lu, ocean, radix and simple
#> status 1
#> $ spm -c sim play nothing.trace
#> ! spm: sim play nothing.trace: nothing.trace: No such file or directory
#> status 1
#> $ spm -c histogram 5
#> ! spm: histogram 5: a value is out of range, or no number
#> status 1
#> $ spm -c histogram 5 4
#> ! spm: histogram 5 4: a value is out of range, or no number
#> status 1
#> $ spm -c histogram 0 0x100000
#> ! spm: histogram 0 0x100000: a value is out of range, or no number
#> status 1
