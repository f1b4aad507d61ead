# SPDX-License-Identifier: Apache-2.0
# Functions for the cases of surfexport: traces, and their fields, found in another way than by the
# tool.
. "$TOP/sw/tests/tools.bash"

# A small trace: a trigger, lost packets at a known and at an unknown place, a packet of
# 1024 words, and every flag.
sample() {
	cat <<-'END'
	# file: trace
	# board: surfboard
	# configuration: a "quoted" $end \ name
	# clock: 10000000 Hz
	# latency unit: 100 ns
	# trigger: 00000b
	# lost packets dropped: 2

	00000A 04000033 10041000 00001000 00123457
	00000B 0A000000 20081001 00001010 80123467 # here
	# lost packets dropped: 3 or more
	00000C 0D000001 00001001 000F1010 0FFFFFFF
	END
}

# Prints $1 records with random fields, whose times increase across bit 32.
random_trace() {
	local i time=$((0x7FFFF0000))
	RANDOM=${2:-1}
	for ((i = 0; i < $1; i++)); do
		time=$((time + 11 + RANDOM % 1000))
		printf '%06X %08X %08X %08X %08X\n' $i $((RANDOM << 17 ^ RANDOM << 8 ^ RANDOM)) \
			$(((RANDOM << 17 ^ RANDOM << 12) & 0xFFFFF000 | time >> 32)) \
			$((time & 0xFFFFFFFF)) $(((RANDOM << 17 ^ RANDOM << 4 ^ RANDOM) & 0x9FFFFFFF))
	done
}

# time index sender latency overflow underflow color category words address be interrupt,
# decimal, of the trace on standard input
fields() {
	local i a b c d words
	while read -r i a b c d; do
		i=$((16#$i)) a=$((16#$a)) b=$((16#$b)) c=$((16#$c)) d=$((16#$d))
		words=$((b >> 18 & 1023))
		echo $(((b & 0xFFF) << 32 | c)) $i $((a >> 26)) $((a & 0xFFFFFF)) \
			$((a >> 25 & 1)) $((a >> 24 & 1)) $((b >> 12 & 63)) $((b >> 28)) \
			$((words ? words : 1024)) $(((d >> 4 & 0x1FFFFFF) << 2)) $((d & 15)) $((d >> 31))
	done
}

# OPTION... <CAPTURE: runs tshark with the names of the SurfBoard's fields. Newer releases load no
# Lua script for root, so it runs as another user, who may have no access to the files of the case.
shark() {
	local dir as=()
	dir=$(mktemp -d)
	install -m 644 "$TOP/sw/surfboard/surfboard.lua" "$dir"
	chmod 755 "$dir"
	[ "$(id -u)" -ne 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	HOME=$dir "${as[@]}" tshark -X "lua_script:$dir/surfboard.lua" -r - "$@" 2>"$dir/errors" ||
		cat "$dir/errors"
	rm -rf "$dir"
}
