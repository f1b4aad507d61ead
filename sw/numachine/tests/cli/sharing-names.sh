# SPDX-License-Identifier: Apache-2.0
# Checks the names of static variables of C++ and of their fields, also beside bit-fields, the
# places in functions with long names, and that -gsplit-dwarf hides no names: it is switched off, or
# reported.
# shows NM-DIA-001
program=$TOP/sw/numachine/tests/programs/statics.cc
names() {
	sed -n 's/^[0-9]*\. \(.*\): false sharing.*/\1/p; /^not/p
		s/^  [^ ]* *(\([^)]*\]\)), .* writes at \([^ ]*\).*/\1 \2/p' report | sort -u
}
for compile in 'g++ -O1' 'clang++ -O1' 'g++ -O1 -gsplit-dwarf'; do
	echo "== $compile"
	sharing -o report --cc="$compile $program -pthread" || exit
	names
done
folder=${program%/*}
for compile in "g++ -O1 $folder/template.cc" "gcc -O0 $folder/bits.c" \
	"gcc -O0 -gdwarf-2 $folder/bits.c" "clang -O0 $folder/bits.c"; do
	echo "== ${compile/$folder\//}"
	sharing -o report --cc="$compile -pthread" || exit
	names
done
echo '== a program with .dwo files'
g++ -g -gsplit-dwarf -fno-builtin -fsanitize=thread -c "$program" &&
	g++ statics.o "$(dirname "$(command -v sharing)")/../lib/librecord.a" -lz -o statics &&
	sharing -o report -- ./statics && grep '^not' report

#> == g++ -O1
#> app::stats
#> app::stats[1].hits[0] statics.cc:26
#> app::stats[1].hits[1] statics.cc:26
#> totals
#> totals.hits[0] statics.cc:26
#> totals.hits[1] statics.cc:26
#> work(void*)::mine
#> == clang++ -O1
#> app::stats
#> app::stats[1].hits[0] statics.cc:26
#> app::stats[1].hits[1] statics.cc:26
#> totals
#> totals.hits[0] statics.cc:26
#> totals.hits[1] statics.cc:26
#> work(void*)::mine
#> == g++ -O1 -gsplit-dwarf
#> app::stats
#> app::stats[1].hits[0] statics.cc:26
#> app::stats[1].hits[1] statics.cc:26
#> totals
#> totals.hits[0] statics.cc:26
#> totals.hits[1] statics.cc:26
#> work(void*)::mine
#> == g++ -O1 template.cc
#> counters
#> counters[0] template.cc:20
#> counters[1] template.cc:20
#> == gcc -O0 bits.c
#> state
#> state.counter[0] bits.c:15
#> state.counter[1] bits.c:15
#> == gcc -O0 -gdwarf-2 bits.c
#> state
#> state.counter[0] bits.c:15
#> state.counter[1] bits.c:15
#> == clang -O0 bits.c
#> state
#> state.counter[0] bits.c:15
#> state.counter[1] bits.c:15
#> == a program with .dwo files
#> not read: debug information in .dwo files; compile with -gno-split-dwarf for names and source lines
