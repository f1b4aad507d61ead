# SPDX-License-Identifier: Apache-2.0
# The boards. Each folder of a board declares facts in a board.mk: rtl/<board>/board.mk (it
# makes the board exist), tb/<board>/board.mk and sw/<board>/board.mk. In these files
# <board>, <top> and <model> stand for names:
#
# rtl/<board>/board.mk
#   BOARDS += <board>
#   TITLE_<board>      what it is, with its paper; heading of the page of its experiments
#   TOPS_<board>       top modules; pins in rtl/<board>/<top>_pins.def
#   REGS_<board>       register tables in rtl/<board>
#   RTL_<top>          all Verilog files of the top; every script reads this list. The file
#                      build/rtl/<folder>/<name>_wb.v is made from rtl/<folder>/<name>_axil.v
#   MAPS_<board>       address maps for other tools; AREAS_<map>: its spaces of the register
#                      tables, SPACE@BASE, and its memories, NAME:WORDS@BASE
#   MODELS_<board>     compiled models; the first is that of tests that name none
#   TOP_<model>        its top, where it is neither the model's name nor the first of TOPS
#   PARAMS_<model>     parameters, NAME=VALUE ...
#   ARRAY_<model>      several boards in one model: their names, which begin their pins'
#                      names; PIN@N: a shared pin, which keeps N characters of the name
#   PLAIN_<board>      models without a part of their own, left out of coverage, mutation and
#                      make lockstep
#   REJECTED_<top>     illegal parameters, each of which must stop elaboration
#   LOGIC_<top>        outputs that need not come from flip-flops; all others must
#   SYNTH_PARAMS_<top> parameters with which the top fits the FPGA of ci/measure/synth
#   ECP5_<board>       tops that do not: mapped for a larger one, by ci/measure/map-ecp5
#
# tb/<board>/board.mk
#   FOLDERS_<board>    folders of tb whose C files belong to the board, besides tb/<board>
#   PARTS_<board>      single C files of tb that do
#   SIMLIB_<board>     the simulated board as a library for "sim:"
#   SERVER_<board>     the simulated board as a server for "unix:"
#   SIMMODELS_<board>  models that these offer (default: the first)
#   PROGRAMS_<board>   other programs; SRC_<program> the file with main(),
#                      NEEDS_<program> what must be built before it runs;
#                      NEEDS_test_<name>, NEEDS_<name>_unit  tools that a test program runs
#   NEEDS_units_<board> libraries of another board that command-line cases use
#   MPI_<board>        programs that run on several processes with Open MPI; SRC_<program>
#   DEMO_<board>       program of make demo, which measures other programs; a board without one may
#                      have a script sw/<board>/demo, which make demo BOARD=<board> runs
#   LAB_<board>        C files of the board in its web page; LAB_MODELS_<board>,
#                      LAB_TOOLS_<board>: mk/lab.mk
#   CORES_<board>      TOP:MODEL:PROGRAM:TEST: tops with a core file for FuseSoC, and the test of
#                      its target sim
#   COCOTB_<board>     programs in Python that make examples runs with cocotb
#   LITEX_CORES_<board> tops that litex_tallyboard instantiates, LITEX_TAPS_<board> tops whose
#                      modules it needs, too
#   LITEX_<board>      programs in Python that make cores runs with LiteX;
#                      LITEX_SERVER_<board>: with its litex_server;
#                      NEEDS_LITEX_<board>: what they need
#   EXAMPLES_<board>   programs of the designs in examples/, which make examples runs;
#                      TOP_<program> its design, a top in ECP5_<board>;
#                      SHOWS_<board>_<program> requirements that both show
#   PAPER_<board>      programs of tb/paper/<board>, one for each table or group of figures
#   PAPERMODELS_<board> models that these use (default: SIMMODELS)
#   FAST_<board>       yes: long work runs on fast models, because these are at least 1.5 times as
#                      fast as those of Verilator
#   FAST_PAPER_<board> yes: they run on fast models at every length, because these take a fifth of
#                      the time
#   BENCH_<board>      scripts of tb/<board>/bench
#   SMOKE_<top>        tests that run on the mapped netlist
#   CELLS_<board>      page with the table of cells of tb/<board>/evidence/cells, which make synth
#                      makes (ci/measure/cells)
#   SIZES_<board>      page with the table of sizes of tb/<board>/evidence/sizes, which make synth
#                      makes (ci/measure/sizes), and with a template of the top PAGE_<board>
#                      (ci/checks/test-page)
#   SLOW_ICARUS_<board> tests that take Icarus Verilog many seconds: make test runs them on
#                      Verilator only, make sim on both
#   LONG_<board>       soaks: TESTS:LENGTH:SUFFIX ...
#   WRAP_<driver>      functions that a fuzz driver replaces
#   PICTURES_<board>   waves to draw: tests with a view in waves/<board>
#   SHOWS_<board>_<check>  requirements that a check shows: lint rejected registered agree
#                      synth sizes cells clocks smoke example map (the first of MAPS) cores litex
#                      interconnect litex_server strict schema cocotb bitstream; of make paper at
#                      full length: kinds ablations
#
# sw/<board>/board.mk
#   TOOLS_<board>      programs, each sw/<board>/<tool>.c; LIBS_<tool> more libraries
#   BEHIND_<board>     those of them that, like the servers, have no place in build/bin, but in
#                      build/libexec, where `tallyboard TOOL` finds them
#   SCHEMA_<board>     scripts in Python that make cores runs to check reports by a schema
#   LONG_CHECKS_<board> scripts in sw/<board>/tests that only make test-long runs
#   LIBRARIES_<board>  driver libraries; LIB_<library> its sources, ABOUT_<library>
#   THREADED_<board>   unit programs for the thread sanitizer: PROGRAM[:TEST]
#   HEADERS_<board>    installed headers
#   DATA_<board>       installed data files
#
# All other C files of sw/lib and sw/<board> go to one archive for the programs of the
# board, all other C files of its folders in tb to a second one; the linker takes what a
# program needs. Names ending in _unit.c are unit test programs.
# the device backends of device.h, which each driver library contains
BACKENDS := device unixdev mmapdev uartdev uartline etherdev

include $(wildcard rtl/*/board.mk)
include $(wildcard tb/*/board.mk sw/*/board.mk)

BEHIND := $(foreach b,$(BOARDS),$(SERVER_$(b)) $(BEHIND_$(b)))
# the files of programs; $(1): their names
program_files = $(foreach p,$(1),$(BUILD_DIR)/$(if $(filter $(p),$(BEHIND)),libexec,bin)/$(p))

# the requested papers need no other board
ifndef BOARD
BOARD := $(or $(filter $(BOARDS),$(PAPER)),$(BOARDS))
endif
ifneq ($(filter-out $(BOARDS),$(BOARD)),)
$(error BOARD=$(filter-out $(BOARDS),$(BOARD)): the boards are $(BOARDS))
endif

TOPS   := $(foreach b,$(BOARDS),$(TOPS_$(b)))
MODELS := $(foreach b,$(BOARDS),$(MODELS_$(b)))
ARRAYS := $(foreach m,$(MODELS),$(if $(ARRAY_$(m)),$(m)))
$(foreach b,$(BOARDS),$(foreach m,$(MODELS_$(b)) $(TOPS_$(b)),$(eval BOARD_OF_$(m) := $(b))))
$(foreach m,$(MODELS),$(eval TOP_$(m) := \
	$(or $(TOP_$(m)),$(filter $(m),$(TOPS)),$(firstword $(TOPS_$(BOARD_OF_$(m)))))))
# models of single boards, and those of them that coverage and mutation use; $(1): board
SINGLE = $(filter-out $(ARRAYS),$(MODELS_$(1)))
LONE   = $(filter-out $(PLAIN_$(1)),$(call SINGLE,$(1)))
