# SPDX-License-Identifier: Apache-2.0
# Tests mk_status: fields of the configuration, pointers, chips; it must not change the board.
# shows MK-SS-001 MK-SS-002 MK-SS-003 MK-SS-004 MK-SS-005
. "$TOP/sw/multikron/tests/mk.bash"
board one chip=1
run mk_status
mk_status --command=state | head -1 >before
mk_status >/dev/null
mk_status --command=state | head -1 | cmp - before && cat before
for config in 0 003201 1DFFFF 100080 013A01; do
	board "c$config" "config=$config"
	mk_status | sed '/^memory/,$d'
done
show() {
	board "p$1" "config=$2" "place=$1"
	mk_status | sed -n '/^memory/,/words/p'
}
show 0 3201
show 5 3201
show 400000 7201
show 5 7201
show C00007 3201
board none vc=0 config=3201
mk_status | grep vc
board page config=3201 page=1FF
mk_status | grep vc
# the halves of a pair belong together, wherever between two accesses it carries
for start in $(seq $((0xFFFFFE00)) 8 $((0xFFFFFFFF))); do
	board pair config=3201 "pair=$(printf %X "$start"):0"
	mk_status | awk -v counter=2 -v value=3 '$1 != "counter" { next }
		$counter == 0 { low = $value; n++ }
		$counter == 1 && $value > 0 && low ~ /^F/ { print "torn: " $value low }
		END { if (n != 2) print "not two chips" }'
done
board off config=0
run mk_status
run mk_status x

#> $ mk_status
#> configuration register: 90003201
#>   V_NUM     90
#>   WAIT_MEM  0
#>   DIV2      0
#>   TS_RATIO  0
#>   DIS_STATE 0
#>   EN_EXT    0
#>   WRAPB     0
#>   MK_OE     1
#>   TESTB     1
#>   WAIT_CPU  0
#>   EXT_CPU   0
#>   LOCAL     1
#>   TEST      0
#>   CPU_ID    01
#> memory address pointer: 000005
#>   buffer    circular
#>   wraps     0 (modulo 4)
#>   words     5
#> MultiKron_II
#>   samples discarded (OVRCNT)   3
#>   clocks of waiting (WAITCNT)  77
#>   CSR       00000105
#>   FULL      0
#>   EMPTY     0
#>   OVERFLOW  1
#>   TSCLEAR   0
#>   MODE32    1
#>   DISCARD   0
#>   SAMPLING  1
#>   timestamp 12345600000012
#>   filter    1234
#>   source address 0  0000ADD0
#>   source address 1  0000ADD1
#>   source address 2  0000ADD2
#>   source address 3  0000ADD3
#>   source address 4  0000ADD4
#>   source address 5  0000ADD5
#>   source address 6  0000ADD6
#>   source address 7  0000ADD7
#>   counter 0  00001000  enabled   source 5 processor, lower half
#>   counter 1  00001001  stopped   source 6 trace, upper half
#>   counter 2  00001002  enabled   source 0 off
#>   counter 3  00001003  stopped   source 0 off
#>   counter 4  00001004  stopped   source 0 off
#>   counter 5  00001005  stopped   source 0 off
#>   counter 6  00001006  stopped   source 0 off
#>   counter 7  00001007  stopped   source 1 edges
#>   counter 8  00001008  stopped   source 2 NODECLK
#>   counter 9  00001009  stopped   source 3 timestamp
#>   counter 10 0000100A  stopped   source 4 level
#>   counter 11 0000100B  stopped   source 5 processor
#>   counter 12 0000100C  stopped   source 6 trace
#>   counter 13 0000100D  stopped   source 7 resource
#>   counter 14 0000100E  stopped   source 8 lost
#>   counter 15 0000100F  stopped   source 9 wait
#>   holding register 11112222
#> MultiKron_vc: page 300 of 512
#>   CSR       00000004
#>   counter 0  00002000  stopped   source 0 off
#>   counter 1  00002001  stopped   source 0 off
#>   counter 2  00002002  stopped   source 0 off
#>   counter 3  00002003  stopped   source 0 off
#>   counter 4  00002004  stopped   source 0 off
#>   counter 5  00002005  stopped   source 0 off
#>   counter 6  00002006  stopped   source 0 off
#>   counter 7  00002007  stopped   source 0 off
#>   counter 8  00002008  stopped   source 0 off
#>   counter 9  00002009  stopped   source 0 off
#>   counter 10 0000200A  stopped   source 0 off
#>   counter 11 0000200B  stopped   source 0 off
#>   counter 12 0000200C  stopped   source 0 off
#>   counter 13 0000200D  stopped   source 0 off
#>   counter 14 0000200E  stopped   source 0 off
#>   counter 15 0000200F  stopped   source 0 off
#>   holding register 33334444
#> status 0
#> state: config 3201 pointer 5 queued 3 hold 11112222 33334444 page 300 sum 6BFD903567311A43
#> configuration register: 90000000
#>   V_NUM     90
#>   WAIT_MEM  0
#>   DIV2      0
#>   TS_RATIO  0
#>   DIS_STATE 0
#>   EN_EXT    0
#>   WRAPB     0
#>   MK_OE     0
#>   TESTB     0
#>   WAIT_CPU  0
#>   EXT_CPU   0
#>   LOCAL     0
#>   TEST      0
#>   CPU_ID    00
#> configuration register: 90003201
#>   V_NUM     90
#>   WAIT_MEM  0
#>   DIV2      0
#>   TS_RATIO  0
#>   DIS_STATE 0
#>   EN_EXT    0
#>   WRAPB     0
#>   MK_OE     1
#>   TESTB     1
#>   WAIT_CPU  0
#>   EXT_CPU   0
#>   LOCAL     1
#>   TEST      0
#>   CPU_ID    01
#> configuration register: 901DFFFF
#>   V_NUM     90
#>   WAIT_MEM  1
#>   DIV2      1
#>   TS_RATIO  1
#>   DIS_STATE 1
#>   EN_EXT    1
#>   WRAPB     1
#>   MK_OE     1
#>   TESTB     1
#>   WAIT_CPU  1
#>   EXT_CPU   1
#>   LOCAL     1
#>   TEST      1
#>   CPU_ID    FF
#> configuration register: 90100080
#>   V_NUM     90
#>   WAIT_MEM  1
#>   DIV2      0
#>   TS_RATIO  0
#>   DIS_STATE 0
#>   EN_EXT    0
#>   WRAPB     0
#>   MK_OE     0
#>   TESTB     0
#>   WAIT_CPU  0
#>   EXT_CPU   0
#>   LOCAL     0
#>   TEST      0
#>   CPU_ID    80
#> configuration register: 90013A01
#>   V_NUM     90
#>   WAIT_MEM  0
#>   DIV2      0
#>   TS_RATIO  0
#>   DIS_STATE 1
#>   EN_EXT    0
#>   WRAPB     0
#>   MK_OE     1
#>   TESTB     1
#>   WAIT_CPU  1
#>   EXT_CPU   0
#>   LOCAL     1
#>   TEST      0
#>   CPU_ID    01
#> memory address pointer: 000000
#>   buffer    circular
#>   wraps     0 (modulo 4)
#>   words     0
#> memory address pointer: 000005
#>   buffer    circular
#>   wraps     0 (modulo 4)
#>   words     5
#> memory address pointer: 400000
#>   buffer    simple
#>   full      yes
#>   words     4194304
#> memory address pointer: 000005
#>   buffer    simple
#>   full      no
#>   words     5
#> memory address pointer: C00007
#>   buffer    circular
#>   wraps     3 (modulo 4)
#>   words     4194304
#> MultiKron_vc: not installed
#> MultiKron_vc: page 511 of 512
#> $ mk_status
#> configuration register: 90000000
#>   V_NUM     90
#>   WAIT_MEM  0
#>   DIV2      0
#>   TS_RATIO  0
#>   DIS_STATE 0
#>   EN_EXT    0
#>   WRAPB     0
#>   MK_OE     0
#>   TESTB     0
#>   WAIT_CPU  0
#>   EXT_CPU   0
#>   LOCAL     0
#>   TEST      0
#>   CPU_ID    00
#> memory address pointer: 000000
#>   buffer    circular
#>   wraps     0 (modulo 4)
#>   words     0
#> MultiKron outputs are disabled (MK_OE = 0): the chips cannot be read
#> status 0
#> $ mk_status x
#> ! mk_status: unknown argument: x
#> ! Usage: mk_status [-b BOARD]
#> status 2
