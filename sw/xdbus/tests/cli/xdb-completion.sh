# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers; each tool has it under its own name.
. "$TOP/sw/tests/tools.bash"
completion_of "$TOP/sw/xdbus/completion" xdbstat xdbusd
touch counts.csv
offer xdbstat ''
offer xdbstat -
offer xdbstat diagnose c
offer xdbstat -b ''
offer xdbusd -
offer xdbusd -b ''
offer xdbusd -c ''
