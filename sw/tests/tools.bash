# SPDX-License-Identifier: Apache-2.0
# Functions for command-line cases of any board.

# Runs a command and prints it, its standard output, the lines of its standard error with "! "
# before them, and its exit status.
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
# FOLDER TOOL...: checks help, version and errors, which are the same for every tool, and that the
# manual page in FOLDER describes the same long options as the help.
usage_of() {
	local folder=$1 tool page option call
	shift
	for tool; do
		call=(tallyboard "$tool")
		[ -z "$(type -P "$tool")" ] || call=("$tool")
		"${call[@]}" -h >short && "${call[@]}" --help | cmp - short && head -1 short
		"${call[@]}" --version | sed 's/ [0-9][0-9.a-z-]*$/ VERSION/'
		"${call[@]}" --help >/dev/full
		echo "status $?"
		run "${call[@]}" --nothing
		run "${call[@]}" -o
		page=$folder/$tool.1
		mandoc -Tlint -Werror "$page"
		comm -3 <(grep -oE '^ +(-., )?--[a-z-]+' short | grep -o -- '--[a-z-]*' | sort -u) \
			<(sed -n '/^\.SH OPTIONS/,/^\.SH [^O]/{ s/\\-/-/g; /^\.BR* /p; }' "$page" |
				grep -o -- '--[a-z-]*' | sort -u) |
			sed "s/^\t/${page##*/} only: /; t; s/^/${page##*/} lacks /"
	done
}
. "${BASH_SOURCE[0]%/*}/../tallyboard/completion"
# WORD...: prints the words that the completion offers for the last of these words of a command
# line.
offer() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_tallyboard_tool <(cat "$TOP"/sw/*/words) tallyboard "$1"
	echo "$*:" $(printf '%s\n' "${COMPREPLY[@]}" | sort)
}
# PROGRAM ARGUMENT...: runs the program in parallel with the case, at most to its end; waits until
# its output says that it is ready, and prints this output. ${beside[0]} is the first such program.
beside=()
trap 'kill "${beside[@]}" 2>/dev/null; wait' EXIT
begin() {
	local log
	log=$(mktemp)
	"$@" >"$log" &
	beside+=($!)
	while [ ! -s "$log" ] && kill -0 $! 2>/dev/null; do sleep 0.05; done
	cat "$log"
	rm "$log"
}
# "FILE..." COMMAND...: the command, which replaces these files, is killed before it gives the first
# of them its name, before the second, and so on. Each time all must be old, all new, or the last
# must be missing, so that a reader notices.
killed_between() {
	local files=$1 n f old=0 new last
	shift
	printf '#include <%s.h>\n' fcntl signal stdio stdlib >kill.c
	printf '%s\n' 'int rename(const char *from, const char *to) { static int n;' \
		'if (++n == atoi(getenv("KILL_AT"))) raise(SIGKILL);' \
		'return renameat(AT_FDCWD, from, AT_FDCWD, to); }' >>kill.c
	cc -shared -fPIC -o kill.so kill.c || return
	for ((n = 1; n < 40; n++)); do
		for f in $files; do [ ! -d "${f%/*}/" ] && [[ $f = */* ]] || echo old >"$f"; done
		ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0 KILL_AT=$n LD_PRELOAD=$PWD/kill.so \
			"$@" >/dev/null
		[ $? = 137 ] || break
		old=0 new=0
		for f in $files; do
			last=$f
			[ ! -e "$f" ] || if [ "$(head -c 4 "$f" | tr -d '\0')" = old ]; then
				old=$((old + 1))
			else new=$((new + 1)); fi
		done
		[ $old = 0 ] || [ $new = 0 ] || [ ! -e "$last" ] || echo "$old old files, $new new ones"
		rm -f $files
	done 2>/dev/null
	rm -f kill.c kill.so $files
	echo "$*: killed $((n - 1)) times"
}
# SERVER: usage, manual page and completion of SERVER-watch, and boards that it does not show
watch_of() {
	local folder=$1 server=$2
	usage_of "$folder/man" "$server-watch"
	offer "$server-watch" --i
	run tallyboard "$server-watch"
	run tallyboard "$server-watch" a b
	run tallyboard "$server-watch" -i 50ms a
	run tallyboard "$server-watch" -n 0 a
	run tallyboard watch nothing
}
# SOCKET: one view of the board there, without what depends on time; on a terminal two views and the
# key q, after which the terminal is as before
views_of() {
	tallyboard watch -i 100ms "$1" |
		sed -E '/time 0\.0* s/!s/time [0-9.]+ s/time T s/; s:, [0-9]+/s  \[.*:, RATE:'
	echo "status ${PIPESTATUS[0]}"
	# the key is sent when the second view is there
	mkfifo keys
	script -qec "stty rows 30 cols 100; tallyboard watch -i 100ms $1; stty -a" typescript <keys \
		>/dev/null &
	exec 9>keys
	for _ in $(seq 600); do
		[ "$(grep -ao $'\e\[H' typescript 2>/dev/null | wc -l)" -ge 2 ] && break
		sleep 0.1
	done
	printf q >&9
	wait $!
	echo "status $?"
	exec 9>&-
	grep -ao $'\e\[?1049[hl]\|[- ]icanon\|[- ]echo ' typescript | tr -d '\033'
}
# Outputs of other programs for an exported file, in the form that all their releases share.
# ARGUMENT...: prints babeltrace2's text with messages, without folders and "no identifier"
babeltrace() { babeltrace2 "$@" 2>&1 | sed -e "s:$PWD/::" -e 's/ (no UU*ID)//'; }
# FILTER FILE...: prints jq's compact text; newer releases print numbers as they are in the file
# unless the filter uses them
json() {
	local filter=$1
	shift
	jq -c "$filter | walk(if type == \"number\" then . + 0 else . end)" "$@"
}
# OPTION...: prints fields of tshark as JSON, one packet per line, because releases escape its own
# text differently
shark_fields() { tshark "$@" -T json 2>/dev/null | jq -c '.[]._source.layers'; }
# FILE: prints the labels of an SVG picture, sorted, because their order depends on the release
labels() { sed -n 's/.*<text>\(.*[a-z][a-z].*\)<\/text>.*/\1/p' "$1" | sort; }
# FILE COMMAND...: the disk becomes full after DISK_POINTS (4) different parts of the output of the
# command to FILE, a file or a folder of files; each time the command must report an error, keep the
# old file and leave no other file. The last part lacks one byte, or VARIES bytes of an output whose
# size is not always the same.
full_disk() {
	local file=$1 size part points=${DISK_POINTS:-4} before after bad=0 said
	said=$(mktemp)
	shift
	"$@" >"$said" 2>&1 || { echo "${*}: status $?"; cat "$said"; rm "$said"; return; }
	size=$(find "$file" -type f -printf '%s\n' | sort -n | tail -1)
	if [ -d "$file" ]; then rm -r "$file"; else echo old >"$file"; fi
	before=$(ls -AR)
	for part in $(seq 1 "$points"); do
		after=$((part == points ? size - ${VARIES:-1} : size * (part - 1) / points))
		prlimit --fsize=$after "$@" 2>&1 | cat >"$said"
		if [ "${PIPESTATUS[0]}" = 0 ]; then
			echo "no error after $after of $size bytes"
			bad=1
		fi
		[ ! -f "$file" ] || [ "$(cat "$file")" = old ] || { echo "the old file is gone"; bad=1; }
		[ "$(ls -AR)" = "$before" ] || { echo "left: $(ls -AR)"; bad=1; }
		[ $bad = 0 ] || { cat "$said"; break; }
	done 2>/dev/null
	rm "$said"
	[ $bad = 1 ] || echo "$*: full disks are reported"
}
