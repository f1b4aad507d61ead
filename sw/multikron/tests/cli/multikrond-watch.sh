# SPDX-License-Identifier: Apache-2.0
# Tests the live view of a board that multikrond simulates: its counters, and that the holding
# registers stay.
. "$TOP/sw/tests/tools.bash"
watch_of "$TOP/sw/multikron" multikrond
begin multikrond -c pause mk0 >/dev/null
mk_pci -i -t 100us -b unix:mk0 >/dev/null
mk_status -b unix:mk0 | grep holding >before
views_of mk0 | sed -E '/NODECLK|level/s/ +[0-9]+ #+$/ COUNT/'
mk_status -b unix:mk0 | grep holding | cmp - before && echo "the holding registers are as before"
