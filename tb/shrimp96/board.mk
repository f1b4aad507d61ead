# SPDX-License-Identifier: Apache-2.0
# The SHRIMP performance monitor of 1996 in simulation. mk/boards.mk describes the variables.
FOLDERS_shrimp96 := tb/common tb/shrimp tb/machine/shrimp tb/machine/shrimp/apps tb/machine/ranks
PARTS_shrimp96 := tb/bus/eisa.c tb/bus/axil.c tb/bus/wb.c tb/bus/word_device.c tb/bus/sni.c \
	tb/device/simm.c tb/machine/cache.c tb/machine/lackey.c tb/machine/terminal.c
SIMLIB_shrimp96 := shrimp96sim
SERVER_shrimp96 := shrimp96d
SIMMODELS_shrimp96 := shrimp96 shrimp96_16m

PAPER_shrimp96 := joint uses overhead migration
FAST_PAPER_shrimp96 := yes

SMOKE_shrimp96 := first_histogram
CORES_shrimp96 := shrimp96:shrimp96:test_first:first_histogram
LONG_shrimp96 := rate_*:1000:soak
SLOW_ICARUS_shrimp96 := boards_at_once cmd_registers cmd_words machine_own_packets machine_tags \
	memory_survives mux_inputs rate_limit registers_same_clock threshold_legal threshold_preset
