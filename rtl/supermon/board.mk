# SPDX-License-Identifier: Apache-2.0
# SUPERMON: facts about its hardware. mk/boards.mk describes the variables.
BOARDS += supermon
TITLE_supermon := SUPERMON, the monitor of the Hector multiprocessor
TOPS_supermon := supermon
REGS_supermon := supermon_regs.def
MAPS_supermon := supermon
AREAS_supermon := MMIO@0
RTL_supermon := $(wildcard rtl/supermon/*.v) rtl/axil/axil_slave.v rtl/lib/reset_sync.v

MODELS_supermon := supermon supermon_wrap
# the time starts 2048 clocks before its 40 bits wrap; the counts of events start just before they
# saturate
PARAMS_supermon_wrap := TIME_INIT=40'hFFFFFFF800 COUNTS_INIT=32'hFFFFFFF0
