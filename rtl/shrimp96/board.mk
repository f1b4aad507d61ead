# SPDX-License-Identifier: Apache-2.0
# The SHRIMP performance monitor of 1996: facts about its hardware. mk/boards.mk describes the
# variables.
BOARDS += shrimp96
TITLE_shrimp96 := The SHRIMP performance monitor (Martonosi, Clark, Mesarina 1996)
TOPS_shrimp96 := shrimp96
REGS_shrimp96 := shrimp96_regs.def
MAPS_shrimp96 := shrimp96 shrimp96_slot
AREAS_shrimp96 := MMIO@0
AREAS_shrimp96_slot := SLOT@0
RTL_shrimp96 := $(wildcard rtl/shrimp96/*.v rtl/shrimp/*.v rtl/eisa/*.v rtl/lib/*.v)

MODELS_shrimp96 := shrimp96 shrimp96_16m shrimp96_late shrimp96_x4
# the expanded memory, and a receive time that starts 1024 ticks before it wraps
PARAMS_shrimp96_16m := WORDS_LOG2=24 RXTIME_INIT=44'hFFFFFFFFC00
# the receive time starts 1.7 s before it wraps, so that latencies of any size are possible
PARAMS_shrimp96_late := RXTIME_INIT=44'hFFFFF000000
# four nodes with one board each; all share the global clock
ARRAY_shrimp96_x4 := a1 b1 c1 d1 bclk@1 clk_s1@1 s_gclk@0 s_grst_n@0

REJECTED_shrimp96 := WORDS_LOG2=21 WORDS_LOG2=25
