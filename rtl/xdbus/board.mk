# SPDX-License-Identifier: Apache-2.0
# The counters of the SPARCcenter 2000: facts about the hardware. mk/boards.mk describes the
# variables.
BOARDS += xdbus
TITLE_xdbus := The counters of the SPARCcenter 2000
TOPS_xdbus := xdbus
REGS_xdbus := xdbus_regs.def
MAPS_xdbus := xdbus
AREAS_xdbus := MMIO@0
RTL_xdbus := $(wildcard rtl/xdbus/*.v) rtl/axil/axil_slave.v rtl/lib/reset_sync.v

MODELS_xdbus := xdbus xdbus_wrap
# both counts of LOSSES start just before they saturate
PARAMS_xdbus_wrap := LOSSES_INIT=32'hFFF8FFF8
