# SPDX-License-Identifier: Apache-2.0
# The performance monitor of DASH: facts about its hardware. mk/boards.mk describes the variables.
BOARDS += dash
TITLE_dash := The performance monitor of DASH (after a thesis on NUMAchine's)
TOPS_dash := dash
REGS_dash := dash_regs.def
MAPS_dash := dash
AREAS_dash := MMIO@0 BANK0:16384@0x10000 BANK1:16384@0x20000 TRACE:4194304@0x1000000
RTL_dash := $(wildcard rtl/dash/*.v) rtl/axil/axil_slave.v rtl/lib/simm_dram.v \
	rtl/lib/reset_sync.v rtl/lib/sync_fifo.v

MODELS_dash := dash_short dash
# exchanges of 1 ms and a trace buffer of 64 words
PARAMS_dash_short := EXCHANGE_CLOCKS=16000 TRACE_LOG2=6
# the two differ only in the size of a memory and the length of a count
PLAIN_dash := dash
REJECTED_dash := TRACE_LOG2=3 TRACE_LOG2=22 EXCHANGE_CLOCKS=3 REFRESH_CLOCKS=83
