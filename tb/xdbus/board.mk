# SPDX-License-Identifier: Apache-2.0
# The counters of the SPARCcenter 2000 in simulation. mk/boards.mk describes the variables.
FOLDERS_xdbus := tb/common tb/machine/xdbus
PARTS_xdbus := tb/bus/axil.c tb/bus/word_device.c
SIMLIB_xdbus := xdbussim
SERVER_xdbus := xdbusd

SMOKE_xdbus := first_count
SLOW_ICARUS_xdbus := blind_handlers
