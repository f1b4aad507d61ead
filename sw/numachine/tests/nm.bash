# SPDX-License-Identifier: Apache-2.0
# Functions for the cases of the NUMAchine monitor's tools.
. "$TOP/sw/tests/tools.bash"
units=$(dirname "$(command -v nmon)")/../unit/sw/numachine/tests

# Starts a fake card at unix:NAME, prepared with the other arguments.
card() { begin "$units/nmfake" "$@" >/dev/null; }

# Converts a text to the form of the tools: the second line announces an end line, which is the last
# line.
sealed() {
	sed '1a # check: CRC-32' >sealed.tmp
	cat sealed.tmp
	printf '# end: %020u bytes, CRC-32 %s\n' "$(stat -c %s sealed.tmp)" \
		"$(gzip -c sealed.tmp | tail -c 8 | od -An -N4 -tx4 | tr -d ' ' | tr a-f A-F)"
	rm sealed.tmp
}
# Prints a table of mode $1 with the other arguments as header lines and the counters "number count"
# of standard input.
table() { plain_table "$@" | sealed; }
plain_table() {
	printf '# file: numachine counters\n# mode: %s\n# line: 64\n# boards: 1\n' "$1"
	shift
	case "$*" in *missed*) ;; *) echo '# missed: 0' ;; esac
	printf '# %s\n' "$@" | grep -v '^# $'
	echo counter,count
	while read -r k n; do printf '0x%04X,%u\n' $((k)) "$n"; done | sort
}
# Prints the counter of an event: mode 0 to 3, label, command, state (LV ... GI), then as 1: locked,
# phase, tag, overflow bit.
event() {
	local state low=$3
	case $4 in LV) state=40 ;; LI) state=32 ;; GV) state=8 ;; GI) state=0 ;; esac
	low=$((low | state | ${5:-0} << 4 | ${8:-0} << 6))
	case $1 in
	0) echo $(($2 << 7 | low)) ;;
	1) echo $((${7:-0} << 15 | ${6:-0} << 11 | $2 % 16 << 7 | low)) ;;
	2) echo $((${7:-0} << 15 | $2 / 2 << 7 | low)) ;;
	3) echo $((${7:-0} << 15 | $2 % 256 << 7 | low)) ;;
	esac
}
cat >names <<-'END'
	# a program
	0x100000 64K 5 matrix A
	0x110000 0x1000 6 locks   # of all queues
	phase 3 factorize
	phase 7 solve
END
