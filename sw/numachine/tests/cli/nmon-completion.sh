# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers; each tool has it under its own name.
. "$TOP/sw/tests/tools.bash"
completion_of "$TOP/sw/numachine/completion" nmon nmon-pages nmon-queue nmon-lines nmplot numachined
touch table names
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
offer numachined -
offer numachined ''
offer numachined -b ''
offer numachined --board = l
offer numachined -c s
