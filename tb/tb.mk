# SPDX-License-Identifier: Apache-2.0
# Test programs: tb/<board>/test_*.c, each one program for Verilator and one VPI module
# for Icarus Verilog from the same objects.

# What stands around a board in simulation.
TB_SIM := sim main
TB_surfboard := tb/surfboard/node.c tb/surfboard/golden.c tb/bus/eisa.c tb/bus/sni.c tb/device/simm.c tb/device/cable.c \
	$(LIBSURF)
# The models that its programs are linked with.
MODELS_surfboard := surfboard surfboard_wrap surfboard_idt surfboard_x4

TB_TESTS := $(wildcard tb/$(BOARD)/test_*.c)
TB_PROGRAMS := $(TB_TESTS:tb/$(BOARD)/%.c=$(X)/tb/$(BOARD)/%)
TB_VPI := $(TB_TESTS:tb/$(BOARD)/%.c=$(X)/tb/$(BOARD)/%.vpi)
TB_OBJS := $(patsubst %.c,$(O)/%.o,$(TB_$(BOARD)) $(TB_SIM:%=tb/sim/%.c))
TB_LIBS := -lcmocka -lz -lzstd -lm -ldl

build/gen/%_models.c: Makefile tb/tb.mk
	@mkdir -p $(@D)
	@{ echo '#include "model.h"'; for m in $(MODELS_$*); do echo "extern const struct model $${m}_model;"; done; \
	   echo 'const struct model *const models[] = {'; for m in $(MODELS_$*); do echo "	&$${m}_model,"; done; \
	   echo '	0,'; echo '};'; } > $@

build/obj/gen/%_models.o: build/gen/%_models.c tb/sim/model.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) -fPIC $(INCLUDES) -c -o $@ $<

# The Verilator side of the harness for this board.
VERILATOR_SIDE := $(O)/tb/sim/sim_verilator.o build/obj/gen/$(BOARD)_models.o \
	$(MODELS_$(BOARD):%=build/obj/model/%.o)
VERILATOR_LIBS := $(MODELS_$(BOARD):%=build/lib/lib%.so)
# $(1): from the program to the folder of the libraries
LINK_MODELS = -Lbuild/lib $(MODELS_$(BOARD):%=-l%) -Wl,-rpath,'$$ORIGIN/$(1)'

$(X)/tb/$(BOARD)/test_%: $(O)/tb/$(BOARD)/test_%.o $(TB_OBJS) $(VERILATOR_SIDE) $(O)/tb/sim/main_verilator.o $(VERILATOR_LIBS)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $(filter %.o,$^) $(call LINK_MODELS,$(if $(SANITIZE),../)../../lib) $(TB_LIBS)

$(X)/tb/$(BOARD)/test_%.vpi: $(O)/tb/$(BOARD)/test_%.o $(TB_OBJS) $(O)/tb/sim/sim_icarus.o
	@mkdir -p $(@D)
	@echo "  VPI      $@"
	$(Q)$(CC) -shared -o $@ $^ $(TB_LIBS)

# A simulated board for a driver and its user, with the machine that sends to it.
SIMBOARD := tb/surfboard/simboard.c tb/surfboard/traffic.c tb/surfboard/args.c $(MACHINE)

# The carriers: simulated boards as libraries that a driver loads by name.
build/lib/libsurfsim.so: $(O)/tb/surfboard/surfsim.o $(SIMBOARD:%.c=$(O)/%.o) $(TB_OBJS) $(VERILATOR_SIDE) $(VERILATOR_LIBS)
	@mkdir -p $(@D)
	@echo "  LIB      $@"
	$(Q)printf '{ global: surfsim_*; local: *; };\n' > build/gen/surfsim.exports
	$(Q)$(CC) -shared -o $@ -Wl,-soname,libsurfsim.so -Wl,--version-script=build/gen/surfsim.exports \
		$(filter %.o,$^) $(call LINK_MODELS) $(TB_LIBS)

# ... and the same as a server.
$(X)/bin/surfd: $(O)/tb/surfboard/surfd.o $(SIMBOARD:%.c=$(O)/%.o) $(TB_OBJS) $(VERILATOR_SIDE) $(VERILATOR_LIBS)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $(filter %.o,$^) $(call LINK_MODELS,$(if $(SANITIZE),../)../lib) $(TB_LIBS)

TB_TOOLS := surfd
tools: build/lib/libsurfsim.so $(TB_TOOLS:%=$(X)/bin/%)

# The demonstration: a program's stores through the board. Its two workloads are recorded
# anew when valgrind is there.
DEMO_SRC := $(filter-out %_unit.c,$(wildcard tb/machine/*.c tb/machine/shrimp/*.c))
$(X)/bin/demo: $(DEMO_SRC:%.c=$(O)/%.o) $(TB_OBJS) $(O)/sw/lib/progress.o $(VERILATOR_SIDE) $(VERILATOR_LIBS)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $(filter %.o,$^) $(call LINK_MODELS,$(if $(SANITIZE),../)../lib) $(TB_LIBS)

build/machine/%: tb/machine/workload/%.c tb/machine/workload/marker.h
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 $(WARN) -D_GNU_SOURCE -o $@ $< -lm

demo: $(X)/bin/demo build/machine/radix build/machine/lu ## a program's stores through the board (PROGRAM="...", SELECTOR=F.bit, DEMO="--options")
	@$< --wave $(if $(SELECTOR),--selector='$(SELECTOR)') $(if $(PROGRAM),--program='$(PROGRAM)') $(DEMO)
