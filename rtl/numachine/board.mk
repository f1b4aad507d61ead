# SPDX-License-Identifier: Apache-2.0
# The NUMAchine's monitors of memory card and processor card: facts about the hardware. mk/boards.mk
# describes the variables.
BOARDS += numachine
TITLE_numachine := The NUMAchine memory monitor
TOPS_numachine := numachine nmpcm
REGS_numachine := numachine_regs.def nmpcm_regs.def
MAPS_numachine := numachine nmpcm
AREAS_numachine := MMIO@0
AREAS_nmpcm := PCM@0
RTL_numachine := rtl/numachine/numachine.v $(wildcard rtl/numachine/nm_*.v rtl/lib/*.v)
RTL_nmpcm := rtl/numachine/nmpcm.v $(wildcard rtl/numachine/pcm_*.v rtl/lib/*.v)

MODELS_numachine := numachine numachine_ahdl numachine_pipe nmpcm nmpcm_wrap
# FIFO depth address in the order of the AHDL listing; the missed counter starts just before it
# saturates, the sum of the depths just before its lower half wraps
PARAMS_numachine_ahdl := AHDL_ORDER=1 MISSED_INIT=16'hFFFA QUEUED_INIT=48'hFFFFFFFFF800
# accepts a transaction in every clock
PARAMS_numachine_pipe := PIPELINED=1
# the counts of the processor card's monitor start just before they wrap or saturate
TOP_nmpcm_wrap := nmpcm
PARAMS_nmpcm_wrap := COUNTS_INIT=32'hFFFFFFF0

REJECTED_numachine := AHDL_ORDER=2 PIPELINED=2
LOGIC_numachine := label_index debug counter_sram_addr_o counter_sram_addr_oe counter_sram_data_o \
	counter_sram_data_oe counter_sram_oe_n counter_sram_we_n
LOGIC_nmpcm := busy sram_addr sram_data_o sram_data_oe sram_oe_n sram_we_n
