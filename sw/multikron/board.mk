# SPDX-License-Identifier: Apache-2.0
# Host software of the MultiKron board. mk/boards.mk describes the variables.
BEHIND_multikron := mk_mem_test test_mk mk_sample_test mk_nite_test multikrond-watch
TOOLS_multikron := mk_rdsample mk_expand mk_rpt mk_status mk_pci mk_s16d mk_export mk_plot \
	$(BEHIND_multikron)

# intervals of probes against clock_gettime()
LONG_CHECKS_multikron := probes

LIBRARIES_multikron := mk
LIB_mk := $(patsubst %,sw/multikron/%.c,mklib mkprobe mk_sample mk_interval longlong) \
	$(patsubst %,sw/lib/%.c,$(BACKENDS) checksum outfile outstream \
	printable)
ABOUT_mk := probes and driver of the MultiKron board, its samples and their intervals
HEADERS_multikron := $(patsubst %,sw/multikron/%.h,mk mkprobe mk_sample mk_interval longlong) \
	rtl/multikron/multikron_regs.def
DATA_multikron := $(wildcard sw/multikron/sample/*.c sw/multikron/sample/*.info) \
	sw/multikron/sample/walk sw/multikron/mk.LOAD sw/multikron/mk.UNLOAD
THREADED_multikron := sw/multikron/tests/mklib_unit
