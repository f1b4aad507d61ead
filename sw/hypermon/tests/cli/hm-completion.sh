# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers; each tool has it under its own name.
. "$TOP/sw/tests/tools.bash"
completion_of "$TOP/sw/hypermon/completion" hmrecord hmstatus hmdump hmstat hmprogram hmsplit \
	hmsize hmexport hmplot hypermond
touch a.hm table
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
offer hypermond -
offer hypermond -b ''
offer hypermond -c p
