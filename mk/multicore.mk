# SPDX-License-Identifier: Apache-2.0
# examples/rocket: one, two or four Rocket cores with the SurfBoard's core on their memory port.
# Rocket's Verilog comes from PyPI into build/rocket when it is needed; no other verb knows this
# design. The model rocket_node has four cores, rocket_node1 one and rocket_node2 two.
ROCKET := build/rocket
ROCKET_FROM := pythondata_cpu_rocket/verilog
ROCKET_GENERATED := generated-src/freechips.rocketchip.system
ROCKET_CONFIG_rocket_node := LitexLinux4Config
ROCKET_CONFIG_rocket_node1 := LitexLinuxConfig
ROCKET_CONFIG_rocket_node2 := LitexLinux2DConfig

$(ROCKET)/installed: examples/rocket/python-packages ci/release/install-python
	@ci/release/install-python $(@D)/python $<
	@touch $@

# $(1): the model; $(2): the file that chooses the number of cores
define rocket_node_rules
ROCKET_V_$(1) := $(patsubst %,$(ROCKET)/$(1)/%.v,cores srams AsyncResetReg EICG_wrapper)
$(ROCKET)/$(1)/copied: $(ROCKET)/installed
	@mkdir -p $$(@D)
	@from=$$$$(echo $(ROCKET)/python/lib/python3*/site-packages/$(ROCKET_FROM)) && \
		config=$$$$from/$(ROCKET_GENERATED).$(ROCKET_CONFIG_$(1)) && \
		cp $$$$config.v $$(@D)/cores.v && cp $$$$config.behav_srams.v $$(@D)/srams.v && \
		cp $$$$from/vsrc/AsyncResetReg.v $$$$from/vsrc/EICG_wrapper.v $$(@D)
	@touch $$(ROCKET_V_$(1)) $$@
$$(ROCKET_V_$(1)): $(ROCKET)/$(1)/copied ;

TOP_$(1) := $(1)
RTL_$(1) := $(2) examples/rocket/settings.v examples/rocket/rocket.vlt \
	examples/rocket/plusarg_reader.v $$(ROCKET_V_$(1)) examples/rocket/rocket_node.v \
	$(filter-out %/surf_taps.v %/tap_async.v,$(wildcard rtl/tap/*.v)) $(RTL_surf_axil)
build/gen/$(1): ci/generate/gen.c examples/rocket/rocket_node_pins.def \
		build/gen/surfboard_registers.def $(addprefix rtl/surfboard/,$(REGS_surfboard))
	@mkdir -p $$(@D)
	@echo "  GEN      $$@"
	$(Q)$$(call GEN,$(1),surfboard,examples/rocket/rocket_node_pins.def)
	@cp examples/rocket/rocket_node_pins.def $$@_pins.def
endef
ROCKET_NODES := rocket_node rocket_node1 rocket_node2
$(eval $(call rocket_node_rules,rocket_node,))
$(eval $(call rocket_node_rules,rocket_node1,examples/rocket/cores_1.v))
$(eval $(call rocket_node_rules,rocket_node2,examples/rocket/cores_2.v))
$(foreach m,$(ROCKET_NODES),$(eval $(call model_rules,$(m),$(m),surfboard)))

# the programs that run on the cores
RV := examples/rocket/programs
RV_CC := riscv64-unknown-elf-gcc -specs=picolibc.specs -mabi=lp64 -mcmodel=medany
RV_PROGRAMS := counters counters-padded queue 1/counters 2/counters 2/counters-padded 2/queue
NODE_STACK := 65536
RV_TO_OBJECT := $(RV_CC) -march=rv64imac_zicsr -std=gnu11 -O2 -g $(WARN) -ffunction-sections \
	-DNODE_STACK=$(NODE_STACK) -DNODE_LOCAL=256 -D_GNU_SOURCE -D_POSIX_TIMERS \
	-D_POSIX_MONOTONIC_CLOCK -D_POSIX_CLOCK_SELECTION -D__LINUX_ERRNO_EXTENSIONS__ \
	-I$(RV)/include -Isw/lib -Isw/surfboard -Irtl/surfboard -Ibuild/include -c
# without zicsr, for which there is no library
RV_TO_PROGRAM := $(RV_CC) -march=rv64imac -nostartfiles -T $(RV)/node.ld \
	-Wl,--no-warn-rwx-segments
RV_COMPILE = @mkdir -p $(@D) && $(RV_TO_OBJECT) $(RV_HARTS) -MMD -MP -o $@ $<
$(ROCKET)/%.o: $(RV)/%.c mk/multicore.mk
	$(RV_COMPILE)
$(ROCKET)/start.o: $(RV)/start.S mk/multicore.mk
	$(RV_COMPILE)
# the driver, for programs that measure themselves
$(ROCKET)/sw/%.o: sw/%.c mk/multicore.mk | build/include/surfboard_regs.h
	$(RV_COMPILE)
$(ROCKET)/libsurf.a: $(patsubst %,$(ROCKET)/sw/%.o,surfboard/surflib surfboard/sbit lib/device)
	@rm -f $@
	$(Q)riscv64-unknown-elf-ar rcs $@ $^
RV_MEASURE := measure measure-turned 1/measure 2/measure 2/measure-turned
$(RV_MEASURE:%=$(ROCKET)/%.elf): $(ROCKET)/node_device.o $(ROCKET)/libsurf.a
-include $(wildcard $(ROCKET)/*.d $(ROCKET)/[12]/*.d $(ROCKET)/sw/*/*.d)
$(ROCKET)/%.elf: $(ROCKET)/%.o $(ROCKET)/start.o $(ROCKET)/node.o $(RV)/node.ld
	@echo "  RISCV    $@"
	$(Q)$(RV_TO_PROGRAM) -o $@ $(filter %.o %.a,$^)
# $(1): 1 or 2 harts
define rv_rules
$(ROCKET)/$(1)/%.o: RV_HARTS := -DNODE_HARTS=$(1)
$(ROCKET)/$(1)/%.o: $(RV)/%.c mk/multicore.mk
	$$(RV_COMPILE)
$(ROCKET)/$(1)/%.elf: $(ROCKET)/$(1)/%.o $(ROCKET)/start.o $(ROCKET)/$(1)/node.o $(RV)/node.ld
	@echo "  RISCV    $$@"
	$(Q)$(RV_TO_PROGRAM) -o $$@ $$(filter %.o %.a,$$^)
endef
$(foreach n,1 2,$(eval $(call rv_rules,$(n))))
.PRECIOUS: $(ROCKET)/%.o $(ROCKET)/1/%.o $(ROCKET)/2/%.o

$(foreach f,rocketrun machine compare test_rocket,\
	$(eval OWNERS_examples/rocket/$(f).c := surfboard))
ROCKET_PARTS := $(patsubst %,$(OBJ_DIR)/examples/rocket/%.o,machine compare)
$(BUILD_DIR)/bin/rocketrun: $(OBJ_DIR)/examples/rocket/rocketrun.o $(ROCKET_PARTS) \
		$(VERILATOR_SIDE) \
		$(call TB_ARCHIVES,surfboard)
	$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $@ $^ $(TB_LIBS) $(RPATH)

$(BUILD_DIR)/tb/rocket/test_rocket: $(OBJ_DIR)/examples/rocket/test_rocket.o $(ROCKET_PARTS) \
		$(VERILATOR_SIDE) \
		$(OBJ_DIR)/tb/sim/main_verilator.o $(call TB_ARCHIVES,surfboard) | build/lib/librocket_node.so
	$(LINK)
	$(Q)$(CCLD) $(SANFLAGS) -o $@ $^ $(TB_LIBS) $(RPATH)
$(BUILD_DIR)/tb/rocket/test_rocket.vpi: $(OBJ_DIR)/examples/rocket/test_rocket.o $(ROCKET_PARTS) \
		$(ICARUS_SIDE) \
		$(call TB_ARCHIVES,surfboard) | build/icarus/rocket_node.vvp build/tb/sim/vvp_cast.so
	@mkdir -p $(@D)
	@echo "  VPI      $@"
	$(Q)$(CCLD) -shared -o $@ $^ $(TB_LIBS)

# TEST=PROGRAM: only this one, with the model that it needs
ifneq ($(filter $(RV_PROGRAMS),$(TEST)),)
ROCKET_NODE_OF = $(patsubst rocket_node4,rocket_node,rocket_node$(firstword \
	$(filter 1 2,$(subst /, ,$(1))) 4))
multicore: $(patsubst %,$(BUILD_DIR)/bin/%,rocketrun surflines surfplot) \
		build/lib/lib$(call ROCKET_NODE_OF,$(TEST)).so $(ROCKET)/$(TEST).elf
	@STACK=$(NODE_STACK) examples/rocket/show $(BUILD_DIR)/bin $(ROCKET) $(TEST)
else
ifneq ($(filter multicore,$(MAKECMDGOALS)),)
ifeq ($(filter *,$(TEST)),)
$(error TEST=$(TEST): the programs are $(RV_PROGRAMS))
endif
endif
multicore: ##3 programs on Rocket cores with a monitor (TEST=PROGRAM; PyPI, RISC-V compiler)
multicore: $(patsubst %,$(BUILD_DIR)/bin/%,rocketrun surflines surfplot sharing tallyboard) \
		$(call program_files,traceFilter) \
		$(BUILD_DIR)/lib/librecord.a $(BUILD_DIR)/tb/rocket/test_rocket \
			$(BUILD_DIR)/tb/rocket/test_rocket.vpi \
		$(ROCKET_NODES:%=build/lib/lib%.so) \
		$(patsubst %,$(ROCKET)/%.elf,$(RV_PROGRAMS) $(RV_MEASURE))
	@STACK=$(NODE_STACK) ci/checks/check -v \
		-i "MC-SOC-001 MC-SOC-003 MC-SOC-004 MC-VAR-002 MC-VAR-003" multicore programs \
		examples/rocket/run $(BUILD_DIR)/bin $(ROCKET) $(RV_PROGRAMS)
	@RV_COMPILE='$(RV_TO_OBJECT)' RV_LINK='$(RV_TO_PROGRAM)' SEED='$(SEED)' JOBS='$(JOBS)' \
		ci/checks/check -v -i "MC-PRE-002 MC-VAR-001" multicore drawn \
		examples/rocket/drawn $(BUILD_DIR)/bin $(ROCKET)
# a missed prediction is a result, which does not end the run
	-@ci/checks/check -v -i "MC-PRE-001" multicore predicted examples/rocket/drawn predicted \
		$(ROCKET)
	@examples/rocket/page $(BUILD_DIR)/bin $(ROCKET)
	@ci/checks/check -v multicore simulators examples/rocket/run $(BUILD_DIR)/bin simulators
endif
.PHONY: multicore
