# SPDX-License-Identifier: Apache-2.0
# Compiles library, driver and tools with clang without a warning (all other builds use gcc with
# -Werror), and runs the unit tests under clang's address and undefined-behaviour sanitizers.
# shows MK-LIB-015
cd "$TOP" || exit
files=$(ls sw/multikron/*.c sw/multikron/tests/*.c)
for f in $files; do
	clang -std=c11 -Wall -Wextra -Werror -D_GNU_SOURCE -DTOOLS_VERSION='"0"' -Isw/lib -Isw/multikron \
		-Irtl/multikron -Ibuild/include -fsyntax-only $f || echo "$f"
done
echo "$files" | wc -l | awk '{ print ($1 > 20 ? "all files" : $1 " files") }'
cd "$OLDPWD" || exit
lib="$(printf "$TOP/sw/multikron/%s.c " mklib mk_sample mk_interval longlong)\
$(printf "$TOP/sw/lib/%s.c " device unixdev mmapdev uartdev uartline etherdev checksum)"
for unit in mk_interval; do
	# shellcheck disable=SC2086
	clang -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -D_GNU_SOURCE \
		-I"$TOP/sw/lib" -I"$TOP/sw/multikron" \
		-I"$TOP/rtl/multikron" -I"$TOP/build/include" \
		"$TOP/sw/multikron/tests/${unit}_unit.c" "$TOP/sw/tests/damage.c" $lib \
		-lcmocka -lz -ldl -lm -lpthread -o unit && ./unit >log 2>&1
	echo "$unit: status $?"
	grep -e ERROR -e 'runtime error' log | head -3
done
# shellcheck disable=SC2086
clang -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -D_GNU_SOURCE \
	-I"$TOP/sw/lib" -I"$TOP/sw/multikron" -I"$TOP/rtl/multikron" -I"$TOP/build/include" \
	"$TOP"/sw/multikron/tests/{mklib_unit,fake}.c $lib -lcmocka -lz -ldl -lm -lpthread -o unit &&
	./unit --test='[!op]*' >log 2>&1
echo "mklib: status $?"
grep -e ERROR -e 'runtime error' log | head -3

#> all files
#> mk_interval: status 0
#> mklib: status 0
