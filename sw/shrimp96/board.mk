# SPDX-License-Identifier: Apache-2.0
# Host software of the SHRIMP performance monitor of 1996. mk/boards.mk describes the variables.
TOOLS_shrimp96 := spm spm-address

LIBRARIES_shrimp96 := spm
LIB_spm := $(patsubst %,sw/shrimp96/%.c,spmlib spm_config) \
	$(patsubst %,sw/lib/%.c,$(BACKENDS))
ABOUT_spm := driver of the SHRIMP performance monitor of 1996
HEADERS_shrimp96 := $(patsubst %,sw/shrimp96/%.h,spmlib spm_config) rtl/shrimp96/shrimp96_regs.def
