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
board off config=0
run mk_status
run mk_status x
