# SPDX-License-Identifier: Apache-2.0
# Host software of HYPERMON. mk/boards.mk describes the variables.
TOOLS_hypermon := hmrecord hmstatus hmdump hmstat hmprogram hmsplit hmsize hmexport hmplot \
	hypermond-watch
BEHIND_hypermon := hypermond-watch

LIBRARIES_hypermon := hm
LIB_hm := $(patsubst %,sw/hypermon/%.c,hmlib hm_frame hm_node hm_table hm_decode hm_trace hm_size \
	hm_analysis hm_recording hm_ports) \
	$(patsubst %,sw/lib/%.c,$(BACKENDS) record input checksum)
ABOUT_hm := driver of HYPERMON, decoder of its frames, event library of its nodes
HEADERS_hypermon := $(patsubst %,sw/hypermon/%.h,hmlib hm_frame hm_node hm_table hm_decode \
	hm_trace hm_size hm_analysis hm_recording hm_ports) \
	rtl/hypermon/hypermon_regs.def
DATA_hypermon := sw/hypermon/nx2.events
