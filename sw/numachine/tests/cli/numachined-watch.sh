# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a monitor that numachined simulates, without counting and with a histogram.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/numachine" numachined
begin numachined -c pause card >/dev/null
views_of card
nmon -b unix:card mode histogram0
nmon -b unix:card -c 'workload false 50' -c drain status >/dev/null
tallyboard watch -i 100ms card | sed 's/, time.*//; s/, .*\/s.*//'
