# SPDX-License-Identifier: Apache-2.0
# Test programs: tb/<board>/test_*.c, each one program for Verilator and one VPI module
# for Icarus Verilog from the same objects; and the other programs of tb. They load the
# compiled models when they run.
TB_LIBS := -lcmocka $(SW_LIBS) -lm -ldl
VERILATOR_SIDE := $(OBJ_DIR)/tb/sim/sim_verilator.o $(OBJ_DIR)/tb/sim/model.o
ICARUS_SIDE := $(patsubst %,$(OBJ_DIR)/tb/sim/%.o,sim_icarus icarus_stops icarus_random)
# relative path from the folder of a program to build/lib
UP = $(call to_top,$(patsubst build/%,%,$(1))/)lib
RPATH = $(OLD_TAGS) -Wl,-rpath,'$$ORIGIN/$(call UP,$(@D))'

# the test programs whose source has a string that begins as TEST does, up to a wildcard or the @
# before a model; without these, the whole string
TB_TESTS := $(foreach b,$(BOARD),$(wildcard tb/$(b)/test_*.c))
TEST_BEGINS := $(patsubst =%,%,$(firstword \
	$(subst @, ,$(subst [, ,$(subst ?, ,$(subst *, ,=$(TEST)))))))
ifneq ($(TEST_BEGINS),)
TB_TESTS := $(or $(shell grep -ls '"$(TEST_BEGINS)$(if $(filter $(TEST),$(TEST_BEGINS)),")' \
	$(TB_TESTS)),$(TB_TESTS))
endif
TEST_BOARDS := $(strip $(foreach b,$(BOARD),$(if $(filter tb/$(b)/%,$(TB_TESTS)),$(b))))
TB_PROGRAMS := $(TB_TESTS:%.c=$(BUILD_DIR)/%)
TB_VPI := $(TB_TESTS:%.c=$(BUILD_DIR)/%.vpi)

build/gen/%_board.c: rtl/%/board.mk
	@mkdir -p $(@D)
	@printf '%s\n' '#include "internal.h"' '/* model of the tests that name none */' \
		'const char sim_default_model[] = "$(firstword $(MODELS_$*))";' > $@

build/obj/gen/%.o: build/gen/%.c tb/sim/internal.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) -fPIC -Itb/sim -c -o $@ $<

# the library of the first model of board $(1), and those of its simulated board
FIRST_LIB = build/lib/lib$(firstword $(MODELS_$(1)))$(KIND).so
define tb_rules
$(BUILD_DIR)/tb/$(1)/test_%: $(OBJ_DIR)/tb/$(1)/test_%.o $(VERILATOR_SIDE) \
		$(OBJ_DIR)/tb/sim/main_verilator.o $(OBJ_DIR)/tb/sim/snapshot.o $(call TB_ARCHIVES,$(1))
	$$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $$@ $$^ $(TB_LIBS) $$(RPATH)

$(BUILD_DIR)/tb/$(1)/test_%.vpi: $(OBJ_DIR)/tb/$(1)/test_%.o $(ICARUS_SIDE) $(call TB_ARCHIVES,$(1))
	@mkdir -p $$(@D)
	@echo "  VPI      $$@"
	$(Q)$(CCLD) -shared -o $$@ $$^ $(TB_LIBS)

$(BUILD_DIR)/paper/$(1)/%: $(OBJ_DIR)/tb/paper/$(1)/%.o $(VERILATOR_SIDE) $(call TB_ARCHIVES,$(1))
	$$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $$@ $$^ $(TB_LIBS) $$(RPATH)

# a benchmark may call the first model directly
$(BUILD_DIR)/bench/$(1)/%: $(OBJ_DIR)/tb/$(1)/bench/%.o $(VERILATOR_SIDE) $(call TB_ARCHIVES,$(1)) \
		build/lib/lib$(firstword $(MODELS_$(1))).so $(call FIRST_LIB,$(1))
	$$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $$@ $$(filter-out %.so,$$^) -Wl,--as-needed -Lbuild/lib \
		-l$(firstword $(MODELS_$(1))) $(TB_LIBS) $$(RPATH)
endef
$(foreach b,$(BOARDS),$(eval $(call tb_rules,$(b))))

build/tb/sim/vvp_cast.so: build/obj/tb/sim/vvp_cast.o
	@mkdir -p $(@D)
	$(Q)$(CCLD) -shared -o $@ $^ -ldl

# tools that a test program runs
$(foreach t,$(basename $(wildcard $(BOARDS:%=tb/%/test_*.c))),$(if $(NEEDS_$(notdir $(t))),\
	$(eval $(BUILD_DIR)/$(t) $(BUILD_DIR)/$(t).vpi: | $(call program_files,$(NEEDS_$(notdir $(t)))))))

$(BUILD_DIR)/unit/tb/sim/model_unit: $(OBJ_DIR)/tb/sim/model.o

# programs of the scripts in ci/
build/ci/lockstep: ci/checks/lockstep.c
build/ci/bench-run: ci/measure/bench-run.c
build/ci/lockstep build/ci/bench-run:
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) $(CPPFLAGS) -Isw/lib $(LDFLAGS) -o $@ $<

# ---------------------------------------------------------------- simulated boards
# As libraries that a driver loads by name ("sim:"), and the same as servers ("unix:"). What
# stays loaded is no leak to the sanitizers.
SIMMODELS = $(or $(SIMMODELS_$(1)),$(firstword $(MODELS_$(1))))
SIMLIBS := $(foreach b,$(BOARD),$(SIMLIB_$(b)))
SERVERS := $(foreach b,$(BOARD),$(SERVER_$(b)))
SIMULATED_LIBS = $(patsubst %,build/lib/lib%$(KIND).so,$(call SIMMODELS,$(1)))
SIMBOARD = $(OBJ_DIR)/tb/$(1)/simboard.o \
		$(patsubst %,$(OBJ_DIR)/tb/backend/%.o,simboard simdevice) \
	$(VERILATOR_SIDE) $(call TB_ARCHIVES,$(1))
define simboard_rules
$(BUILD_DIR)/lib/lib$(SIMLIB_$(1)).so: $(SIMBOARD) | $(SIMULATED_LIBS)
	@mkdir -p $$(@D)
	@echo "  LIB      $$@"
	$$(Q)printf '{ global: $(SIMLIB_$(1))_*; local: *; };\n' > build/gen/$(SIMLIB_$(1)).exports
	$$(Q)$$(CCLD) -shared $$(SANFLAGS) $(HARDLINK) $(if $(SANITIZE),-Wl$(comma)-z$(comma)nodelete) \
		-o $$@ -Wl,-soname,$$(@F) -Wl,--version-script=build/gen/$(SIMLIB_$(1)).exports $$^ \
		$$(TB_LIBS) $(OLD_TAGS) -Wl,-rpath,'$$$$ORIGIN$(if $(SANITIZE),/../../lib)'
$(call program_files,$(SERVER_$(1))): $(OBJ_DIR)/tb/backend/simserver.o $(SIMBOARD) \
		| $(SIMULATED_LIBS)
	$$(LINK)
	$$(Q)$$(CCLD) $$(SANFLAGS) $(HARDLINK) -o $$@ $$^ $$(TB_LIBS) $$(RPATH)
$(patsubst %.c,$(BUILD_DIR)/unit/%,$(wildcard tb/$(1)/*_unit.c)): \
		| $(BUILD_DIR)/lib/lib$(SIMLIB_$(1)).so $(call program_files,$(SERVER_$(1)))
endef
$(foreach b,$(BOARDS),$(if $(SIMLIB_$(b)),$(eval $(call simboard_rules,$(b)))))

define program_rules
$(BUILD_DIR)/bin/$(2): $(SRC_$(2):%.c=$(OBJ_DIR)/%.o) $(VERILATOR_SIDE) $(call TB_ARCHIVES,$(1)) \
		| $(call FIRST_LIB,$(1))
	$$(LINK)
	$$(Q)$$(CCLD) $$(SANFLAGS) $(HARDLINK) -o $$@ $$^ $$(TB_LIBS) $$(RPATH)
endef
$(foreach b,$(BOARDS),$(foreach p,$(PROGRAMS_$(b)),$(eval $(call program_rules,$(b),$(p)))))
PROGRAMS := $(foreach b,$(BOARDS),$(PROGRAMS_$(b)))

# programs that run on several processes; only these need Open MPI
define mpi_rules
$(SRC_$(2):%.c=$(OBJ_DIR)/%.o): override CPPFLAGS += $$(shell mpicc --showme:compile)
$(BUILD_DIR)/bin/$(2): $(SRC_$(2):%.c=$(OBJ_DIR)/%.o) $(VERILATOR_SIDE) $(call TB_ARCHIVES,$(1)) \
		| $(call FIRST_LIB,$(1))
	$$(LINK)
	$$(Q)$$(CCLD) $$(SANFLAGS) $(HARDLINK) -o $$@ $$^ $$(TB_LIBS) \
		$$(shell mpicc --showme:link) $$(RPATH)
endef
$(foreach b,$(BOARDS),$(foreach p,$(MPI_$(b)),$(eval $(call mpi_rules,$(b),$(p)))))
MPI_PROGRAMS := $(foreach b,$(BOARDS),$(MPI_$(b)))
tools: $(SIMLIBS:%=$(BUILD_DIR)/lib/lib%.so) $(call program_files,$(SERVERS))

build/machine/%: tb/machine/workload/%.c tb/machine/workload/marker.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 $(WARN) -D_GNU_SOURCE -o $@ $< -lm

# valgrind tools, linked with valgrind's libraries, and the programs that start them: the recorder
# of make demo, and those of boards (sources: TOOL_OF_name, of which the first one is compiled, and
# START_OF_name)
TOOL_OF_memrec = tb/machine/recorder/memrec.c tb/machine/recorder/memrec.h sw/lib/valgrind_ir.h
START_OF_memrec = tb/machine/recorder/launch.c
VALGRIND_LIBS = $(shell pkg-config --variable=libdir valgrind)/valgrind
define valgrind_rules
build/obj/$(1).o: $$(TOOL_OF_$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -std=gnu11 -O2 $$(WARN) -Wno-unused-parameter -fno-stack-protector -fno-builtin \
		-fno-pie -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 \
		-DVGPV_amd64_linux_vanilla=1 -Isw/lib \
		-isystem $$(shell pkg-config --variable=includedir valgrind) -c -o $$@ $$<
build/lib/$(1)-amd64-linux: build/obj/$(1).o
	@mkdir -p $$(@D)
	@echo "  LINK     $$@"
	$$(Q)$$(CC) -static -no-pie -nodefaultlibs -nostartfiles -u _start -Wl,--build-id=none \
		-Wl,-Ttext-segment=$$(shell pkg-config --variable=valt_load_address valgrind) \
		-o $$@ $$< \
		$$(patsubst %,$$(VALGRIND_LIBS)/lib%-amd64-linux.a,coregrind vex) \
		-lgcc $$(VALGRIND_LIBS)/libgcc-sup-amd64-linux.a
build/lib/$(1): $$(START_OF_$(1)) | build/lib/$(1)-amd64-linux
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -std=c11 -O2 $$(WARN) -D_GNU_SOURCE -Isw/lib -o $$@ $$(filter %.c,$$^) \
		$$(LIBS_OF_$(1))
endef
VALGRIND_TOOLS := memrec $(foreach b,$(BOARDS),$(VALGRIND_$(b)))
$(foreach t,$(VALGRIND_TOOLS),$(eval $(call valgrind_rules,$(t))))
# without valgrind, make demo reports that it is missing
HAS_VALGRIND := $(shell pkg-config --exists valgrind && test $$(uname -m) = x86_64 && echo yes)
RECORDER := $(if $(HAS_VALGRIND),build/lib/memrec)
RECORDERS := $(if $(HAS_VALGRIND),$(VALGRIND_TOOLS:%=build/lib/%))

DEMOS := $(foreach b,$(BOARDS),$(DEMO_$(b)))
# passed through the environment, so that quotes in the values reach the program unchanged
export PROGRAM SELECTOR
# BOARD=b: only the demos of these boards; those without a program have a script
CHOSEN := $(if $(filter command,$(origin BOARD)),$(BOARD))
CHOSEN_DEMOS := $(if $(CHOSEN),$(foreach b,$(CHOSEN),$(DEMO_$(b))),$(DEMOS))
DEMO_SCRIPTS := $(wildcard $(CHOSEN:%=sw/%/demo))
NO_PROGRAM = $(if $(DEMO_SCRIPTS),$(if $(PROGRAM)$(SELECTOR)$(DEMO),\
	$(error PROGRAM, SELECTOR and DEMO need a board whose demo measures programs: \
	$(foreach b,$(BOARDS),$(if $(DEMO_$(b)),$(b))))))
demo: ##1 a program's stores through the board (PROGRAM="...", SELECTOR=F.bit, DEMO="--options")
demo: $(foreach d,$(CHOSEN_DEMOS),$(BUILD_DIR)/bin/$(d) $(NEEDS_$(d))) $(if $(DEMO_SCRIPTS),tools)
	@$(NO_PROGRAM)$(foreach d,$(CHOSEN_DEMOS),$(BUILD_DIR)/bin/$(d) $(if $(KIND),,--wave) \
		$${SELECTOR:+--selector="$$SELECTOR"} $${PROGRAM:+--program="$$PROGRAM"} $(DEMO) &&) \
		$(foreach s,$(DEMO_SCRIPTS),PATH="$$PWD/build/bin:$$PATH" $(s) &&) true

# ---------------------------------------------------------------- parsers under fuzzing
# Drivers tb/<board>/fuzz/*.c: with libFuzzer (FUZZ=1, clang), or with replay.c for kept inputs.
FUZZ_DRIVERS := $(foreach b,$(BOARDS),$(wildcard tb/$(b)/fuzz/*.c))
FUZZ_TARGETS := $(basename $(notdir $(FUZZ_DRIVERS)))
define fuzz_rules
$(BUILD_DIR)/drivers/$(basename $(notdir $(1))): $(1:%.c=$(OBJ_DIR)/%.o) \
		$(if $(FUZZ),,$(OBJ_DIR)/tb/fuzz/replay.o) \
		$(OBJ_DIR)/tests-$(2).a $(call TB_ARCHIVES,$(2))
	$$(LINK)
	$$(Q)$$(CCLD) $$(SANFLAGS) $(if $(FUZZ),-fsanitize=fuzzer) -o $$@ $$^ $$(SW_LIBS) -lm -ldl \
		$(WRAP_$(basename $(notdir $(1))):%=-Wl$(comma)--wrap=%)
endef
$(foreach f,$(FUZZ_DRIVERS),$(eval $(call fuzz_rules,$(f),$(call owners,$(f)))))
