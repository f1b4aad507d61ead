# SPDX-License-Identifier: Apache-2.0
# Tests help, version and errors in the command line. The manual pages must name every option of the
# usage texts and every name of mk.h, and the tools must accept the examples of the pages on
# formats.
# shows MK-MAN-001 MK-MAN-002 MK-MAN-003
. "$TOP/sw/multikron/tests/mk.bash"
man=$TOP/sw/multikron/man
tools="mk_mem_test test_mk mk_sample_test mk_nite_test mk_rdsample mk_expand mk_rpt mk_status mk_pci
	mk_s16d mk_export mk_plot"
for tool in $tools; do
	tallyboard $tool --help >usage && head -1 usage
	tallyboard $tool --version | sed 's/ [0-9][0-9.a-z-]*$/ VERSION/'
	tallyboard $tool --help >/dev/full
	echo "status $?"
	run tallyboard $tool --nothing
	mandoc -Tlint -Werror "$man/$tool.1"
	# letters and long names
	{
		grep -o '^ *\(-[a-zA-Z], \|    \)--[a-z-]*' usage | grep -o -- '--[a-z-]*'
		grep -o '^ *-[a-zA-Z][dox]*\b\(, -[a-z][dox]\)*' usage | grep -o -- '-[a-zA-Z][dox]*'
	} | sort -u | while read -r option; do
		grep -q -- "${option//-/\\\\-}" "$man/$tool.1" || echo "$tool.1: $option is missing"
	done
done
for page in "$man"/*.3 "$man"/*.5 "$man"/multikrond.1; do mandoc -Tlint -Werror "$page"; done
# calls, macros and types of mk.h must be in one of the pages
{
	grep -o '^[a-z].*\bmk_[a-z0-9_]*(' "$TOP/sw/multikron/mk.h" | grep -o 'mk_[a-z0-9_]*('
	grep -o '^#define \(MK\|mk\)_[A-Za-z0-9_]*' "$TOP/sw/multikron/mk.h" | cut -d' ' -f2 |
		grep -v '^MK_H$'
	grep -o 'MK_SOURCE_[A-Z]*' "$TOP/sw/multikron/mk.h"
	grep -o '^enum mk_[a-z]*\|^struct mk_[a-z]*' "$TOP/sw/multikron/mk.h"
	grep -o '^extern.*mk_[a-z_]*' "$TOP/sw/multikron/mk.h" | grep -o 'mk_[a-z_]*$'
} | tr -d '(' | sort -u >names
wc -l <names | awk '{ print ($1 > 80 ? "names found" : "only " $1 " names") }'
while read -r name; do
	grep -q "\b$name\b" "$man"/*.3 || echo "$name is in no page"
done <names
# the examples of the pages
mandoc -Tascii "$man/mk.dat.5" | col -b >page
{
	sed -n 's/^ *\(# check: .*\)/\1/p' page
	grep -o '^ *\([0-9A-F][0-9A-F] \)\{19\}[0-9A-F][0-9A-F]$' page | tr -s ' ' '\n' | grep . |
		sed 's/^/\\x/' | tr -d '\n' | xargs -0 printf
	sed -n 's/^ *\(# end: .*\)/\1/p' page
} >mk.dat
mk_expand -td -ud
mandoc -Tascii "$man/interval.info.5" | col -b | sed -n '/^EXAMPLE/,/^SEE/p' | grep '^ *[1-4] ' |
	tee interval.info
mk_rpt -v | grep -e '^interval.info' -e '^matched'

#> Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> mk_mem_test VERSION
#> status 1
#> $ tallyboard mk_mem_test --nothing
#> ! mk_mem_test: unknown option: --nothing
#> ! Usage: tallyboard mk_mem_test [-b BOARD] START COUNT
#> status 2
#> Usage: tallyboard test_mk [-b BOARD] [-w TIME]
#> test_mk VERSION
#> status 1
#> $ tallyboard test_mk --nothing
#> ! test_mk: unknown option: --nothing
#> ! Usage: tallyboard test_mk [-b BOARD] [-w TIME]
#> status 2
#> Usage: tallyboard mk_sample_test [-b BOARD]
#> mk_sample_test VERSION
#> status 1
#> $ tallyboard mk_sample_test --nothing
#> ! mk_sample_test: unknown option: --nothing
#> ! Usage: tallyboard mk_sample_test [-b BOARD]
#> status 2
#> Usage: tallyboard mk_nite_test [-b BOARD] [-n PASSES] [-s SEED]
#> mk_nite_test VERSION
#> status 1
#> $ tallyboard mk_nite_test --nothing
#> ! mk_nite_test: unknown option: --nothing
#> ! Usage: tallyboard mk_nite_test [-b BOARD] [-n PASSES] [-s SEED]
#> status 2
#> Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> mk_rdsample VERSION
#> status 1
#> $ tallyboard mk_rdsample --nothing
#> ! mk_rdsample: unknown option: --nothing
#> ! Usage: mk_rdsample [-f FILENAME] [-s START] [-e END] [-v] [-b BOARD]
#> status 2
#> Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]
#> mk_expand VERSION
#> status 1
#> $ tallyboard mk_expand --nothing
#> ! mk_expand: unknown option: --nothing
#> ! Usage: mk_expand [-cehx] [-r[dox]] [-s[dox]] [-t[dox]] [-u[dox]] [FILE]
#> status 2
#> Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> mk_rpt VERSION
#> status 1
#> $ tallyboard mk_rpt --nothing
#> ! mk_rpt: unknown option: --nothing
#> ! Usage: mk_rpt [-v] [-f FILE] [-h] [-e VALUE] [-s] [-n] [-d]
#> status 2
#> Usage: mk_status [-b BOARD]
#> mk_status VERSION
#> status 1
#> $ tallyboard mk_status --nothing
#> ! mk_status: unknown option: --nothing
#> ! Usage: mk_status [-b BOARD]
#> status 2
#> Usage: mk_pci [-t TIME] [-n COUNT] [-b BOARD]
#> mk_pci VERSION
#> status 1
#> $ tallyboard mk_pci --nothing
#> ! mk_pci: unknown option: --nothing
#> ! Usage: mk_pci [-t TIME] [-n COUNT] [-b BOARD]
#> status 2
#> Usage: mk_s16d [-o FILE] [-l] [-n SAMPLES] [INPUT]
#> mk_s16d VERSION
#> status 1
#> $ tallyboard mk_s16d --nothing
#> ! mk_s16d: unknown option: --nothing
#> ! Try 'mk_s16d --help'.
#> status 2
#> Usage: mk_export [-f FORMAT] [--clock=HZ] -o OUTPUT [FILE]
#> mk_export VERSION
#> status 1
#> $ tallyboard mk_export --nothing
#> ! mk_export: unknown option: --nothing
#> ! Try 'mk_export --help'.
#> status 2
#> Usage: mk_plot KIND [-f FILE] [-o PICTURE] [SAMPLES]
#> mk_plot VERSION
#> status 1
#> $ tallyboard mk_plot --nothing
#> ! mk_plot: unknown option: --nothing
#> ! Try 'mk_plot --help'.
#> status 2
#> names found
#> 01 100 00000000 10
#> 01 1100 00000000 20
#>        1 10 20 "whole program"
#>        2 81 82 83 "if then" "if else"
#>        3 8 17 12 "process input" "write output"
#>        4 27 36 "message timer"
#> interval.info:1: class 1, events 10 20 "whole program"
#> interval.info:2: class 2, events 81 82 83 "if then" "if else"
#> interval.info:3: class 3, events 8 17 12 "process input" "write output"
#> interval.info:4: class 4, events 27 36 "message timer"
#> matched "whole program", cpu 0, source 00000000: end 1100, length 1000
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
#2> standard output: No space left on device
