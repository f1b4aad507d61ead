# SPDX-License-Identifier: Apache-2.0
# The performance monitor of DASH in simulation. mk/boards.mk describes the variables.
FOLDERS_dash := tb/common tb/machine/numachine
PARTS_dash := tb/bus/axil.c tb/bus/word_device.c tb/device/sram.c tb/device/simm.c \
	tb/machine/cache.c
SIMLIB_dash := dashsim
SERVER_dash := dashd
SIMMODELS_dash := dash dash_short

SMOKE_dash := control_reads_and_writes
CORES_dash := dash:dash_short:test_first:first_counts
SLOW_ICARUS_dash := bank_event_bits bank_every_counter bank_full_rate bank_joint_bits \
	bank_latencies bank_reads control_circuits control_exchange first_counts machine_every_processor \
	machine_half_a_second machine_latencies machine_reads_cost trace_extended trace_handshake \
	trace_plain trace_trigger
