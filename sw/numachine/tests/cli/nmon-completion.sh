# SPDX-License-Identifier: Apache-2.0
# What the bash completion offers; each tool finds it under its own name.
cd "$TOP/sw/numachine/completion" || exit
for name in nmon nmon-pages nmon-queue nmon-lines nmplot; do
	. ./$name
	complete -p $name
	complete -r $name
done
cd - >/dev/null || exit
touch table names
offer() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_nmtools
	echo "$*:" $(printf "%s\n" "${COMPREPLY[@]}" | sort)
}
offer nmon ''
offer nmon -
offer nmon -b ''
offer nmon count ''
offer nmon -b sim: watch h
offer nmon label ''
offer nmon -l ''
offer nmon-pages ''
offer nmon-pages --
offer nmon-queue -p ''
offer nmon-lines -k ''
offer nmon-lines --lines = u
offer nmplot ''
offer nmplot -
offer nmplot pages ''
offer nmplot lines -L ''
offer nmplot depths --script ''
