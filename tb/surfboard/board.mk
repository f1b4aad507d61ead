# SPDX-License-Identifier: Apache-2.0
# The SurfBoard in simulation. mk/boards.mk describes the variables.
FOLDERS_surfboard := tb/common tb/shrimp tb/machine/shrimp tb/machine/shrimp/apps tb/machine/ranks
PARTS_surfboard := examples/latency/buslatency.c examples/boards/uartsim.c tb/bus/eisa.c \
	tb/bus/axi.c tb/device/ddr.c tb/bus/axil.c tb/bus/wb.c tb/bus/word_device.c tb/bus/sni.c \
	tb/device/simm.c tb/device/cable.c tb/device/memport.c tb/device/uart.c tb/machine/cache.c \
	tb/machine/lackey.c tb/machine/terminal.c
PAPER_surfboard := case-studies feedback
FAST_surfboard := yes
FAST_PAPER_surfboard := yes
SIMLIB_surfboard := surfsim
SIMMODELS_surfboard := surfboard surfboard_rev2
SERVER_surfboard := surfd
NEEDS_surfd_unit := $(SERVER_surfboard)

# a test passes the stores of a program through the board; two programs are recorded anew where
# valgrind is installed
PROGRAMS_surfboard := demo compare buslatency uartsim
SRC_uartsim := examples/boards/uartsim.c
SRC_compare := tb/machine/shrimp/compare.c
SRC_demo := tb/machine/shrimp/demo.c
# a simulated machine that runs in several processes
MPI_surfboard := shrimp-mpi
SRC_shrimp-mpi := tb/machine/shrimp/shrimp-mpi.c tb/machine/ranks/ranks_mpi.c
NEEDS_demo = build/machine/radix build/machine/lu $(RECORDER)
DEMO_surfboard := demo

# the design of examples/latency, which "make examples" simulates
EXAMPLES_surfboard := buslatency
SRC_buslatency := examples/latency/buslatency.c
NEEDS_buslatency := build/lib/libsurf_example.so
TOP_buslatency := surf_example
SHOWS_surfboard_buslatency := SB-TAP-004 SB-PKG-005

BENCH_surfboard := simulation spacing harness driver tools recording python
SMOKE_surfboard := first_packet driver_configures bus_protocol rate_write_cost rate_1080ns path_4mb
# the page of the core: it holds the table of sizes, and a template that instantiates the top module
SIZES_surfboard := rtl/surfboard/CORE.md
CELLS_surfboard := rtl/surfboard/CORE.md
PAGE_surfboard := surf_axil
SHOWS_surfboard_sizes := SB-PKG-003
SHOWS_surfboard_clocks := SB-HW-008 SB-R3-005
SHOWS_surfboard_cells := SB-TAP-017
SHOWS_surfboard_map := SB-PKG-002
SHOWS_surfboard_cocotb := SB-PKG-004
COCOTB_surfboard := examples/cocotb/run.py
LITEX_surfboard := examples/litex/run.py
LITEX_SERVER_surfboard := examples/litex/server.py
NEEDS_LITEX_surfboard := build/bin/surf build/bin/uartsim build/lib/libsurf_fpga.so
SHOWS_surfboard_cores := SB-PKG-001
SHOWS_surfboard_litex := SB-HW-006 SB-HW-014
SHOWS_surfboard_interconnect := SB-TAP-012 SB-TAP-014 SB-TAP-016
SHOWS_surfboard_litex_server := SB-HW-013
SHOWS_surfboard_strict := SB-HW-007
SHOWS_surfboard_bitstream := SB-HW-004 SB-HW-005
CORES_surfboard := surf_axil:surf_axil:test_core:core_bursts \
	surf_wb:surf_wb:test_core:core_bursts@surf_wb \
	surf_taps:surf_taps:test_taps:taps_frames surfboard:surfboard:test_first:first_packet \
	surfboard_axil:surfboard_axil:test_buses:axil_lanes surfboard_wb:surfboard_wb:test_buses:wb_lanes
LONG_surfboard := rate_1080ns:10000:soak path_*:1000:long reset_*:2500:resets \
	cfg_double_errors:1000:long cfg_random_maps:1000:long rate_1080ns@*:500:long
SLOW_ICARUS_surfboard := bin_all_pairs bin_each_pair bin_inputs bins_8bit configs_bins \
	configs_damaged core_decay core_losses_marked@surf_axil_rev3 core_memories \
	core_phases@surf_axil_lean core_slow_bins hist_bin_1366_overflows hist_bin_threshold \
	hist_fifo_4096_slots hist_fifo_flags hist_fifo_flags_idt hist_fifo_room@surfboard_axil \
	hist_whole hist_whole@surfboard_wb irq_fifo_full rate_limit rate_overflow@surfboard_axil \
	registers_lanes reset_por reset_posted@surfboard_rev2 sender_undefined size_every \
	state_conditions state_cut_beginning state_cut_end state_cut_filtered state_cut_middle \
	state_whole taps_outstanding taps_outstanding_first taps_reset_first taps_unkept \
	taps_unkept_first trace_16bit trace_32bit trace_8bit uart_accesses uart_plain \
	wait_beside_decay
PICTURES_surfboard := first_packet boards_interleave
# the functions that the fuzz drivers replace
WRAP_client := socket connect
WRAP_shell := fopen input_open outfile_open outfile_commit outfile_abort

# the board in the web page of make lab
LAB_MODELS_surfboard := surfboard surfboard_rev2
LAB_surfboard := tb/sim/coroutine_wasm.c \
	$(patsubst %,tb/surfboard/%.c,lab labshell node surf_golden) \
	$(patsubst %,tb/shrimp/%.c,hostbus sending shrimp_node traffic) \
	$(patsubst %,tb/bus/%.c,eisa sni axil wb word_device) $(patsubst %,tb/device/%.c,simm memport) \
	tb/machine/cache.c tb/machine/lackey.c $(patsubst %,tb/machine/ranks/%.c,ranks ranks_log) \
	$(patsubst %,tb/machine/shrimp/%.c,combine cpu mc_ranks mesh multicomputer ni pagemap \
	params places recorded survey svm threads) \
	$(patsubst %,tb/machine/shrimp/apps/%.c,apps burst lu ocean radix simple) \
	$(patsubst %,sw/surfboard/%.c,shell shellreg shellmem shellsim surflib surfrecord surfstate sbit \
	bsel surfplot_grid) \
	$(patsubst %,sw/lib/%.c,device record register_model checksum memtrace outfile printable \
	progress util)
