# SPDX-License-Identifier: Apache-2.0
# Host software of the NUMAchine memory monitor. mk/boards.mk describes the variables.
TOOLS_numachine := nmon nmon-pages nmon-queue nmon-lines nmon-words nmplot sharing numachined-watch
BEHIND_numachine := numachined-watch

# the gain of padding, predicted and real; verdicts of ten runs; programs
# that were not compiled for it
LONG_CHECKS_numachine := gain stable binaries

# the other formats are checked by the case sharing-formats, the page by make test-lab
SCHEMA_numachine := sw/numachine/tests/sarif
SHOWS_numachine_schema := NM-DIA-023

LIBRARIES_numachine := nm record
LIB_nm := $(patsubst %,sw/numachine/%.c,nmlib nm_table nm_names nm_report nm_diagnose nm_words \
	nm_phases nm_program) \
	$(patsubst %,sw/lib/%.c,$(BACKENDS) record input memtrace checksum)
ABOUT_nm := driver of the NUMAchine memory monitor, its tables and what they say
HEADERS_numachine := $(patsubst %,sw/numachine/%.h,nmlib nm_table nm_names nm_report nm_diagnose \
	nm_words nm_phases nm_program) sw/lib/memtrace.h rtl/numachine/numachine_regs.def

# linked with programs that are to be recorded, in place of the run time of -fsanitize=thread
LIB_record := $(patsubst %,sw/numachine/recorder/%.c,recorder turns outblocks tsan \
	calls outfile)
ABOUT_record := records the memory accesses of a program compiled with -fsanitize=thread
# A program that it is linked with has only debug information of its own: that of another compiler
# has other compiler options, and readelf 2.44 cannot read the locations of two versions.
%/sw/numachine/recorder/recorder.o %/sw/numachine/recorder/tsan.o %/sw/numachine/recorder/calls.o \
	%/sw/numachine/recorder/outblocks.o %/sw/numachine/recorder/turns.o \
	%/sw/numachine/recorder/outfile.o: SANFLAGS := -g0

# records programs that were not compiled for it
VALGRIND_numachine := binrec
TOOL_OF_binrec := $(patsubst %,sw/numachine/recorder/%,binrec.c binrec.h) sw/lib/memtrace.h \
	sw/lib/valgrind_ir.h
START_OF_binrec := $(patsubst %,sw/numachine/recorder/%,binrec_run.c outblocks.c outfile.c \
	binrec.h outblocks.h recorder.h) sw/lib/memtrace.h
LIBS_OF_binrec := -lz
