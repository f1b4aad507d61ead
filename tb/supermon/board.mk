# SPDX-License-Identifier: Apache-2.0
# SUPERMON in simulation. mk/boards.mk describes the variables.
FOLDERS_supermon := tb/common tb/machine/numachine
PARTS_supermon := tb/bus/axil.c tb/bus/word_device.c tb/device/sram.c
SIMLIB_supermon := supermonsim
SERVER_supermon := supermond
SLOW_ICARUS_supermon := banks_host banks_uses hist_clocks hist_latency machine_fetches \
	machine_kernel trace_form_b trace_form_b@supermon_wrap trace_full trace_gaps \
	trigger_matches trigger_random
