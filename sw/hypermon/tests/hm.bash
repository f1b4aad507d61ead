# SPDX-License-Identifier: Apache-2.0
# Functions for the cases of HYPERMON's tools.
. "$TOP/sw/tests/tools.bash"
units=$(dirname "$(command -v hmdump)")/../unit/sw/hypermon/tests

# Starts a fake board at unix:NAME.
board() { begin "$units/hmfake" "$1" >/dev/null; }

# Prints the header of a trace: [status [lost [format [window [frames]]]]]; "at end" is a status.
header() {
	local text status="# status: ${1:-0 none}"
	[ "${1:-}" = "at end" ] || status+=$'\n'"# lost frames: ${2:-0}"
	[ -z "${5:-}" ] || status+=$'\n'"# frames: $5"
	text="# hypermon trace 1
# board: hypermon
# format: ${3:-frames}
# nodes: 16
# window: ${4:-800} ns
# clock: 20000000 Hz
# seed: 1
$status
"
	printf '%s%*s\n' "$text" $((511 - ${#text})) ''
}
# Bytes of a header, of the line with the checksum, and of the record that ends a trace in a pipe
header_bytes=512 checksum_bytes=51 end_bytes=16
# Prints the frames of the trace $1, which ends with $2 other bytes.
frames_of() { tail -c +$((header_bytes + 1)) "$1" | head -c -"$2"; }
# Converts words in hexadecimal on standard input to bytes, little endian.
words() {
	local w h
	for w in $(cat); do
		printf -v h %08X "0x$w"
		printf "\\x${h:6:2}\\x${h:4:2}\\x${h:2:2}\\x${h:0:2}"
	done
}
# Prints the frames with the nibbles of bytes in hexadecimal, of node $1 from window $2 on, one
# every $3 windows.
send() {
	local node=$1 window=$2 step=$3 byte n high
	shift 3
	for byte; do
		for n in "${byte:1:1}" "${byte:0:1}"; do
			printf -v n '%X' $((16#$n << 4 * (node & 7)))
			high=0
			if ((node >= 8)); then high=$n n=0; fi
			printf '%s %s %X %X\n' $high $n $((1 << node)) $window
			window=$((window + step))
		done
	done
}
# Sorts frames by window and joins those of the same window.
joined() {
	gawk '{
		w = strtonum("0x" $4)
		for (i = 1; i <= 3; i++) f[w, i] = or(f[w, i], strtonum("0x" $i))
		seen[w] = 1
	}
	END {
		n = asorti(seen, order, "@ind_num_asc")
		for (k = 1; k <= n; k++) printf "%X %X %X %X\n", f[order[k], 1], f[order[k], 2], f[order[k], 3],
			order[k]
	}'
}
cat >table <<-'END'
	# what the nodes of these cases send
	1     4   send     message
	2     13  call     system   # the longest
	0x30  2   switch   state
END
