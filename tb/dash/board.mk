# SPDX-License-Identifier: Apache-2.0
# The performance monitor of DASH in simulation. mk/boards.mk describes the variables.
FOLDERS_dash := tb/machine/numachine
PARTS_dash := tb/bus/axil.c tb/bus/word_device.c tb/device/sram.c tb/device/simm.c tb/machine/cache.c
SIMLIB_dash := dashsim
SERVER_dash := dashd
SIMMODELS_dash := dash dash_short

SMOKE_dash := first_counts
CORES_dash := dash:dash_short:test_first:first_counts
