# SPDX-License-Identifier: Apache-2.0
# Host software of the sample board. mk/boards.mk describes the variables.
TOOLS_sample := samplecount

LIBRARIES_sample := smp
LIB_smp := sw/sample/samplelib.c $(patsubst %,sw/lib/%.c,$(BACKENDS))
ABOUT_smp := driver of the sample board
HEADERS_sample := sw/sample/samplelib.h
