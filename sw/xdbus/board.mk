# SPDX-License-Identifier: Apache-2.0
# Host software of the SPARCcenter 2000's counters. mk/boards.mk describes the variables.
TOOLS_xdbus := xdbstat

LIBRARIES_xdbus := xdb
LIB_xdb := $(patsubst %,sw/xdbus/%.c,xdblib xdb_names xdb_mux xdb_diagnose) \
	$(patsubst %,sw/lib/%.c,$(BACKENDS))
ABOUT_xdb := driver of the SPARCcenter 2000's counters
HEADERS_xdbus := $(patsubst %,sw/xdbus/%.h,xdblib xdb_names xdb_mux xdb_diagnose)
