# SPDX-License-Identifier: Apache-2.0
# For command-line cases of any board.

# The command, its standard output, the lines of its standard error with "! " before them, and
# its exit status.
run() {
	local status errors
	errors=$(mktemp)
	echo "\$ $*"
	"$@" 2>"$errors"
	status=$?
	sed 's/^/! /' "$errors"
	rm "$errors"
	echo "status $status"
}
# FOLDER TOOL...: help, version and errors that every tool tells alike; and its manual page in
# FOLDER, which names every long option.
usage_of() {
	local folder=$1 tool page option
	shift
	for tool; do
		$tool -h >short && $tool --help | cmp - short && head -1 short
		$tool --version | sed 's/ [0-9][0-9.a-z-]*$/ VERSION/'
		$tool --help >/dev/full
		echo "status $?"
		run "$tool" --nothing
		run "$tool" -o
		page=$folder/$tool.1
		mandoc -Tlint -Werror "$page"
		grep -o '^ *\(-., \|    \)--[a-z-]*' short | grep -o -- '--[a-z-]*' | while read -r option; do
			grep -q -- "${option//-/\\\\-}" "$page" || echo "$page: $option is missing"
		done
	done
}
# FOLDER TOOL...: each tool finds its bash completion under its own name.
completion_of() {
	local folder=$1 tool
	shift
	for tool; do
		. "$folder/$tool"
		complete -p "$tool"
		complete -r "$tool"
	done
	for tool; do . "$folder/$tool"; done
}
# WORD...: what is offered for the last of these words of a command line.
offer() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	$(complete -p "$1" | sed 's/.* -F \([^ ]*\) .*/\1/')
	echo "$*:" $(printf '%s\n' "${COMPREPLY[@]}" | sort)
}
# PROGRAM ARGUMENT...: runs beside the case, to its end at the latest, and is ready when it has said
# so; prints what it said. ${beside[0]} is the first of them.
beside=()
trap 'kill "${beside[@]}" 2>/dev/null; wait' EXIT
begin() {
	local log
	log=$(mktemp)
	"$@" >"$log" &
	beside+=($!)
	for _ in $(seq 400); do [ -s "$log" ] && break; sleep 0.05; done
	cat "$log"
	rm "$log"
}
# What other programs say of an exported file, in the form that all their releases share.
# ARGUMENT...: babeltrace2's text, messages included, without folders and "no identifier"
babeltrace() { babeltrace2 "$@" 2>&1 | sed -e "s:$PWD/::" -e 's/ (no UU*ID)//'; }
# FILTER FILE...: jq's compact text; newer releases print numbers as they stand in the file
# unless something is done with them
json() {
	local filter=$1
	shift
	jq -c "$filter | walk(if type == \"number\" then . + 0 else . end)" "$@"
}
# OPTION...: fields of tshark, one packet a line as JSON; its own text escapes differently
shark_fields() { tshark "$@" -T json 2>/dev/null | jq -c '.[]._source.layers'; }
# FILE: the labels of an SVG picture, sorted; their order is the release's
labels() { sed -n 's/.*<text>\(.*[a-z][a-z].*\)<\/text>.*/\1/p' "$1" | sort; }
# FILE COMMAND...: the disk is full after each 50th part of what the command writes to FILE; each
# time it must report an error, keep the old file and leave nothing beside it.
full_disk() {
	local file=$1 size part before bad=0
	shift
	"$@" >said 2>&1 || { echo "${*}: status $?"; cat said; return; }
	size=$(stat -c %s "$file")
	echo old >"$file"
	before=$(ls -A)
	for part in $(seq 0 49); do
		if prlimit --fsize=$((size * part / 50)) "$@" >said 2>&1; then
			echo "no error after $((size * part / 50)) of $size bytes"
			bad=1
		fi
		[ "$(cat "$file")" = old ] || { echo "the old file is gone"; bad=1; }
		[ "$(ls -A)" = "$before" ] || { echo "left: $(ls -A)"; bad=1; }
		[ $bad = 0 ] || break
	done 2>/dev/null
	[ $bad = 1 ] || echo "$*: 50 full disks"
}
