# SPDX-License-Identifier: Apache-2.0
# Functions of the scripts of examples/rocket, which source this file. $tools is the folder of
# surflines, $folder that of ELF files, traces and logs, $STACK the bytes of a hart's stack.

# cores_of NAME: the cores that it was compiled for
cores_of() { case $1 in [12]/*) echo "${1%%/*}" ;; *) echo 4 ;; esac; }
# clocks_of NAME: clocks until the program ended, from its output
clocks_of() { sed -n 's/.*exit code .* after \([0-9]*\) clocks$/\1/p' "$folder/$1.log"; }
# lines NAME MOST [OPTION...]: ranks the lines of the memory port's trace, at most MOST (0: all)
lines() {
	"$tools/surflines" --top="$2" --sender=0-15 --elf="$folder/$1.elf" --output="$folder/$1.lines" \
		--array="node_stacks:$STACK:stack of hart" "${@:3}" "$folder/$1.trace"
}
# ranked ARGUMENT...: awk on the lines in a report of surflines on stdin, which names their columns
ranked() {
	sed -n '/^ *[0-9]/ { s/>//; p; }' | gawk -v transfers=1 -v reads=2 -v writes=3 -v address=6 \
		-v section=7 -v name=8 "$@"
}
