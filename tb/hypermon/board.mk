# SPDX-License-Identifier: Apache-2.0
# HYPERMON in simulation. mk/boards.mk describes the variables.
FOLDERS_hypermon := tb/common tb/machine/ipsc2 tb/machine/ranks
PARTS_hypermon := tb/bus/pbx.c tb/machine/terminal.c
SIMLIB_hypermon := hypermonsim
SERVER_hypermon := hypermond
SIMMODELS_hypermon := hypermon hypermon_8 hypermon_words hypermon_select hypermon_marks \
	hypermon_marked \
	$(patsubst %,hypermon_%,256 512 2048 4096 8192 16384 32768 65536)

# a simulated machine that runs in several processes
MPI_hypermon := ipsc2-mpi
SRC_ipsc2-mpi := tb/machine/ipsc2/ipsc2-mpi.c tb/machine/ranks/ranks_mpi.c

FAST_hypermon := yes
PAPER_hypermon := bandwidth figures8-9 applications lessons analysis
BENCH_hypermon := tools
NEEDS_test_size := hmsize
# depth_256 tests reset, a frame and an overrun of the model whose parameters are those of the
# mapped netlist
SMOKE_hypermon := first_frames pbx_hold depth_256
CORES_hypermon := hypermon:hypermon:test_first:first_frames
LONG_hypermon := soak_*:10000:soak slice_*:20000:slices machine_*:1000:machine
SLOW_ICARUS_hypermon := board_random compact_select compact_words depth_256 frame_bandwidth \
	frame_bandwidth_400 frame_bandwidth_nodes frame_fifo_depth frame_fifo_place \
	frame_fifo_together frame_node_full frame_outrun frame_push_pop frame_vectors_full \
	machine_analysis machine_equal machine_even_phases machine_events machine_merging \
	machine_one_node machine_overruns machine_sixteen machine_two_nodes marks_late \
	marks_lossless marks_off marks_overrun marks_reader marks_windows overrun_frames \
	overrun_lost_stops overrun_no_stall overrun_reader pbx_masters size_steady slice_life \
	slice_lossy slice_matmul slice_place slice_simplex soak_nibbles stamp_distance \
	stamp_goes_on stamp_reset words_random words_select

SHOWS_hypermon_lint := HM-ENG-001
SHOWS_hypermon_rejected := HM-PORT-010
SHOWS_hypermon_agree := HM-ENG-002
SHOWS_hypermon_synth := HM-ENG-006
SHOWS_hypermon_smoke := HM-ENG-007
SHOWS_hypermon_example := HM-TOOL-010
SHOWS_hypermon_kinds := HM-SCI-001
SHOWS_hypermon_ablations := HM-SCI-006

# the boards in the web page of make lab: as of 1990, and with marks
LAB_MODELS_hypermon := hypermon hypermon_marks hypermon_256 hypermon_marked hypermon_2048 \
	hypermon_4096
LAB_TOOLS_hypermon := hmrecord hmstatus hmstat hmdump hmsize
LAB_hypermon := tb/sim/coroutine_wasm.c \
	$(patsubst %,tb/hypermon/%.c,hm_golden hypercube) tb/bus/pbx.c \
	$(patsubst %,tb/machine/ipsc2/%.c,apprun apps bus events ipsc2 life load matmul message model \
	node nx2 place port program reader rtl simplex) \
	$(patsubst %,sw/hypermon/%.c,hm_analysis hm_decode hm_frame hm_node hm_ports hm_recording \
	hm_size hm_table hm_trace hmboard hmfilter hmlib hmsource hmutil) \
	$(patsubst %,sw/lib/%.c,checksum cmdline device outfile outstream printable progress record util)
