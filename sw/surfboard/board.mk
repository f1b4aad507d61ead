# SPDX-License-Identifier: Apache-2.0
# Host software of the SurfBoard. mk/boards.mk describes the variables.
# the eleven utilities of TR-596-99 B.2.2 among them
TOOLS_surfboard := surf surfd-watch binsel surfexport surfplot surflines \
	hist3dcsv histfold traceCheck traceFilter makeHist sizeHist latHist pageHist reduceXY rxtVlat scale
BEHIND_surfboard := surfd-watch
LIBS_surf := -ledit

NEEDS_surf_pty_unit := surf
NEEDS_util_unit := traceCheck traceFilter makeHist sizeHist latHist pageHist rxtVlat histfold \
	hist3dcsv \
	scale reduceXY

# a recording of a threaded program
NEEDS_units_surfboard := record

LIBRARIES_surfboard := surf
LIB_surf := $(patsubst %,sw/surfboard/%.c,surflib surfrecord surfstate sbit bsel) \
	$(patsubst %,sw/lib/%.c,$(BACKENDS) record input outfile checksum)
ABOUT_surf := driver of the SurfBoard
HEADERS_surfboard := $(patsubst %,sw/surfboard/%.h,surflib surfrecord surfstate sbit bsel) \
	$(patsubst %,rtl/surfboard/surfboard_%.def,regs acdr ext id)
DATA_surfboard := sw/surfboard/surfboard.lua fpga-configs $(foreach f,lu.map lu.trace.gz radix.map \
	radix.trace.gz,tb/machine/workload/$(f))
THREADED_surfboard := sw/surfboard/tests/backends_unit:threads
