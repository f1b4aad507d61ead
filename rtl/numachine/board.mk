# SPDX-License-Identifier: Apache-2.0
# The NUMAchine memory monitor: facts about its hardware. mk/boards.mk describes the variables.
BOARDS += numachine
TITLE_numachine := The NUMAchine memory monitor
TOPS_numachine := numachine
REGS_numachine := numachine_regs.def
RTL_numachine := $(wildcard rtl/numachine/*.v rtl/lib/*.v)

MODELS_numachine := numachine numachine_ahdl numachine_pipe
# FIFO depth address as of the AHDL listing; the missed counter just before it stops
PARAMS_numachine_ahdl := AHDL_ORDER=1 MISSED_INIT=16'hFFFA
# a transaction every clock
PARAMS_numachine_pipe := PIPELINED=1

REJECTED_numachine := AHDL_ORDER=2 PIPELINED=2
LOGIC_numachine := label_index debug counter_sram_addr_o counter_sram_addr_oe counter_sram_data_o \
	counter_sram_data_oe counter_sram_oe_n counter_sram_we_n
