# SPDX-License-Identifier: Apache-2.0
# Test programs: tb/<board>/test_*.c, each one program for Verilator and one VPI module
# for Icarus Verilog from the same objects.

# What stands around a board in simulation.
TB_SIM := sim main
TB_surfboard := tb/surfboard/node.c tb/surfboard/golden.c tb/bus/eisa.c tb/bus/sni.c tb/device/simm.c tb/device/cable.c \
	$(LIBSURF)
IPSC2 := $(patsubst %,tb/machine/ipsc2/%.c,ipsc2 events fiber node message port bus reader model load nx2 apps apprun apptrial compact simplex life matmul place) \
	tb/hypermon/golden.c $(LIBHM)
TB_hypermon := tb/hypermon/hypercube.c tb/bus/pbx.c tb/machine/ipsc2/rtl.c $(IPSC2)
TB_numachine := $(patsubst %,tb/numachine/%.c,monitor golden ahdl trial) tb/bus/nmbus.c $(patsubst %,tb/device/%.c,sram ccsram) \
	$(patsubst %,tb/machine/numachine/%.c,card machine kernels recording) tb/machine/lackey.c $(LIBNM)

TB_TESTS := $(foreach b,$(BOARD),$(wildcard tb/$(b)/test_*.c))
TB_PROGRAMS := $(TB_TESTS:%.c=$(X)/%)
TB_VPI := $(TB_TESTS:%.c=$(X)/%.vpi)
# $(1): the board
TB_OBJS = $(patsubst %.c,$(O)/%.o,$(TB_$(1)) $(TB_SIM:%=tb/sim/%.c)) build/obj/gen/$(1)_board.o
TB_LIBS := -lcmocka -lz -lzstd -lm -ldl

build/gen/%_models.c: Makefile tb/tb.mk
	@mkdir -p $(@D)
	@{ echo '#include "model.h"'; for m in $(MODELS_$*); do echo "extern const struct model $${m}_model;"; done; \
	   echo 'const struct model *const models[] = {'; for m in $(MODELS_$*); do echo "	&$${m}_model,"; done; \
	   echo '	0,'; echo '};'; } > $@

build/gen/%_board.c: tb/tb.mk
	@mkdir -p $(@D)
	@printf '#include "internal.h"\n/* model of the tests that name none */\nconst char sim_default_model[] = "%s";\n' $* > $@

build/obj/gen/%.o: build/gen/%.c tb/sim/model.h tb/sim/internal.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) -fPIC $(INCLUDES) -c -o $@ $<

# The Verilator side of the harness for board $(1).
VERILATOR_SIDE = $(O)/tb/sim/sim_verilator.o build/obj/gen/$(1)_models.o $(MODELS_$(1):%=build/obj/model/%.o)
VERILATOR_LIBS = $(MODELS_$(1):%=build/lib/lib%.so)
# $(1): the board, $(2): from the program to the folder of the libraries
LINK_MODELS = -Lbuild/lib $(MODELS_$(1):%=-l%) -Wl,-rpath,'$$ORIGIN/$(2)'

define board_rules
# the first verdict: one test on one model, while the others are still to be built
MODELS_$(1)_first := $(1)
$(B)/first/$(1)/test_first: $(O)/tb/$(1)/test_first.o $(call TB_OBJS,$(1)) $(O)/tb/sim/sim_verilator.o \
		build/obj/gen/$(1)_first_models.o build/obj/model/$(1).o $(O)/tb/sim/main_verilator.o build/lib/lib$(1).so
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(SANFLAGS) -o $$@ $$(filter %.o,$$^) $$(call LINK_MODELS,$(1)_first,../../lib) $$(TB_LIBS)

# what ci measures and compares
$(B)/ci/$(1)/bench-loop: $(TB_SIM:%=$(O)/tb/sim/%.o) $(O)/tb/sim/sim_verilator.o build/obj/gen/$(1)_board.o
$(B)/ci/$(1)/%: ci/%.c build/obj/gen/$(1)_models.o $(MODELS_$(1):%=build/obj/model/%.o) $(call VERILATOR_LIBS,$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -std=c11 $$(CFLAGS) $$(WARN) $$(CPPFLAGS) $$(INCLUDES) -o $$@ $$(filter %.c %.o,$$^) \
		$$(call LINK_MODELS,$(1),../../lib) -lcmocka

$(X)/tb/$(1)/test_%: $(O)/tb/$(1)/test_%.o $(call TB_OBJS,$(1)) $(call VERILATOR_SIDE,$(1)) \
		$(O)/tb/sim/main_verilator.o $(call VERILATOR_LIBS,$(1))
	@mkdir -p $$(@D)
	@echo "  LINK     $$@"
	$$(Q)$$(CC) $$(SANFLAGS) -o $$@ $$(filter %.o,$$^) $$(call LINK_MODELS,$(1),$(if $(SANITIZE),../)../../lib) $$(TB_LIBS)

$(X)/tb/$(1)/test_%.vpi: $(O)/tb/$(1)/test_%.o $(call TB_OBJS,$(1)) $(O)/tb/sim/sim_icarus.o
	@mkdir -p $$(@D)
	@echo "  VPI      $$@"
	$$(Q)$$(CC) -shared -o $$@ $$^ $$(TB_LIBS)
endef
$(foreach b,$(BOARDS),$(eval $(call board_rules,$(b))))

# The iPSC/2 around the golden model.
IPSC2_UNIT := $(X)/unit/tb/machine/ipsc2
$(filter $(IPSC2_UNIT)/%,$(UNIT_PROGRAMS)): $(IPSC2_UNIT)/%: $(O)/tb/machine/ipsc2/%.o $(IPSC2:%.c=$(O)/%.o)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $^ -lcmocka $(SW_LIBS) -lm -ldl

# A simulated board for a driver and its user, with the machine that sends to it.
SIMBOARD = tb/$(1)/simboard.c $(patsubst %,tb/backend/%.c,simboard simdevice args) $(SIMBOARD_$(1))
SIMBOARD_surfboard := tb/surfboard/traffic.c $(MACHINE)

# A board of the tools is the one without parameters; the other models need not be there. Of
# HYPERMON they offer some variants too.
MODELS_hypermon_tools := hypermon hypermon_8 hypermon_words hypermon_select
# Simulated boards as libraries that a driver loads by name ("sim:"), and the same as servers
# ("unix:"). What stays loaded is no leak to the sanitizers. $(1): board, $(2): its models, $(3):
# library, $(4): server
define backend_rules
$(X)/lib/lib$(3).so $(X)/bin/$(4): $(patsubst %.c,$(O)/%.o,$(call SIMBOARD,$(1))) $(call TB_OBJS,$(1)) \
		$(call VERILATOR_SIDE,$(2)) $(call VERILATOR_LIBS,$(2))
$(X)/lib/lib$(3).so:
	@mkdir -p $$(@D)
	@echo "  LIB      $$@"
	$$(Q)printf '{ global: $(3)_*; local: *; };\n' > build/gen/$(3).exports
	$$(Q)$$(CC) -shared $$(SANFLAGS) $(if $(SANITIZE),-Wl$(comma)-z$(comma)nodelete) -o $$@ -Wl,-soname,lib$(3).so -Wl,--version-script=build/gen/$(3).exports \
		$$(filter %.o,$$^) $$(call LINK_MODELS,$(2),$(if $(SANITIZE),../../lib)) $$(TB_LIBS)
$(X)/bin/$(4): $(O)/tb/backend/simserver.o $(CMDLINE:%.c=$(O)/%.o)
	@mkdir -p $$(@D)
	@echo "  LINK     $$@"
	$$(Q)$$(CC) $$(SANFLAGS) -o $$@ $$(filter %.o,$$^) $$(call LINK_MODELS,$(2),$(if $(SANITIZE),../)../lib) $$(TB_LIBS)
endef
$(eval $(call backend_rules,surfboard,surfboard_first,surfsim,surfd))
$(eval $(call backend_rules,hypermon,hypermon_tools,hypermonsim,hypermond))
$(eval $(call backend_rules,numachine,numachine,numachinesim,numachined))
TB_BACKENDS := surfsim hypermonsim numachinesim
TB_TOOLS := surfd hypermond numachined

# Its test starts it, and loads the library beside it.
SURFD_UNIT := $(X)/unit/tb/surfboard/surfd_unit
$(SURFD_UNIT): private SANFLAGS += -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../../../lib'
$(SURFD_UNIT): | $(X)/lib/libsurfsim.so $(X)/bin/surfd
tools: $(TB_BACKENDS:%=$(X)/lib/lib%.so) $(TB_TOOLS:%=$(X)/bin/%)

# The demonstration: a program's stores through the board. Its two workloads are recorded
# anew when valgrind is there.
DEMO_SRC := $(filter-out %_unit.c,$(wildcard tb/machine/*.c tb/machine/shrimp/*.c))
$(X)/bin/demo: $(DEMO_SRC:%.c=$(O)/%.o) $(call TB_OBJS,surfboard) $(O)/sw/lib/progress.o $(CMDLINE:%.c=$(O)/%.o) \
		$(call VERILATOR_SIDE,surfboard_first) $(call VERILATOR_LIBS,surfboard_first)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $(filter %.o,$^) $(call LINK_MODELS,surfboard_first,$(if $(SANITIZE),../)../lib) $(TB_LIBS)

build/machine/%: tb/machine/workload/%.c tb/machine/workload/marker.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 $(WARN) -D_GNU_SOURCE -o $@ $< -lm

demo: $(X)/bin/demo build/machine/radix build/machine/lu ## a program's stores through the board (PROGRAM="...", SELECTOR=F.bit, DEMO="--options")
	@$< --wave $(if $(SELECTOR),--selector='$(SELECTOR)') $(if $(PROGRAM),--program='$(PROGRAM)') $(DEMO)

# The papers' experiments, by board: programs of tb/paper/BOARD.
PAPER_hypermon := bandwidth figures8-9 applications lessons
PAPER_numachine := memory
PAPERS := $(foreach b,$(BOARDS),$(if $(PAPER_$(b)),$(b)))
define paper_rules
$(PAPER_$(1):%=$(X)/paper/$(1)/%): $(X)/paper/$(1)/%: $(O)/tb/paper/$(1)/%.o $(O)/tb/paper/paper.o \
		$(call TB_OBJS,$(1)) $(call VERILATOR_SIDE,$(1)) $(call VERILATOR_LIBS,$(1))
	@mkdir -p $$(@D)
	@echo "  LINK     $$@"
	$$(Q)$$(CC) $$(SANFLAGS) -o $$@ $$(filter %.o,$$^) $$(call LINK_MODELS,$(1),$(if $(SANITIZE),../)../../lib) $$(TB_LIBS)
endef
$(foreach b,$(PAPERS),$(eval $(call paper_rules,$(b))))

# Drivers for the parsers: with libFuzzer (FUZZ=1, clang), or with replay.c for kept inputs.
FUZZ_TARGETS := $(filter-out replay,$(basename $(notdir $(wildcard tb/fuzz/*.c))))
FUZZ_PARTS := $(sort $(LIBSURF) $(LIBHM)) $(CMDLINE) $(MACHINE) $(SHELL_C) sw/surfboard/decimal.c sw/surfboard/tests/fake.c \
	tb/surfboard/traffic.c tb/backend/args.c
# what a driver takes the place of
WRAP_client := socket connect
WRAP_shell := fopen input_open outfile_open outfile_commit outfile_abort
$(X)/drivers/parts.a: $(FUZZ_PARTS:%.c=$(O)/%.o)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && ar rcs $@ $^
$(O)/tb/fuzz/%.o $(FUZZ_PARTS:%.c=$(O)/%.o): private CPPFLAGS += $(if $(FUZZ),-fsanitize=fuzzer-no-link)
$(X)/drivers/%: $(O)/tb/fuzz/%.o $(if $(FUZZ),,$(O)/tb/fuzz/replay.o) $(X)/drivers/parts.a
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) $(if $(FUZZ),-fsanitize=fuzzer) $(WRAP_$*:%=-Wl,--wrap=%) -o $@ $^ \
		$(SW_LIBS) -lm -ldl
