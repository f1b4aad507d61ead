# SPDX-License-Identifier: Apache-2.0
# For the cases of HYPERMON's tools.
units=$(dirname "$(command -v hmdump)")/../unit/sw/hypermon/tests

# A fake board at unix:NAME that waits for the tools; all end with the case.
board() {
	local log
	log=$(mktemp)
	"$units/hmfake" "$1" >"$log" &
	boards+=($!)
	for _ in $(seq 200); do [ -s "$log" ] && break; sleep 0.02; done
	rm "$log"
}
boards=()
trap 'kill "${boards[@]}" 2>/dev/null' EXIT

# The header of a trace: [status [lost [format [window]]]]; "at end" is a status.
header() {
	local text status="# status: ${1:-0 none}"
	[ "${1:-}" = "at end" ] || status+=$'\n'"# lost frames: ${2:-0}"
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
# Words in hexadecimal, from standard input, to bytes, little endian.
words() {
	local w
	for w in $(cat); do
		w=$(printf '%08X' "0x$w")
		printf '%b' "\\x${w:6:2}\\x${w:4:2}\\x${w:2:2}\\x${w:0:2}"
	done
}
# The nibbles of bytes in hexadecimal, of node $1 from window $2 on, one every $3 windows: frames.
send() {
	local node=$1 window=$2 step=$3 byte n w
	shift 3
	for byte; do
		for n in "${byte:1:1}" "${byte:0:1}"; do
			w=$((16#$n << 4 * (node & 7)))
			if ((node < 8)); then w=$(printf '0 %X' $w); else w=$(printf '%X 0' $w); fi
			printf '%s %X %X\n' "$w" $((1 << node)) $window
			window=$((window + step))
		done
	done
}
# Frames in the order of their windows.
sorted() { while read -r a b c d; do printf '%08X %s %s %s %s\n' "0x$d" "$a" "$b" "$c" "$d"; done | sort | cut -d' ' -f2-; }
# the command, its output and errors, and its status
run() {
	echo "\$ $*"
	"$@" 2>&1
	echo "status $?"
}
cat >table <<-'END'
	# what the nodes of these cases send
	1     4   send     message
	2     13  call     system   # the longest
	0x30  2   switch   state
END
