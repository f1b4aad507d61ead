# SPDX-License-Identifier: Apache-2.0
# Checks that errors in the command line give exit status 2.
run() {
	echo "\$ binsel $*"
	binsel "$@"
	echo "status $?"
}
echo 'bin = latency' | binsel compile - -o a.bit
run
run frobnicate
run compile
run compile a.bsel
run compile a.bsel b.bsel -o c.bit
run compile a.bsel -o
run compile a.bsel -o b.bit -o c.bit
run show
run show a.bit b.bit
run show a.bit -o b.bit
run -x show a.bit
run -xy show a.bit
run --frob show a.bit
run --help=yes
run eval
run eval a.bit latency
run eval a.bit latency=
run eval a.bit latency=0x
run eval a.bit latency=-1
run eval a.bit latency=12q
run eval a.bit latency=16777216
run eval a.bit latency=99999999999999999999999
run eval a.bit size=1025
run eval a.bit lat=1
run eval a.bit =1
run eval a.bit size=1 size=1
ls
