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
	$tool --help >usage && head -1 usage
	$tool --version | sed 's/ [0-9][0-9.a-z-]*$/ VERSION/'
	$tool --help >/dev/full
	echo "status $?"
	run $tool --nothing
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
