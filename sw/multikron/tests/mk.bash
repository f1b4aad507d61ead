# SPDX-License-Identifier: Apache-2.0
# Functions for the cases of MultiKron's tools.
. "$TOP/sw/tests/tools.bash"
units=$(dirname "$(command -v mk_expand)")/../unit/sw/multikron/tests

# Starts a fake board with faults at unix:NAME, which the tools use.
board() {
	rm -f "$1"
	begin "$units/mkfake" "$@" >/dev/null
	export MK_BOARD=unix:$1
}
# Converts lines "header timestamp source user-data [counters]" in hexadecimal, as mk_expand -c
# prints them, to the bytes of samples.
samples() {
	LC_ALL=C gawk '
	function put(hex, n,  i) {
		hex = substr("0000000000000000" hex, length(hex) + 17 - 2 * n)
		for (i = n; i > 0; i--) printf "%c", strtonum("0x" substr(hex, 2 * i - 1, 2))
	}
	{
		put($1, 1); put($2, 7); put($3, 4); put($4, 8)
		for (f = 5; f <= 20 && strtonum("0x" $1) >= 128; f++) put($f, 4)
	}'
}
# Converts lines "time number [cpu [source [lost]]]", decimal, to the bytes of events.
events() {
	gawk '{ printf "%02X %X %X %X\n", $3 * 16 + $5 * 8, $1, $4, $2 }' | samples
}
# Adds the first and the last line of mk.dat(5) to samples; its checksum is that of gzip.
checked() {
	local file
	file=$(mktemp)
	{ echo '# check: CRC-32'; cat; } >"$file"
	cat "$file"
	printf '# end: %020d bytes, CRC-32 %08X\n' "$(stat -c %s "$file")" "$(gzip -c <"$file" |
		tail -c 8 | od -An -N4 -tu4 --endian=little)"
	rm "$file"
}
# Prints only the samples of such a file.
unchecked() { tail -c +17 "$1" | head -c -51; }
# NAME: compiles NAME.c with mkprobe.h, as a user does
lib=$(cd "$(dirname "$(command -v mk_expand)")/../lib" && pwd)
sanitize=
case $lib in *sanitized*) sanitize=-fsanitize=address,undefined ;; esac
build() {
	cc $sanitize -Wall -Wextra -Werror -I"$TOP/sw/multikron" -I"$TOP/rtl/multikron" $1.c \
		"$lib/libmk.a" -lz -ldl -lm -lpthread \
		-Wl,--disable-new-dtags,-rpath,"$lib${sanitize:+:$lib/../../lib}" -o $1
}
