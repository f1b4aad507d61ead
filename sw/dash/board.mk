# SPDX-License-Identifier: Apache-2.0
# Host software of the performance monitor of DASH. mk/boards.mk describes the variables.
TOOLS_dash := dashmon

LIBRARIES_dash := dm
LIB_dm := sw/dash/dashlib.c $(patsubst %,sw/lib/%.c,$(BACKENDS))
ABOUT_dm := driver of the performance monitor of DASH
HEADERS_dash := sw/dash/dashlib.h rtl/dash/dash_regs.def
