# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_core3 := surfboard
MODEL_OF_MONITOR_core3 := surf_axil_outside
SIZE_OF_MONITOR_core3 = surf_axil:$(subst $() ,/,$(strip $(PARAMS_surf_axil_outside)))
OWNERS_tb/benchmark/monitors/core3/monitor.c := surfboard
