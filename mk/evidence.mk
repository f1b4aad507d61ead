# SPDX-License-Identifier: Apache-2.0
# The verbs that check, prove and measure.

# The make that scripts call: with the text $(MAKE), a recipe would run even under make -n.
THIS_MAKE := $(MAKE)
AGAIN    = $(if $(V),,-s) --no-print-directory DEPS=done
PARALLEL = $(AGAIN) $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))
# make -n
DRY     := $(findstring n,$(firstword -$(MAKEFLAGS)))
# + shares the jobs; under make -n it would run the command
SUB      = $(if $(DRY),,+)$(MAKE) $(AGAIN)
RUN     := SIM='$(SIM)' SEED='$(SEED)' WAVE='$(WAVE)' LENGTH='$(LENGTH)' JOBS='$(JOBS)' \
	   TEST='$(TEST)'
# QUICK=1, for make test: without what takes long
LEFT_OUT = $(if $(QUICK),$(SLOW_ICARUS_$(1)))
# default length of tests that run many times or on slow models
SHORT   := $(if $(filter command line,$(origin LENGTH)),$(LENGTH),10)
# Long work of board $(1) runs on its fast models, if these are faster and MODEL is not set; the
# work of mpi grows with the size of the machine.
long_model = $(or $(MODEL),$(if $(FAST_$(1)),fast,verilator))
long_work = $(1): models: $(if $(filter fast,$(call long_model,$(1))),\
	fast (MODEL=verilator for those of Verilator),of Verilator)
of_kind = $(foreach b,$(BOARD),$(if $(filter $(1),$(call long_model,$(b))),$(b)))
# $(call CHECK,SUITE,NAME,IDS,COMMAND); CHECK_SHOWN prints the output of the command, too
CHECK    = ci/checks/check -i "$(3)" $(1) $(2) $(4)
CHECK_SHOWN = ci/checks/check -v -i "$(3)" $(1) $(2) $(4)
boards-with = $(foreach b,$(BOARD),$(if $($(1)_$(b)),$(b)))
# top modules of the boards in BOARD; SHOWS_<board>_<check> of the board of a top or model
CHOSEN_TOPS := $(foreach b,$(BOARD),$(TOPS_$(b)))
shows = $(SHOWS_$(BOARD_OF_$(1))_$(2))

PAPER ?= $(call boards-with,PAPER)
# ---- testbenches
testbenches: $(TB_PROGRAMS) $(if $(filter icarus both,$(SIM)),$(TB_VPI) build/tb/sim/vvp_cast.so)
# builds the models that the tests name, for the simulators in SIM
runnable: testbenches
	+@$(call build_models,$(SIM),$(KIND))
# $(call build_models,SIM,SUFFIX OF THE LIBRARIES): the models that the tests name
build_models = $(if $(DRY),,models=$$(ci/run/list-tests '$(TEST)' $(TB_PROGRAMS)) || exit; \
	models=$$(printf '%s\n' "$$models" | cut -f2 | sort -u); \
	$(MAKE) $(PARALLEL) \
		$(if $(filter icarus,$(1)),,$$(printf '$(MODEL_DIR)/lib/lib%s$(2).so ' $$models)) \
		$(if $(filter icarus both,$(1)),$$(printf 'build/icarus/%s.vvp ' $$models)))

# On a fresh clone one test of one board gives a verdict before the rest is built.
FIRST := $(firstword $(foreach b,$(BOARD),$(if $(wildcard tb/$(b)/test_first.c),$(b))))
first: $(BUILD_DIR)/tb/$(FIRST)/test_first build/lib/lib$(firstword $(MODELS_$(FIRST)))$(KIND).so
	@SIM=verilator SEED='$(SEED)' WAVE='$(WAVE)' RESULTS=build/first TEST='first_*' VERBOSE=1 \
		ci/run/run-tests $(FIRST)

NEW_CLONE := $(and $(filter *,$(TEST)),$(FIRST),$(if $(wildcard $(TB_PROGRAMS)),,yes))

sim: ##1 run the testbenches on both simulators
sim: $(if $(NEW_CLONE),,runnable)
	@$(if $(NEW_CLONE),$(MAKE) $(PARALLEL) first)
	@$(if $(NEW_CLONE),$(MAKE) $(PARALLEL) runnable)
	@$(RUN) LEAVE_OUT='$(foreach b,$(TEST_BOARDS),$(addprefix $(b)/,$(call LEFT_OUT,$(b))))' \
		ci/run/run-tests $(TEST_BOARDS)
	@$(if $(and $(filter *,$(TEST)),$(filter both,$(SIM))),$(foreach b,$(BOARD),\
		$(call CHECK,agree,$(b),$(if $(QUICK),,$(SHOWS_$(b)_agree)),\
			ci/checks/agree $(b) $(call LEFT_OUT,$(b))) &&) true)

SEEDS ?= 100
soak: runnable ##3 the testbenches with SEEDS=100 seeds drawn at random (LENGTH=10); resumes
	@SEEDS='$(SEEDS)' SIM='$(SIM)' LENGTH='$(SHORT)' JOBS='$(JOBS)' TEST='$(TEST)' \
		ci/run/soak $(TEST_BOARDS)

# what the unit tests and the command-line cases need; CASES=none: only the unit tests
UNIT_NEEDS = $(UNIT_PROGRAMS) $(if $(filter none,$(CASES)),,\
	tools $(foreach b,$(BOARD),$(NEEDS_units_$(b):%=$(BUILD_DIR)/lib/lib%.a)))
test-long: ##3 soaks of ten million packets or nibbles, long random runs, many resets
test-long: $(UNIT_NEEDS) \
		$(foreach d,$(call boards-with,DEMO),$(BUILD_DIR)/bin/$(DEMO_$(d)) $(NEEDS_$(DEMO_$(d))))
	@$(foreach b,$(BOARD),echo "$(call long_work,$(b))" &&) true
	@$(foreach k,fast verilator,$(if $(call of_kind,$(k)),\
		$(SUB) SIM=verilator BOARD='$(call of_kind,$(k))' MODEL=$(k) runnable &&)) true
	@BOARD='$(BOARD)' SEED='$(SEED)' JOBS='$(JOBS)' DEMO='$(call boards-with,DEMO)' \
		CHECKS='$(foreach b,$(BOARD),$(LONG_CHECKS_$(b):%=$(b)/%))' \
		ci/checks/test-long $(BUILD_DIR)/bin \
		$(foreach b,$(BOARD),$(LONG_$(b):%='$(b):$(call long_model,$(b)):%'))

units: $(UNIT_NEEDS) ## unit tests and command-line cases of the software (TEST=PATTERN)
	@BOARD='$(BOARD)' JOBS='$(JOBS)' TEST='$(TEST)' ci/run/run-units $(BUILD_DIR) $(UNIT_PROGRAMS)

# libraries of all boards, as for the demo
MPI_LIBS = $(foreach b,$(BOARDS),$(if $(MPI_$(b)),\
	build/lib/lib$(firstword $(MODELS_$(b)))$(if $(filter fast,$(call long_model,$(b))),_fast).so))
mpi: ##3 one simulation on 1 to 4 processes with Open MPI: equal results
mpi: $(MPI_PROGRAMS:%=$(BUILD_DIR)/bin/%) $(MPI_LIBS)
	@$(foreach b,$(BOARD),$(if $(MPI_$(b)),echo "$(call long_work,$(b))" &&)) true
	@$(foreach b,$(BOARD),$(foreach p,$(MPI_$(b)),\
		MODEL=$(call long_model,$(b)) ci/checks/check mpi $(p) \
			ci/checks/test-mpi $(BUILD_DIR)/bin/$(p) &&)) true

# the experiments at full length are long work, and those of boards with FAST_PAPER run on fast
# models at any length
PAPER_LONG := $(shell [ '$(LENGTH)' -ge 100 ] 2>/dev/null && echo long)
paper_model = $(or $(MODEL),$(if $(PAPER_LONG)$(FAST_PAPER_$(1)),$(call long_model,$(1))))
PAPER_LIBS = $(patsubst %,build/lib/lib%$(if $(filter fast,$(call paper_model,$(1))),_fast).so,\
	$(or $(PAPERMODELS_$(1)),$(call SIMMODELS,$(1))))

# builds all programs that the checks of make test run, and what several of them would build at once
test-programs: $(UNIT_NEEDS) benchmark-programs models testbenches generated \
		$(MPI_PROGRAMS:%=$(BUILD_DIR)/bin/%) $(foreach d,$(DEMOS),$(BUILD_DIR)/bin/$(d) $(NEEDS_$(d))) \
		build/ci/attack build/ci/lockstep build/netlist \
		$(foreach b,$(PAPER),$(PAPER_$(b):%=$(BUILD_DIR)/paper/$(b)/%) $(call PAPER_LIBS,$(b)))
	+@$(call build_models,$(SIM),$(KIND))

test: ## the checks behind every change; ci/README.md says what it leaves out
	@MAKE='$(THIS_MAKE)' BOARD='$(BOARD)' SEED='$(SEED)' JOBS='$(JOBS)' CORES='$(CORES)' \
		ci/checks/test

# what make check builds, and asks make about
checkable: generated models $(UNIT_NEEDS) testbenches
	+@$(call build_models,verilator,)

check: ## the daily check of what the changes affect (SINCE=REVISION; FILE=PATH: only prints it)
	@MAKE='$(THIS_MAKE)' BOARD='$(BOARD)' SEED='$(SEED)' JOBS='$(JOBS)' SINCE='$(SINCE)' \
		FILE='$(FILE)' ci/checks/check-changes

evidence: generated ##3 run what the requirements not yet shown need (a night); resumes
	@MAKE='$(THIS_MAKE)' BOARD='$(BOARD)' SEED='$(SEED)' JOBS='$(JOBS)' \
		ci/run/evidence $(SOME_BOARDS)
# BOARD, unless it names all of them
SOME_BOARDS = $(if $(filter-out $(BOARD),$(BOARDS)),$(BOARD))

trace: ## requirements that the last runs show, miss, or do not show (VERBOSE=1: how to show them)
	@ci/checks/trace $(if $(VERBOSE),-v) $(SOME_BOARDS)

# ---- RTL
# SPEC=FOLDER: compare the lists of requirements with those of the specification there
# LINTED=TOP...: of the RTL, only these tops
LINTED ?= %
lint: generated build/netlist ## lint the RTL with both simulators, and the sources
	@$(foreach m,$(foreach b,$(BOARD),$(call SINGLE,$(b))),$(if $(filter $(LINTED),$(TOP_$(m))),\
		$(call CHECK,lint,$(m),$(call shows,$(m),lint),\
			ci/checks/lint $(TOP_$(m)) $(foreach p,$(PARAMS_$(m)),"$(p)")) &&)) true
	@$(foreach t,$(filter $(LINTED),$(CHOSEN_TOPS)),$(if $(REJECTED_$(t)),\
		$(call CHECK,lint,$(t)_illegal,$(call shows,$(t),rejected),\
			ci/checks/lint -r $(t) $(REJECTED_$(t))) &&)) true
	@$(foreach f,$(FPGAS),$(if $(filter $(LINTED),$(f)),\
		ci/checks/check lint $(f) ci/checks/lint $(f) &&)) true
	@ci/checks/check lint lib ci/checks/lint-lib
	@ci/checks/check lint writes ci/checks/lint-writes
	@ci/checks/check lint resets ci/checks/lint-resets
	@ci/checks/check lint shell ci/checks/lint-shell
	@ci/checks/check lint lines ci/checks/lint-lines
	@ci/checks/check lint dead ci/checks/lint-dead
	@ci/checks/check lint names ci/checks/lint-names
	@ci/checks/check lint faults ci/checks/lint-faults
	@ci/checks/check lint rooms ci/checks/lint-rooms
	@ci/checks/check lint registers ci/checks/lint-registers
	@ci/checks/check lint loops ci/checks/lint-loops
	@ci/checks/check lint random_itself ci/checks/lint-random -t
	@ci/checks/check lint random ci/checks/lint-random
	@ci/checks/check lint requirements ci/checks/requirements $(if $(SPEC),'$(SPEC)')
	@$(foreach t,$(filter $(LINTED),$(CHOSEN_TOPS)),$(if $(call shows,$(t),registered),\
		$(call CHECK,registered,$(t),$(call shows,$(t),registered),\
			ci/checks/registered $(t) $(LOGIC_$(t))) &&)) true

# TOPS_ONLY=1: one model of each top module, without its other parameter sets
# the models in the list $(1) of top $(2)
OF_TOP = $(foreach m,$(1),$(if $(filter $(2),$(TOP_$(m))),$(m)))
COMPARED = $(foreach b,$(BOARD),$(filter-out $(PLAIN_$(b)),$(if $(TOPS_ONLY),\
	$(foreach t,$(TOPS_$(b)),$(firstword $(call OF_TOP,$(MODELS_$(b)),$(t)))),$(MODELS_$(b)))))
lockstep: ## compare the fast models with Verilator's
lockstep: build/ci/lockstep generated $(COMPARED:%=build/lib/lib%.so) \
		$(COMPARED:%=build/lib/lib%_fast.so)
	@JOBS='$(JOBS)' ci/checks/lockstep $(foreach m,$(COMPARED),$(m):$(call MODULE,$(m)))

digests: runnable ##3 compare the end of each test on Icarus, Verilator and fast models
	$(if $(MODEL),,+@$(call build_models,verilator,_fast))
	@$(RUN) MODEL='$(MODEL)' ci/checks/digests $(TEST_BOARDS)

# folders with the proofs of a board and of the blocks that it shares with other boards, except
# rtl/lib
PROOF_FOLDERS = $(patsubst rtl/%/,tb/formal/%,$(filter-out rtl/lib/,\
	$(sort $(dir $(foreach t,$(CHOSEN_TOPS),$(RTL_$(t)))))))
formal: generated ## prove the properties in tb/formal (TEST=PATTERN)
	@QUICK='$(QUICK)' JOBS='$(JOBS)' \
		FOLDERS='$(if $(filter-out $(BOARD),$(BOARDS)),$(wildcard $(PROOF_FOLDERS)))' \
		ci/checks/formal '$(TEST)'

cdc: generated build/netlist ## list the clock-domain crossings; refuse other paths between clocks
	@$(foreach t,$(CHOSEN_TOPS),ci/checks/check cdc $(t) ci/checks/cdc $(BOARD_OF_$(t)) $(t) &&) true

coverage: ##3 lines, branches and toggles of the RTL that tests reach (LENGTH=10)
coverage: generated $(TB_PROGRAMS)
	@$(SUB) COVERAGE=1 \
		$(foreach b,$(BOARD),$(patsubst %,build/coverage/lib/lib%.so,$(call LONE,$(b))))
	@$(foreach b,$(BOARD),SEED='$(SEED)' LENGTH='$(SHORT)' JOBS='$(JOBS)' TEST='$(TEST)' \
		ci/measure/coverage $(b) $(call LONE,$(b)) &&) true

# CLASS=mistakes: designer's mistakes in the Verilog, at full length
CLASS ?= netlist
MISTAKES := $(filter mistakes,$(CLASS))
N ?= $(if $(MISTAKES),60,200)
DRAWS ?= 3
# faults of the first model's netlist, or of the model FROM
mutate: ##3 single faults, or CLASS=mistakes of a designer: which of them the tests notice
mutate: generated build/netlist $(TB_PROGRAMS) $(if $(MISTAKES),build/python/installed $(TB_VPI) \
		build/tb/sim/vvp_cast.so)
	@s=0; $(foreach b,$(BOARD),$(foreach t,$(TOPS_$(b)),$(if $(call MUTATED,$(b),$(t)),\
		MAKE='$(THIS_MAKE)' N='$(N)' DRAWS='$(DRAWS)' TOP=$(t) CLASS='$(CLASS)' \
		SEED='$(if $(filter command line,$(origin SEED)),$(SEED),random)' JOBS='$(JOBS)' \
		LENGTH='$(if $(MISTAKES),$(LENGTH),$(SHORT))' TEST='$(TEST)' ci/measure/mutate $(b) \
		$(foreach m,$(call MUTATED,$(b),$(t)),"$(m):$(PARAMS_$(m))") || \
		{ s=$$?; [ $$s -eq 1 ] || exit $$s; };))) exit $$s
# models of a board with this top; FROM comes first, and then only the top of FROM counts
MUTATED = $(if $(filter $(2),$(if $(FROM),$(TOP_$(FROM)),$(2))),$(call FROM_FIRST,\
	$(call OF_TOP,$(call LONE,$(1)),$(2))))
FROM_FIRST = $(filter $(FROM),$(1)) $(filter-out $(FROM),$(1))

faults: ##3 break the RTL on purpose and see the testbenches notice
	@$(foreach b,$(BOARD),SIM=$(if $(filter both,$(SIM)),verilator,$(SIM)) TEST='$(TEST)' \
		ci/checks/break $(b) &&) true

# $(1): top, $(2): board
MAPPED = $(if $(filter $(1),$(ECP5_$(2))),\
	$(call CHECK_SHOWN,synth,$(1),,ci/measure/map-ecp5 $(1)),\
	$(call CHECK_SHOWN,synth,$(1),$(SHOWS_$(2)_synth),ci/measure/synth $(2) $(1) $(SYNTH_PARAMS_$(1))))
synth: ##3 map the boards for an iCE40: size, clock reached, tests on the mapped netlist
synth: generated $(TB_PROGRAMS) $(TB_VPI) build/tb/sim/vvp_cast.so
	+@$(call build_models,icarus)
	@$(foreach t,$(CHOSEN_TOPS),$(call MAPPED,$(t),$(BOARD_OF_$(t))) && $(if $(SMOKE_$(t)),\
		$(call CHECK_SHOWN,smoke,$(t),$(call shows,$(t),smoke),\
			ci/measure/synth-smoke $(BOARD_OF_$(t)) $(t) $(SMOKE_$(t))) &&)) true
	@$(foreach b,$(call boards-with,SIZES),\
		$(call CHECK_SHOWN,synth,$(b)_sizes,$(SHOWS_$(b)_sizes),\
			ci/measure/sizes $(b) $(SIZES_$(b))) &&) true
	@$(foreach b,$(call boards-with,CELLS),\
		$(call CHECK_SHOWN,synth,$(b)_cells,$(SHOWS_$(b)_cells),\
			ci/measure/cells $(b) $(CELLS_$(b))) &&) true

# ---- software
sanitize: ##3 unit tests, command lines and short testbenches under sanitizers
sanitize: $(if $(filter *,$(TEST)),sanitize-units)
	@$(SUB) SANITIZE=1 SIM=verilator runnable
	@SIM=verilator SEED='$(SEED)' WAVE=none LENGTH=4 JOBS='$(JOBS)' TEST='$(TEST)' \
		DIR=build/sanitized/tb RESULTS=build/sanitized/results ci/run/run-tests $(BOARD)

sanitize-units: ## unit tests and command lines under sanitizers (addresses, behaviour, threads)
	@$(SUB) SANITIZE=1 units
	@$(if $(THREADED),$(SUB) SANITIZE=thread \
		$(foreach t,$(THREADED),build/sanitizedthread/unit/$(firstword $(subst :, ,$(t)))))
	@$(if $(THREADED),ci/run/run-threaded build/sanitizedthread/unit $(THREADED))
THREADED := $(strip $(foreach b,$(BOARD),$(THREADED_$(b))))

# TARGET=NAME...; TIME=SECONDS for each; KEEP=1 adds new inputs to the corpus
TARGET ?= $(FUZZ_TARGETS)
TIME ?= 300
fuzz: ##3 search for inputs that break a parser (TARGET=bsel TIME=300 KEEP=1; needs clang)
	@$(SUB) FUZZ=1 CC=clang $(TARGET:%=build/fuzz/drivers/%)
	@TIME='$(TIME)' KEEP='$(KEEP)' ci/checks/fuzz $(TARGET)

fuzz-corpus: ## kept inputs of fuzzing and random changes of them, under the sanitizers
	@$(SUB) SANITIZE=1 $(FUZZ_TARGETS:%=build/sanitized/drivers/%)
	@SEED='$(SEED)' ci/checks/fuzz-corpus $(FUZZ_TARGETS)

# N=NUMBER: of sw/lab/labs/verification.md; only with an N from the command line
BUG = $(if $(filter command line,$(origin N)),$(N))
lab-bug: ## plant bug N of the lab on verification in a copy of this tree (LAB.md)
	@ci/checks/lab-bug plant '$(BUG)'
.PHONY: lab-bug lab-bugs
lab-bugs: ##3 plant each bug of that lab and see its test and its wave show it (N=NUMBER: one)
	@MAKE='$(THIS_MAKE)' JOBS='$(JOBS)' ci/checks/lab-bug prove $(BUG)

# ---- results
BENCH_PROGRAMS := build/ci/bench-run $(foreach b,$(BOARD),\
	$(patsubst tb/$(b)/bench/%.c,build/bench/$(b)/%,$(wildcard tb/$(b)/bench/*.c)))
bench: ##3 speed of simulators, harness, builds and tools (BENCH=SECTION...)
bench: tools runnable $(BENCH_PROGRAMS)
	@ci/measure/bench '$(or $(BENCH),build $(foreach b,$(BOARD),$(BENCH_$(b):%=$(b)/%)))' $(BOARD)

paper: ## the papers' experiments: numbers, CSV, SVG, a page in build/paper (PAPER=BOARD)
paper: $(foreach b,$(PAPER),$(PAPER_$(b):%=$(BUILD_DIR)/paper/$(b)/%) $(call PAPER_LIBS,$(b))) tools
	@$(foreach b,$(PAPER),$(if $(filter fast,$(call paper_model,$(b))),\
		echo "$(call long_work,$(b))";))
	@$(foreach b,$(PAPER),MODEL='$(call paper_model,$(b))' TITLE='$(TITLE_$(b))' \
		KINDS='$(SHOWS_$(b)_kinds)' ABLATIONS='$(SHOWS_$(b)_ablations)' DIR=$(BUILD_DIR)/paper \
		SEED='$(SEED)' LENGTH='$(LENGTH)' JOBS='$(JOBS)' TEST='$(TEST)' CHANGE='$(CHANGE)' \
		ci/run/paper $(b) $(PAPER_$(b)) &&) true

WAVE_SIM = $(if $(filter both,$(SIM)),verilator,$(SIM))
wave: ## run TEST and look at it in GTKWave with its saved view
	@$(SUB) SIM=$(WAVE_SIM) MODEL=verilator BOARD='$(TEST_BOARDS)' TEST='$(TEST)' runnable
	@SIM=$(WAVE_SIM) SEED='$(SEED)' WAVE=fst LENGTH='$(LENGTH)' JOBS=1 TEST='$(TEST)' \
		ci/run/run-tests $(TEST_BOARDS) || true
	@ci/generate/wave '$(TEST_BOARDS)' '$(TEST)' $(WAVE_SIM)

pictures: ##3 draw the pictures of the READMEs anew (needs gtkwave and xvfb)
pictures: tools $(PROGRAMS:%=$(BUILD_DIR)/bin/%) $(TB_PROGRAMS)
	+@$(call build_models,verilator)
	@$(foreach b,$(BOARD),$(foreach t,$(PICTURES_$(b)),\
		SIM=verilator WAVE=fst JOBS=1 TEST=$(t) ci/run/run-tests $(b) && \
		ci/generate/picture build/waves/$(b)-$(t)-verilator.fst waves/$(b)/$(t).gtkw \
			waves/$(b)/$(t).png &&)) true
	@$(foreach p,$(wildcard $(BOARD:%=waves/%/pictures)),\
		PATH="$$PWD/build/bin:$$PATH" $(p) $(dir $(p)) &&) true

docs: generated ## write the generated parts of the READMEs anew
	@$(foreach b,$(BOARDS),ci/generate/docs $(b) $(firstword $(TOPS_$(b))) &&) true

status: ##3 write STATUS.md, the table of measured figures, from the last runs
	@ci/measure/status $(BOARD)

docs-check: generated ## generated parts of documents; a core's page: template and example
	@$(foreach b,$(BOARD),ci/checks/check docs $(b) \
		ci/generate/docs -c $(b) $(firstword $(TOPS_$(b))) &&) true
	@$(foreach b,$(call boards-with,PAGE),ci/checks/check docs $(b)_page \
		ci/checks/test-page $(SIZES_$(b)) $(PAGE_$(b)) -Isw/lib -Isw/$(b) -Irtl/$(b) &&) true

# The designs in examples/, each with its program; they are also mapped for an FPGA.
examples: designs cocotb ##3 the designs in examples/, and with cocotb (needs PyPI)
designs: ## simulate the designs in examples/, and map them for an FPGA
designs: generated \
		$(foreach b,$(BOARD),$(foreach e,$(EXAMPLES_$(b)),$(BUILD_DIR)/bin/$(e) $(NEEDS_$(e))))
	@$(foreach b,$(BOARD),$(foreach e,$(EXAMPLES_$(b)),\
		$(call CHECK_SHOWN,example,$(e),$(SHOWS_$(b)_$(e)),$(BUILD_DIR)/bin/$(e)) && \
		$(foreach t,$(TOP_$(e)),\
			$(call CHECK_SHOWN,synth,$(t),$(SHOWS_$(b)_$(e)),ci/measure/map-ecp5 $(t)) &&))) true

# tb/<board>/example.c: an example of a user's program, linked with the board's first model and
# driver
programs: tools models
	@$(foreach b,$(BOARD),$(if $(wildcard tb/$(b)/example.c),\
		$(call CHECK,model,$(b),$(SHOWS_$(b)_example),\
			ci/checks/test-model $(firstword $(MODELS_$(b))) tb/$(b)/example.c \
			-Isw/lib -Isw/$(b) -Irtl/$(b) $(LIBRARIES_$(b):%=-l%)) &&)) true

CONFIGS := $(wildcard fpga-configs/*.bsel)
fpga-configs: $(BUILD_DIR)/bin/binsel ## compile fpga-configs/*.bsel
	@for f in $(CONFIGS); do $< compile $$f -o $${f%.bsel}.bit || exit 1; done
	@echo "$(words $(CONFIGS)) configurations compiled"
