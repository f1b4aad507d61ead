# SPDX-License-Identifier: Apache-2.0
# What the bash completion offers; each tool finds it under its own name.
cd "$TOP/sw/hypermon/completion" || exit
for name in hmrecord hmstatus hmdump hmstat hmsplit hmsize hmexport hmplot; do
	. ./$name
	complete -p $name
	complete -r $name
done
cd - >/dev/null || exit
touch a.hm table
offer() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_hmtools
	echo "$*:" $(printf "%s\n" "${COMPREPLY[@]}" | sort)
}
offer hmdump ''
offer hmdump -
offer hmrecord -b ''
offer hmrecord -w ''
offer hmrecord -n ''
offer hmrecord --
offer hmstat -e ''
offer hmstat --r
offer hmsplit -d ''
offer hmexport -f ''
offer hmexport --format = j
offer hmplot ''
offer hmplot rate a
offer hmplot rate --script = ''
offer hmsize -r ''
offer hmstatus -
