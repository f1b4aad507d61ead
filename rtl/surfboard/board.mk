# SPDX-License-Identifier: Apache-2.0
# The SurfBoard: facts about its hardware. mk/boards.mk describes the variables.
BOARDS += surfboard
TITLE_surfboard := The SurfBoard (TR-596-99, 1999)
TOPS_surfboard := surfboard
REGS_surfboard := surfboard_regs.def surfboard_acdr.def
RTL_surfboard := $(wildcard rtl/surfboard/*.v rtl/shrimp/*.v rtl/eisa/*.v rtl/lib/*.v)

MODELS_surfboard := surfboard surfboard_wrap surfboard_idt surfboard_x4
# the receive time counter starts 1024 ticks before it wraps
PARAMS_surfboard_wrap := RXTIME_INIT=44'hFFFFFFFFC00
# FIFO flags as of the IDT part instead of the report's text; the receive time starts with
# nearly all bits of its Gray code 1
PARAMS_surfboard_idt := IDT_EXACT=1 RXTIME_INIT=44'hAA555555500
# two boards on bus a, one each on buses b and c; the global clock is common to all
ARRAY_surfboard_x4 := a1 a2 b1 c1 bclk@1 clk_s1@1 s_gclk@0 s_grst_n@0

REJECTED_surfboard := IDT_EXACT=2
