# SPDX-License-Identifier: Apache-2.0
# Host software of the SurfBoard. mk/boards.mk describes the variables.
# the eleven utilities of TR-596-99 B.2.2
UTILITIES_surfboard := traceCheck traceFilter makeHist sizeHist latHist pageHist rxtVlat histfold \
	hist3dcsv scale reduceXY
BEHIND_surfboard := surfd-watch $(UTILITIES_surfboard)
TOOLS_surfboard := surf binsel surfexport surfplot surflines $(BEHIND_surfboard)
LIBS_surf := -ledit

NEEDS_surf_pty_unit := surf
NEEDS_util_unit := $(UTILITIES_surfboard)

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
