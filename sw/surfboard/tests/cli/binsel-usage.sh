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

#> $ binsel 
#> status 2
#> $ binsel frobnicate
#> status 2
#> $ binsel compile
#> status 2
#> $ binsel compile a.bsel
#> status 2
#> $ binsel compile a.bsel b.bsel -o c.bit
#> status 2
#> $ binsel compile a.bsel -o
#> status 2
#> $ binsel compile a.bsel -o b.bit -o c.bit
#> status 2
#> $ binsel show
#> status 2
#> $ binsel show a.bit b.bit
#> status 2
#> $ binsel show a.bit -o b.bit
#> status 2
#> $ binsel -x show a.bit
#> status 2
#> $ binsel -xy show a.bit
#> status 2
#> $ binsel --frob show a.bit
#> status 2
#> $ binsel --help=yes
#> status 2
#> $ binsel eval
#> status 2
#> $ binsel eval a.bit latency
#> status 2
#> $ binsel eval a.bit latency=
#> status 2
#> $ binsel eval a.bit latency=0x
#> status 2
#> $ binsel eval a.bit latency=-1
#> status 2
#> $ binsel eval a.bit latency=12q
#> status 2
#> $ binsel eval a.bit latency=16777216
#> status 2
#> $ binsel eval a.bit latency=99999999999999999999999
#> status 2
#> $ binsel eval a.bit size=1025
#> status 2
#> $ binsel eval a.bit lat=1
#> status 2
#> $ binsel eval a.bit =1
#> status 2
#> $ binsel eval a.bit size=1 size=1
#> status 2
#> a.bit
#2> binsel: no command
#2> Try 'binsel --help'.
#2> binsel: unknown command: frobnicate
#2> Try 'binsel --help'.
#2> binsel: no file
#2> Try 'binsel --help'.
#2> binsel: no output file
#2> Try 'binsel --help'.
#2> binsel: more than one file: b.bsel
#2> Try 'binsel --help'.
#2> binsel: option needs a value: -o
#2> Try 'binsel --help'.
#2> binsel: more than one output: c.bit
#2> Try 'binsel --help'.
#2> binsel: no file
#2> Try 'binsel --help'.
#2> binsel: more than one file: b.bit
#2> Try 'binsel --help'.
#2> binsel: no output is written: b.bit
#2> Try 'binsel --help'.
#2> binsel: unknown option: -x
#2> Try 'binsel --help'.
#2> binsel: unknown option: -x
#2> Try 'binsel --help'.
#2> binsel: unknown option: --frob
#2> Try 'binsel --help'.
#2> binsel: unknown option: --help=yes
#2> Try 'binsel --help'.
#2> binsel: no file
#2> Try 'binsel --help'.
#2> binsel: not VARIABLE=VALUE: latency
#2> Try 'binsel --help'.
#2> binsel: not a number: latency=
#2> Try 'binsel --help'.
#2> binsel: not a number: latency=0x
#2> Try 'binsel --help'.
#2> binsel: not a number: latency=-1
#2> Try 'binsel --help'.
#2> binsel: not a number: latency=12q
#2> Try 'binsel --help'.
#2> binsel: value does not fit: latency=16777216
#2> Try 'binsel --help'.
#2> binsel: value does not fit: latency=99999999999999999999999
#2> Try 'binsel --help'.
#2> binsel: value does not fit: size=1025
#2> Try 'binsel --help'.
#2> binsel: unknown variable: lat=1
#2> Try 'binsel --help'.
#2> binsel: unknown variable: =1
#2> Try 'binsel --help'.
#2> binsel: variable given twice: size=1
#2> Try 'binsel --help'.
