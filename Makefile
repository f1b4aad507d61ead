# SPDX-License-Identifier: Apache-2.0
# The only entry. `make help` lists the verbs.

B        := build
BOARDS   := surfboard hypermon numachine
BOARD    ?= $(BOARDS)
TEST     ?= *
SIM      ?= both
SEED     ?= 1
WAVE     ?= fail
LENGTH   ?= 100
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)
prefix   ?= /usr/local
DESTDIR  ?=
VERSION  := $(shell cat VERSION)

CC       ?= cc
CXX      ?= c++
CFLAGS   ?= -O2 -g
WARN     := -Wall -Wextra -Werror
comma    := ,
# SANITIZE=1: address and undefined behaviour; SANITIZE=thread: races; FUZZ=1: for libFuzzer
SANFLAGS := $(if $(filter thread,$(SANITIZE)),-fsanitize=thread,\
	      $(if $(SANITIZE)$(FUZZ),-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined))
Q        := $(if $(V),,@)
CPPFLAGS += -D_GNU_SOURCE -DTOOLS_VERSION='"$(VERSION)"'
INCLUDES := -Isw/lib -Isw/surfboard -Isw/hypermon -Isw/numachine -Itb/sim -Itb/backend -Itb/bus -Itb/device -Itb/surfboard -Itb/hypermon -Itb/numachine -Itb/machine -Itb/machine/ipsc2 -Itb/machine/numachine -Itb/paper \
	    -Irtl/surfboard -Irtl/hypermon -Irtl/numachine -Ibuild/include

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: paper first coverage mutate fuzz fuzz-corpus synth formal cdc test-long faults help deps pictures models tools sim test trace lint sanitize demo wave docs check-docs fpga-configs \
	bench install uninstall clean testbenches units

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  BOARD=surfboard  TEST=PATTERN  SIM=verilator|icarus|both  SEED=N|random"
	@echo "  WAVE=none|fail|vcd|fst  LENGTH=PERCENT  JOBS=N  DEPS=skip"

# ---------------------------------------------------------------- dependencies
deps: ## install what is missing (Debian packages; DEPS=skip: only look)
	@ci/install-deps $(DEPS) deps

# Nothing is built before the tools are there.
DEPS_OK := $(if $(filter help clean deps,$(or $(MAKECMDGOALS),help)),,\
	     $(shell ci/install-deps $(DEPS) $(MAKECMDGOALS) >&2 || echo missing))
ifneq ($(strip $(DEPS_OK)),)
$(error tools are missing)
endif

# ---------------------------------------------------------------- models
# Parameter sets of a top, each a compiled model of its own: model, top, parameters.
MODELS_surfboard := surfboard surfboard_wrap surfboard_idt surfboard_x4
TOP_surfboard := surfboard
TOP_surfboard_wrap := surfboard
TOP_surfboard_idt := surfboard
TOP_surfboard_x4 := surfboard
PARAMS_surfboard :=
# the receive time counter starts 1024 ticks before it wraps
PARAMS_surfboard_wrap := RXTIME_INIT=44'hFFFFFFFFC00
# FIFO flags as of the IDT part instead of the report's text; the receive time starts with
# nearly all bits of its Gray code 1
PARAMS_surfboard_idt := IDT_EXACT=1 RXTIME_INIT=44'hAA555555500
# Several boards in one model, made by gen array: their names, which begin their pins' names;
# and pins that they share, with the number of characters that is left of the board's name:
# two boards on bus a, one each on b and c, the global clock common to all.
BOARDS_surfboard_x4 := a1 a2 b1 c1 bclk@1 clk_s1@1 s_gclk@0 s_grst_n@0
# compiles in half the time, and its tests are short
OPT_surfboard_x4 := -O1

MODELS_hypermon := hypermon hypermon_wrap hypermon_256 hypermon_512 hypermon_8 hypermon_words hypermon_select \
	hypermon_8192 hypermon_16384
TOP_hypermon := hypermon
TOP_hypermon_wrap := hypermon
TOP_hypermon_512 := hypermon
TOP_hypermon_8 := hypermon
TOP_hypermon_words := hypermon
TOP_hypermon_select := hypermon
TOP_hypermon_256 := hypermon
TOP_hypermon_8192 := hypermon
TOP_hypermon_16384 := hypermon
PARAMS_hypermon :=
# window number and lost frames just before they wrap and stop
PARAMS_hypermon_wrap := STAMP_INIT=32'hFFFFFFFE LOST_INIT=32'hFFFFFFFE FRAME_DEPTH=256
# between those two, to tell a depth that suffices from half of it
PARAMS_hypermon_512 := FRAME_DEPTH=512
PARAMS_hypermon_8 := NODES=8
# what section 6 of the paper wishes for; the numbers of the windows wrap soon
PARAMS_hypermon_words := WORD_PORT=1 FRAME_DEPTH=256 STAMP_INIT=32'hFFFFFF00
PARAMS_hypermon_select := WORD_PORT=1 SELECT_TS=1 FRAME_DEPTH=256
# frame FIFOs: what fits an iCE40, and on either side of what a burst needs
PARAMS_hypermon_256 := FRAME_DEPTH=256
PARAMS_hypermon_8192 := FRAME_DEPTH=8192
PARAMS_hypermon_16384 := FRAME_DEPTH=16384
# of one memory alone: nothing else that faults or coverage could tell
APART_hypermon := hypermon_512 hypermon_8192 hypermon_16384
# the tests of these are short
OPT_hypermon_wrap := -O1
OPT_hypermon_512 := -O1
OPT_hypermon_8 := -O1
OPT_hypermon_words := -O1
OPT_hypermon_select := -O1
OPT_hypermon_256 := -O1
OPT_hypermon_8192 := -O1
OPT_hypermon_16384 := -O1

MODELS_numachine := numachine numachine_ahdl numachine_pipe
TOP_numachine := numachine
TOP_numachine_ahdl := numachine
TOP_numachine_pipe := numachine
PARAMS_numachine :=
# FIFO depth address as of the AHDL listing; the missed counter just before it stops
PARAMS_numachine_ahdl := AHDL_ORDER=1 MISSED_INIT=16'hFFFA
# a transaction every clock
PARAMS_numachine_pipe := PIPELINED=1
# the tests of these are short
OPT_numachine_ahdl := -O1

MODELS := $(foreach b,$(BOARDS),$(MODELS_$(b)))

# requirements that lint, mapping, the tests on the mapped netlist and both simulators show (make trace);
# proofs name theirs in tb/formal/proofs
LINT_SHOWS_hypermon := HM-ENG-001
SYNTH_SHOWS_hypermon := HM-ENG-006
SMOKE_SHOWS_hypermon := HM-ENG-007
REJECTED_SHOWS_hypermon := HM-PORT-010
AGREE_SHOWS_hypermon := HM-ENG-002
LINT_SHOWS_numachine := NM-ENG-001
SYNTH_SHOWS_numachine := NM-ENG-006 NM-PIPE-012
REGISTERED_SHOWS_numachine := NM-PIPE-012 NM-OE-005
SMOKE_SHOWS_numachine := NM-ENG-007

# illegal parameters, one at a time
REJECTED_hypermon := NODES=0 NODES=17 FRAME_DEPTH=128 FRAME_DEPTH=1000 FRAME_DEPTH=131072 WORD_PORT=2 WORD_PORT=-1 \
	SELECT_TS=1
REJECTED_surfboard := IDT_EXACT=2
REJECTED_numachine := AHDL_ORDER=2 PIPELINED=2

# outputs of a board that need not come from flip-flops; all others must (ci/registered)
LOGIC_numachine := label_index debug counter_sram_addr_o counter_sram_addr_oe counter_sram_data_o \
	counter_sram_data_oe counter_sram_oe_n counter_sram_we_n

# Variants of the models, each in a folder of its own, to be put before build/lib with
# LD_LIBRARY_PATH: COVERAGE=1 counts coverage; MUTANTS=FOLDER is made from the netlists with
# faults that ci/mutate leaves there, with one more pin.
VARIANT := $(COVERAGE)$(MUTANTS)
M := $(or $(MUTANTS),build$(if $(COVERAGE),/coverage))
RTL_surfboard := $(wildcard rtl/surfboard/*.v rtl/eisa/*.v rtl/lib/*.v)
RTL_hypermon := $(wildcard rtl/hypermon/*.v rtl/pbx/*.v rtl/lib/*.v)
RTL_numachine := $(wildcard rtl/numachine/*.v rtl/lib/*.v)
VERILATE = verilator --cc -O3 --trace-fst --timescale 1ps/1ps --x-assign fast --x-initial fast \
	   --noassert -Wno-fatal -DSIM_JITTER -Ibuild/include \
	   $(if $(COVERAGE),--coverage-line --coverage-toggle) $(if $(MUTANTS),-Wno-lint -Wno-UNOPTFLAT)

$(B)/gen/%: ci/gen.c rtl/%/*.def
	@mkdir -p $(@D)
	@echo "  GEN      $@"
	$(Q)$(CC) -std=c11 $(WARN) -Irtl/$* -DTOP=$* -DPINS_DEF='"$*_pins.def"' -DREGS_DEF='"$*_regs.def"' \
		$(if $(wildcard rtl/$*/$*_acdr.def),-DMORE_DEF='"$*_acdr.def"') -o $@ $<

build/include/%_regs.vh: $(B)/gen/%
	@mkdir -p $(@D)
	$(Q)$< vregs > $@

# The module at the top of a model, and its sources.
MODULE = $(if $(BOARDS_$(1)),$(1),$(TOP_$(1)))
SOURCES = $(if $(MUTANTS),$(MUTANTS)/$(1).v rtl/lib/sync_jitter.v,$(if $(BOARDS_$(1)),$(B)/gen/$(1).v) $(RTL_$(TOP_$(1))))

define array_rules
$(B)/gen/$(1).v: $(B)/gen/$(TOP_$(1)) Makefile
	$(Q)$$< array $(1) $(BOARDS_$(1)) > $$@

$(B)/gen/$(1)_pins.def: $(B)/gen/$(TOP_$(1)) Makefile
	$(Q)$$< arraypins $(BOARDS_$(1)) > $$@

$(B)/gen/$(1): ci/gen.c $(B)/gen/$(1)_pins.def
	@echo "  GEN      $$@"
	$(Q)$(CC) -std=c11 $(WARN) -I$(B)/gen -Irtl/$(TOP_$(1)) -DTOP=$(1) -DPINS_DEF='"$(1)_pins.def"' \
		-DREGS_DEF='"$(TOP_$(1))_regs.def"' -o $$@ $$<
endef
ARRAYS := $(foreach m,$(MODELS),$(if $(BOARDS_$(m)),$(m)))
$(foreach m,$(ARRAYS),$(eval $(call array_rules,$(m))))

# A pkg-config file: prefix, folder below its include, name, description, libraries of the
# archive.
PC = printf '%s\n' 'prefix=$(1)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include$(2)' '' 'Name: $(3)' \
	'Description: $(4)' 'Version: $(VERSION)' 'Libs: -L$${libdir} -l$(3)' 'Libs.private: $(5)' 'Cflags: -I$${includedir}'

VERILATED := $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null)/include
# Eliminating partial redundancies costs more registers than it saves work: 6 % slower.
MODEL_OPT := $(if $(VARIANT),-O1,-O2 -fno-tree-pre)
MODEL_CXX := -std=c++17 -O3 -fPIC -fno-semantic-interposition -w -I$(VERILATED) -I$(VERILATED)/vltstd -Ibuild/include
# Runtime of Verilator, compiled once for all models.
RUNTIME := $(patsubst %,$(M)/verilator/runtime/%.o,verilated verilated_fst_c verilated_threads \
	   $(if $(COVERAGE),verilated_cov))

$(M)/verilator/runtime/%.o: $(VERILATED)/%.cpp
	@mkdir -p $(@D)
	@echo "  CXX      $@"
	$(Q)$(CXX) $(MODEL_CXX) -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_COVERAGE=$(or $(COVERAGE),0) -c -o $@ $<

define model_rules
build/include/$(1).h: $(B)/gen/$(call MODULE,$(1))
	@mkdir -p $$(@D)
	$(Q)$$< header $(1) > $$@

$(M)/verilator/$(1)/V$(1)__ALL.a: $(call SOURCES,$(1)) build/include/$(TOP_$(1))_regs.vh
	@mkdir -p $$(@D)
	@rm -f $$(@D)/*.o
	@echo "  VERILATE $(1)"
	$(Q)$(VERILATE) --Mdir $(M)/verilator/$(1) --prefix V$(1) --top-module $(call MODULE,$(1)) \
		$(if $(MUTANTS),,$(foreach p,$(PARAMS_$(1)),"-G$(p)")) -CFLAGS "$(or $(if $(VARIANT),,$(OPT_$(1))),$(MODEL_OPT)) -fPIC -fno-semantic-interposition" \
		$(call SOURCES,$(1))
	$(Q)+$(MAKE) -s -C $(M)/verilator/$(1) -f V$(1).mk V$(1)__ALL.a VM_PARALLEL_BUILDS=1 OPT_FAST= DEPS= CFG_CXXFLAGS_PCH_I=-include > $(M)/verilator/$(1)/log 2>&1 || { cat $(M)/verilator/$(1)/log; false; }

$(M)/verilator/$(1)/shim.o: tb/sim/model_shim.cpp build/include/$(1).h $(M)/verilator/$(1)/V$(1)__ALL.a
	$(Q)$(CXX) $(MODEL_CXX) -Irtl/$(TOP_$(1)) -I$(M)/pins -I$(B)/gen -I$(M)/verilator/$(1) -DMODEL=$(1) -DMODEL_H='"$(1).h"' \
		-DCLASS_H='"V$(1).h"' -DPINS_DEF='"$(call MODULE,$(1))$(if $(MUTANTS),_mutants)_pins.def"' -DVM_COVERAGE=$(or $(COVERAGE),0) -c -o $$@ $$<

$(M)/lib/lib$(1).so: $(M)/verilator/$(1)/shim.o $(M)/verilator/$(1)/V$(1)__ALL.a $(RUNTIME)
	@mkdir -p $$(@D)
	@printf '{ global: $(1)_*; local: *; };\n' > $(M)/verilator/$(1)/exports
	@echo "  LIB      $$@"
	$(Q)$(CXX) -shared -o $$@ -Wl,-soname,lib$(1).so -Wl,--version-script=$(M)/verilator/$(1)/exports \
		-Wl,-Bsymbolic -static-libstdc++ -static-libgcc $(M)/verilator/$(1)/shim.o \
		$(M)/verilator/$(1)/V$(1)__ALL.a $(RUNTIME) -lz -lpthread

$(M)/lib/lib$(1).a: $(M)/lib/lib$(1).so
	@rm -rf $$@ $(M)/verilator/$(1)/ar && mkdir $(M)/verilator/$(1)/ar
	$(Q)cd $(M)/verilator/$(1)/ar && ar x ../V$(1)__ALL.a
	$(Q)ar rcs $$@ $(M)/verilator/$(1)/ar/*.o $(M)/verilator/$(1)/shim.o $(RUNTIME)

build/lib/pkgconfig/$(1).pc: VERSION Makefile
	@mkdir -p $$(@D)
	@$$(call PC,$(CURDIR)/build,,$(1),$(TOP_$(1)) compiled from its Verilog: model $(1),-lstdc++ -lz -lm -lpthread) > $$@

# the same behind the harness
build/obj/model/$(1).o: tb/sim/model.c tb/sim/model.h build/include/$(1).h
	@mkdir -p $$(@D)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) $(CPPFLAGS) -fPIC $(INCLUDES) -DMODEL=$(1) -DMODEL_H='"$(1).h"' -c -o $$@ $$<

build/icarus/$(1).vvp: $(call SOURCES,$(1)) build/include/$(TOP_$(1))_regs.vh $(B)/gen/$(call MODULE,$(1))
	@mkdir -p $$(@D)
	@echo "  IVERILOG $(1)"
	$(Q)$(B)/gen/$(call MODULE,$(1)) wrapper $(foreach p,$(PARAMS_$(1)),"$(p)") > build/icarus/$(1)_tb.v
	$(Q)iverilog -g2005 -Wall -Wno-timescale -DSIM_JITTER -Ibuild/include -s tb -o $$@ \
		build/icarus/$(1)_tb.v $(call SOURCES,$(1))
endef
$(foreach m,$(MODELS),$(eval $(call model_rules,$(m))))

# Libraries and what belongs to them, of these models.
LIB_FILES = $(foreach m,$(1),build/lib/lib$(m).so build/lib/lib$(m).a build/lib/pkgconfig/$(m).pc)
models: $(call LIB_FILES,$(foreach b,$(BOARD),$(MODELS_$(b)))) ## compile the RTL into C libraries

# ---------------------------------------------------------------- C
O := $(B)/obj$(if $(SANITIZE),-san)$(filter thread,$(SANITIZE))$(if $(FUZZ),-fuzz)
X := $(B)$(if $(SANITIZE),/sanitized)$(filter thread,$(SANITIZE))$(if $(FUZZ),/fuzz)

$(O)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC       $@"
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) $(SANFLAGS) $(CPPFLAGS) -fPIC -MMD -MP $(INCLUDES) -c -o $@ $<
$(O)/tb/sim/sim_icarus.o: CPPFLAGS += $(shell iverilog-vpi --cflags 2>/dev/null | tr ' ' '\n' | grep ^-I)
-include $(shell find $(O) -name '*.d' 2>/dev/null)

include sw/sw.mk
include tb/tb.mk

# ---------------------------------------------------------------- running
testbenches: $(TB_PROGRAMS) $(if $(filter icarus both,$(SIM)),$(TB_VPI) $(foreach b,$(BOARD),$(MODELS_$(b):%=build/icarus/%.vvp)))

# of tests that run many times or on slow models
SHORT := $(if $(filter command line,$(origin LENGTH)),$(LENGTH),10)
RUN := SIM='$(SIM)' SEED='$(SEED)' WAVE='$(WAVE)' LENGTH='$(LENGTH)' JOBS='$(JOBS)' TEST='$(TEST)'

# In parallel, unless make is told how.
PARALLEL = --no-print-directory DEPS=skip $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

# A verdict before all is built, in a new tree: one test of the first board that has it.
FIRST := $(firstword $(foreach b,$(BOARD),$(if $(wildcard tb/$(b)/test_first.c),$(b))))
first: $(FIRST:%=$(B)/first/%/test_first)
	@SIM=verilator SEED='$(SEED)' WAVE='$(WAVE)' DIR=$(B)/first RESULTS=$(B)/first TEST='*' VERBOSE=1 ci/run-tests $(FIRST)

sim: ## run the testbenches on both simulators
	@$(if $(and $(filter *,$(TEST)),$(FIRST),$(if $(wildcard $(TB_PROGRAMS)),,new)),$(MAKE) $(PARALLEL) first)
	@$(MAKE) $(PARALLEL) testbenches
	@$(RUN) ci/run-tests $(BOARD)
	@$(if $(and $(filter *,$(TEST)),$(filter both,$(SIM))),$(foreach b,$(BOARD),$(if $(AGREE_SHOWS_$(b)),\
		ci/check -i "$(AGREE_SHOWS_$(b))" agree $(b) ci/agree $(b) &&)) true)

# $(1): the boards that have such tests, $(2): tests, $(3): length, $(4): suffix of the results
LONG = $(if $(filter $(1),$(BOARD)),@SIM=verilator SEED='$(SEED)' WAVE=none LENGTH=$(3) JOBS='$(JOBS)' TEST='$(2)' \
	WALL=7200 SUFFIX=-$(4) ci/run-tests $(filter $(1),$(BOARD)))
test-long: ## soaks: the rated speed for ten million packets or nibbles, random runs at length, each reset at 10,000 instants
	@$(MAKE) --no-print-directory SIM=verilator testbenches
	$(call LONG,surfboard,rate_1080ns,10000,soak)
	$(call LONG,surfboard,path_*,1000,long)
	$(call LONG,surfboard,reset_*,600,resets)
	$(call LONG,hypermon,soak_*,10000,soak)
	$(call LONG,numachine,random_*,1000,random)
	$(call LONG,hypermon,slice_*,2000,slices)
	$(call LONG,hypermon,machine_*,1000,machine)

units: $(UNIT_PROGRAMS) tools
	@ci/run-units $(X)

test: ## everything that proves something
	@MAKE='$(MAKE)' BOARD='$(BOARD)' SEED='$(SEED)' JOBS='$(JOBS)' ci/test

trace: ## which requirements have a passing test in the last run
	@ci/trace $(if $(filter command line,$(origin BOARD)),$(BOARD))

lint: $(foreach t,$(sort $(foreach m,$(MODELS),$(TOP_$(m)))),build/include/$(t)_regs.vh) ## lint the RTL with both tools
	@$(foreach m,$(filter-out $(ARRAYS),$(MODELS)),ci/check -i "$(LINT_SHOWS_$(TOP_$(m)))" lint $(m) ci/lint $(TOP_$(m)) $(foreach p,$(PARAMS_$(m)),"$(p)") &&) true
	@$(foreach b,$(BOARDS),$(if $(REJECTED_$(b)),ci/check -i "$(REJECTED_SHOWS_$(b))" lint $(b)_illegal ci/lint -r $(b) $(REJECTED_$(b)) &&)) true
	@ci/check lint lib ci/lint-lib
	@$(foreach b,$(BOARDS),$(if $(LOGIC_$(b)),ci/check -i "$(REGISTERED_SHOWS_$(b))" registered $(b) ci/registered $(b) $(LOGIC_$(b)) &&)) true

formal: $(foreach t,$(sort $(foreach m,$(MODELS),$(TOP_$(m)))),build/include/$(t)_regs.vh) ## prove the properties in tb/formal (TEST=PATTERN)
	@JOBS='$(JOBS)' ci/formal '$(TEST)'

cdc: ## list the clock-domain crossings; any other path between two clocks is an error
	@$(foreach t,$(sort $(foreach m,$(MODELS),$(TOP_$(m)))),ci/cdc $(t) &&) true

# models of a board itself, not of several
LONE = $(filter-out $(ARRAYS) $(APART_$(1)),$(MODELS_$(1)))
coverage: ## lines, branches and toggles of the RTL that the testbenches reach (LENGTH=10)
	@$(MAKE) --no-print-directory SIM=verilator testbenches
	@$(MAKE) --no-print-directory COVERAGE=1 $(foreach b,$(BOARD),$(patsubst %,build/coverage/lib/lib%.so,$(call LONE,$(b))))
	@$(foreach b,$(BOARD),SEED='$(SEED)' LENGTH='$(SHORT)' JOBS='$(JOBS)' TEST='$(TEST)' \
		ci/coverage $(b) $(call LONE,$(b)) &&) true

N ?= 200
# of the first model's netlist, or that of FROM
mutate: ## N=200 single faults in the netlist: which of them the testbenches notice (LENGTH=10 FROM=MODEL)
	@$(MAKE) --no-print-directory SIM=verilator testbenches $(BOARD:%=build/include/%_regs.vh)
	@$(foreach b,$(BOARD),MAKE='$(MAKE)' N='$(N)' SEED='$(SEED)' LENGTH='$(SHORT)' JOBS='$(JOBS)' TEST='$(TEST)' \
		ci/mutate $(b) $(foreach m,$(filter $(FROM),$(call LONE,$(b))) $(filter-out $(FROM),$(call LONE,$(b))),"$(m):$(PARAMS_$(m))") &&) true

synth: testbenches ## map the boards for an iCE40: size, clock reached, tests on the mapped netlist
	@$(foreach b,$(BOARD),{ ci/check -i "$(SYNTH_SHOWS_$(b))" synth $(b) ci/synth $(b); s=$$?; cat build/logs/synth-$(b).log; test $$s = 0; } && \
		{ ci/check -i "$(SMOKE_SHOWS_$(b))" smoke $(b) ci/synth-smoke $(b); s=$$?; cat build/logs/smoke-$(b).log; test $$s = 0; } &&) true

sanitize: ## unit tests and short testbenches under address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory SANITIZE=1 SIM=verilator testbenches units
	@SIM=verilator SEED='$(SEED)' WAVE=none LENGTH=4 JOBS='$(JOBS)' TEST='$(TEST)' \
		DIR=build/sanitized/tb RESULTS=build/sanitized/results ci/run-tests $(BOARD)
	@$(MAKE) --no-print-directory SANITIZE=thread build/sanitizedthread/unit/sw/surfboard/tests/backends_unit
	@build/sanitizedthread/unit/sw/surfboard/tests/backends_unit --test=threads > build/logs/threads.log 2>&1 && \
		echo "1 passed, 0 failed, 0 skipped" || { cat build/logs/threads.log; echo "0 passed, 1 failed, 0 skipped"; false; }

# TARGET=NAME..., of tb/fuzz; TIME=SECONDS for each; KEEP=1 puts what was found into the corpus
TARGET ?= $(FUZZ_TARGETS)
TIME ?= 300
fuzz: ## search for inputs that break a parser (TARGET=bsel TIME=300 KEEP=1; needs clang)
	@$(MAKE) --no-print-directory FUZZ=1 CC=clang $(TARGET:%=build/fuzz/drivers/%)
	@TIME='$(TIME)' KEEP='$(KEEP)' ci/fuzz $(TARGET)

fuzz-corpus: ## the inputs that fuzzing found before, under the sanitizers
	@$(MAKE) --no-print-directory SANITIZE=1 $(FUZZ_TARGETS:%=build/sanitized/drivers/%)
	@ci/fuzz-corpus $(FUZZ_TARGETS)

faults: ## break the RTL on purpose and see the testbenches notice
	@SIM=$(if $(filter both,$(SIM)),verilator,$(SIM)) TEST='$(TEST)' ci/break $(firstword $(BOARD))

# The programs that have the test, and their boards; all, when it is a pattern.
WAVE_SIM = $(if $(filter both,$(SIM)),verilator,$(SIM))
WAVE_TESTS = $(shell grep -ls '"$(TEST)"' $(BOARD:%=tb/%/test_*.c))
WAVE_BOARD = $(or $(patsubst tb/%/,%,$(sort $(dir $(WAVE_TESTS)))),$(BOARD))
wave: ## run TEST and look at it in GTKWave with its saved view
	@ci/wave
	@$(MAKE) --no-print-directory SIM=$(WAVE_SIM) BOARD='$(WAVE_BOARD)' \
		$(or $(if $(filter verilator,$(WAVE_SIM)),$(WAVE_TESTS:%.c=build/%)),testbenches)
	@SIM=$(WAVE_SIM) SEED='$(SEED)' WAVE=fst LENGTH='$(LENGTH)' JOBS=1 TEST='$(TEST)' ci/run-tests $(WAVE_BOARD)
	@ci/wave '$(WAVE_BOARD)' '$(TEST)' $(WAVE_SIM)

bench: testbenches tools $(B)/ci/surfboard/bench-loop ## speed of simulators, harness, builds and tools (BENCH=SECTION...)
	@ci/bench surfboard $(BENCH)

pictures: testbenches demo tools ## draw the README's pictures anew (needs gtkwave and xvfb)
	@for t in first_packet boards_interleave; do \
		SIM=verilator WAVE=fst JOBS=1 TEST=$$t ci/run-tests surfboard && \
		ci/picture build/waves/surfboard-$$t-verilator.fst waves/surfboard/$$t.gtkw \
			waves/surfboard/$$t.png || exit 1; done
	cp build/demo/lu.svg waves/surfboard/lu.svg
	build/bin/surfplot joint -o waves/surfboard/lu-joint.svg -t 'LU, combining: latency and size' build/demo/lu-on.trace
	build/bin/hmrecord -c 'program life nodes=8' -t 300ms -o build/life.hm
	build/bin/hmplot nodes -o waves/hypermon/life.svg -t "Life on eight nodes: what each node's operating system sent" build/life.hm

# PAPER=BOARD..., TEST=PATTERN of its programs
PAPER ?= $(PAPERS)
paper: $(foreach b,$(PAPER),$(PAPER_$(b):%=$(X)/paper/$(b)/%)) ## the papers' experiments: numbers, CSV, SVG, a page in build/paper (PAPER=BOARD)
	@$(foreach b,$(PAPER),DIR=$(X)/paper SEED='$(SEED)' LENGTH='$(LENGTH)' TEST='$(TEST)' ci/paper $(b) $(PAPER_$(b)) &&) true

docs: $(BOARDS:%=$(B)/gen/%) ## write the generated parts of the READMEs anew
	@$(foreach b,$(BOARDS),ci/docs $(b) &&) true

# ---------------------------------------------------------------- installing
MAN1 := $(wildcard sw/*/man/*.1)
MAN3 := $(wildcard sw/*/man/*.3)
MAN5 := $(wildcard sw/*/man/*.5)

# man finds these by build/bin in PATH.
build/share/man/.linked: $(MAN1) $(MAN3) $(MAN5)
	@rm -rf $(@D) && mkdir -p $(addprefix $(@D)/man,1 3 5)
	@$(foreach n,1 3 5,ln -s $(addprefix $(CURDIR)/,$(MAN$(n))) $(@D)/man$(n) && ) touch $@
tools: build/share/man/.linked

install: tools $(call LIB_FILES,$(MODELS)) ## install libraries, tools, headers and man pages (prefix, DESTDIR)
	install -d $(DESTDIR)$(prefix)/bin $(DESTDIR)$(prefix)/lib/pkgconfig $(BOARDS:%=$(DESTDIR)$(prefix)/include/%) \
		$(addprefix $(DESTDIR)$(prefix)/share/man/man,1 3 5) \
		$(DESTDIR)$(prefix)/share/bash-completion/completions $(DESTDIR)$(prefix)/share/surfboard/fpga-configs
	install -m 755 $(addprefix $(B)/bin/,$(TOOLS) $(TB_TOOLS)) $(DESTDIR)$(prefix)/bin
	install -m 644 $(MODELS:%=build/lib/lib%.so) $(MODELS:%=build/lib/lib%.a) $(LIBRARIES:%=build/lib/lib%.a) $(DESTDIR)$(prefix)/lib
	install -m 644 $(TB_BACKENDS:%=build/lib/lib%.so) $(DESTDIR)$(prefix)/lib
	for l in $(LIBRARIES); do install -m 644 build/lib/lib$$l.so $(DESTDIR)$(prefix)/lib/lib$$l.so.0 && \
		ln -sf lib$$l.so.0 $(DESTDIR)$(prefix)/lib/lib$$l.so || exit 1; done
	$(foreach b,$(BOARDS),install -m 644 $(MODELS_$(b):%=build/include/%.h) $(HEADERS_$(b)) $(HEADERS_LIB) \
		$(DESTDIR)$(prefix)/include/$(b) && ) true
	$(foreach m,$(MODELS),sed 's|^prefix=.*|prefix=$(prefix)|; s|^includedir=.*|&/$(TOP_$(m))|' build/lib/pkgconfig/$(m).pc \
		> $(DESTDIR)$(prefix)/lib/pkgconfig/$(m).pc && ) true
	$(foreach l,$(LIBRARIES),$(call PC,$(prefix),/$(BOARD_$(l)),$(l),$(ABOUT_$(l)),-lz -lzstd -ldl) \
		> $(DESTDIR)$(prefix)/lib/pkgconfig/$(l).pc && ) true
	install -m 644 $(MAN1) $(DESTDIR)$(prefix)/share/man/man1
	install -m 644 $(MAN3) $(DESTDIR)$(prefix)/share/man/man3
	install -m 644 $(MAN5) $(DESTDIR)$(prefix)/share/man/man5
	install -m 644 $(wildcard sw/*/completion/*) $(DESTDIR)$(prefix)/share/bash-completion/completions
	install -m 644 $(wildcard fpga-configs/*) $(DESTDIR)$(prefix)/share/surfboard/fpga-configs
	install -m 644 sw/surfboard/surfboard.lua $(DESTDIR)$(prefix)/share/surfboard
	install -d $(DESTDIR)$(prefix)/share/hypermon
	install -m 644 sw/hypermon/nx2.events $(DESTDIR)$(prefix)/share/hypermon

uninstall: ## remove what install put there
	rm -f $(addprefix $(DESTDIR)$(prefix)/bin/,$(TOOLS) $(TB_TOOLS)) $(MODELS:%=$(DESTDIR)$(prefix)/lib/lib%.so) \
		$(MODELS:%=$(DESTDIR)$(prefix)/lib/lib%.a) $(LIBRARIES:%=$(DESTDIR)$(prefix)/lib/lib%.*) $(TB_BACKENDS:%=$(DESTDIR)$(prefix)/lib/lib%.so) \
		$(MODELS:%=$(DESTDIR)$(prefix)/lib/pkgconfig/%.pc) $(LIBRARIES:%=$(DESTDIR)$(prefix)/lib/pkgconfig/%.pc) \
		$(addprefix $(DESTDIR)$(prefix)/share/man/man1/,$(notdir $(MAN1))) \
		$(addprefix $(DESTDIR)$(prefix)/share/man/man3/,$(notdir $(MAN3))) \
		$(addprefix $(DESTDIR)$(prefix)/share/man/man5/,$(notdir $(MAN5))) \
		$(addprefix $(DESTDIR)$(prefix)/share/bash-completion/completions/,$(notdir $(wildcard sw/*/completion/*)))
	rm -rf $(BOARDS:%=$(DESTDIR)$(prefix)/share/%) $(BOARDS:%=$(DESTDIR)$(prefix)/include/%)

clean: ## remove everything that was built
	rm -rf build
