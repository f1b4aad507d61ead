# SPDX-License-Identifier: Apache-2.0
# Tests the words that the bash completion offers; each tool has it under its own name.
. "$TOP/sw/tests/tools.bash"
completion_of "$TOP/sw/multikron/completion" mk_mem_test test_mk mk_sample_test mk_nite_test \
	mk_rdsample mk_expand mk_rpt mk_status mk_pci mk_s16d mk_export mk_plot multikrond
touch mk.dat interval.info
offer mk_expand ''
offer mk_expand -
offer mk_rdsample -b ''
offer mk_rdsample -f ''
offer mk_rdsample -s ''
offer mk_rdsample --
offer mk_rpt -e ''
offer mk_rpt -f i
offer mk_rpt -
offer mk_plot ''
offer mk_plot time m
offer mk_export -f ''
offer mk_export --format = j
offer test_mk -
offer mk_nite_test --p
offer mk_pci -
offer mk_s16d -
offer mk_mem_test -b ''
offer multikrond -
