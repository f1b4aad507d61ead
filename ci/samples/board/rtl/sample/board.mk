# SPDX-License-Identifier: Apache-2.0
# The sample board: facts about its hardware. mk/boards.mk describes the variables.
BOARDS += sample
TITLE_sample := A sample board
TOPS_sample := sample
REGS_sample := sample_regs.def
RTL_sample := $(wildcard rtl/sample/*.v) rtl/axil/axil_slave.v rtl/lib/reset_sync.v

MODELS_sample := sample sample_small
# a counter that wraps after 16 events
PARAMS_sample_small := BITS=4
REJECTED_sample := BITS=0 BITS=17
