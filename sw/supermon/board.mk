# SPDX-License-Identifier: Apache-2.0
# Host software of SUPERMON. mk/boards.mk describes the variables.
TOOLS_supermon := smon

LIBRARIES_supermon := smon
LIB_smon := $(patsubst %,sw/supermon/%.c,smlib sm_program) \
	$(patsubst %,sw/lib/%.c,$(BACKENDS))
ABOUT_smon := driver of SUPERMON, and the compiler of its programs
HEADERS_supermon := $(patsubst %,sw/supermon/%.h,smlib sm_program) rtl/supermon/supermon_regs.def
