# SPDX-License-Identifier: Apache-2.0
# Host software: libraries, tools, their unit tests.

BACKENDS := sw/lib/device.c sw/lib/unixdev.c sw/lib/mmapdev.c
SW_LIB := sw/lib/record.c sw/lib/input.c sw/lib/outfile.c
SW_LIBS := -lz -lzstd
# of a tool
CMDLINE := sw/lib/cmdline.c
LIBSURF := sw/surfboard/surflib.c sw/surfboard/surfstate.c sw/surfboard/sbit.c sw/surfboard/bsel.c \
	$(BACKENDS) $(SW_LIB)
# What programs link: lib<name> of LIB_<name>, described by ABOUT_<name>. libhm is the driver
# of HYPERMON, whose compiled model is libhypermon.
LIBRARIES := surf hm nm
LIB_surf = $(LIBSURF)
ABOUT_surf := driver of the SurfBoard
LIBHM := $(patsubst %,sw/hypermon/%.c,hmlib hm_frame hm_node hm_decode hm_trace hm_size) $(BACKENDS) \
	sw/lib/record.c sw/lib/input.c
LIB_hm = $(LIBHM)
ABOUT_hm := driver of HYPERMON, decoder of its frames, event library of its nodes
LIBNM := $(patsubst %,sw/numachine/%.c,nmlib nm_table nm_names nm_report) $(BACKENDS) \
	sw/lib/record.c sw/lib/input.c
LIB_nm = $(LIBNM)
ABOUT_nm := driver of the NUMAchine memory monitor, its tables and what they say
# The utilities of TR-596-99 B.2.2.
UTILS := hist3dcsv histfold traceCheck traceFilter makeHist sizeHist latHist pageHist reduceXY rxtVlat scale
TOOLS := binsel $(UTILS)
SRC_binsel := sw/surfboard/binsel.c sw/surfboard/bsel.c sw/surfboard/sbit.c $(CMDLINE) $(SW_LIB)
EXPORT := sw/lib/ctf.c sw/lib/outstream.c
TOOLS += surfexport
SRC_surfexport := $(wildcard sw/surfboard/surfexport*.c) $(EXPORT) sw/lib/progress.c $(CMDLINE) $(SW_LIB)
TOOLS += surf
SHELL_C := $(wildcard sw/surfboard/shell*.c) sw/lib/progress.c
SRC_surf := sw/surfboard/surf.c $(CMDLINE) $(SHELL_C) $(LIBSURF)
# tools find the simulated board beside themselves; dlopen of the sanitizers needs the older tag
SIM_LIBS := -ldl $(if $(SANITIZE),-Wl$(comma)--disable-new-dtags) -Wl,-rpath,'$$ORIGIN/../lib'
LIBS_surf := -ledit $(SIM_LIBS)
UTIL := sw/lib/util.c sw/lib/progress.c $(CMDLINE)
SRC_util := $(patsubst %,sw/surfboard/%.c,bins tracehist decimal) $(UTIL) $(SW_LIB)
$(foreach u,$(UTILS),$(eval SRC_$(u) := sw/surfboard/$(u).c $(SRC_util)))
SRC_hist3dcsv += sw/surfboard/bsel.c sw/surfboard/sbit.c
TOOLS += surfplot
SRC_surfplot := $(wildcard sw/surfboard/surfplot*.c) sw/lib/gnuplot.c sw/surfboard/bsel.c sw/surfboard/sbit.c sw/lib/progress.c $(CMDLINE) $(SW_LIB)
# HYPERMON's, which find their simulated board as surf does.
HM_TOOLS := hmrecord hmstatus hmdump hmstat hmsplit hmsize hmexport hmplot
TOOLS += $(HM_TOOLS)
SRC_hm := $(patsubst %,sw/hypermon/%.c,hmutil hmboard) sw/lib/outfile.c $(UTIL) $(LIBHM)
$(foreach t,$(HM_TOOLS),$(eval SRC_$(t) := sw/hypermon/$(t).c $(SRC_hm))\
	$(eval LIBS_$(t) = $$(SIM_LIBS)))
SRC_hmexport += $(EXPORT)
SRC_hmplot += sw/lib/gnuplot.c
# The NUMAchine monitor's, likewise.
NM_TOOLS := nmon nmon-pages nmon-queue nmon-lines nmplot
TOOLS += $(NM_TOOLS)
SRC_nm := sw/numachine/nmutil.c sw/lib/outfile.c $(UTIL) $(LIBNM)
$(foreach t,$(NM_TOOLS),$(eval SRC_$(t) := sw/numachine/$(t).c $(SRC_nm))\
	$(eval LIBS_$(t) = $$(SIM_LIBS)))
SRC_nmplot += sw/lib/gnuplot.c

define tool_rules
$(X)/bin/$(1): $(patsubst %.c,$(O)/%.o,$(SRC_$(1)))
	@mkdir -p $$(@D)
	@echo "  LINK     $$@"
	$(Q)$(CC) $(SANFLAGS) -o $$@ $$^ $$(LIBS_$(1)) $(SW_LIBS)
endef
$(foreach t,$(TOOLS),$(eval $(call tool_rules,$(t))))

define library_rules
$(X)/lib/lib$(1).a: $(LIB_$(1):%.c=$(O)/%.o)
	@mkdir -p $$(@D)
	$(Q)rm -f $$@ && ar rcs $$@ $$^
$(X)/lib/lib$(1).so: $(LIB_$(1):%.c=$(O)/%.o)
	@mkdir -p $$(@D)
	@echo "  LIB      $$@"
	$(Q)$(CC) -shared $(SANFLAGS) -Wl,-soname,lib$(1).so.0 -o $$@ $$^ $(SW_LIBS) -ldl
	$(Q)ln -sf lib$(1).so $$@.0
endef
$(foreach l,$(LIBRARIES),$(eval $(call library_rules,$(l))))

tools: $(TOOLS:%=$(X)/bin/%) $(foreach l,$(LIBRARIES),$(X)/lib/lib$(l).a $(X)/lib/lib$(l).so) ## build the host software

# Unit programs: *_unit.c anywhere, each with what it tests.
UNITS := $(wildcard sw/lib/*_unit.c sw/*/tests/*_unit.c tb/*/*_unit.c tb/*/*/*_unit.c)
UNIT_PROGRAMS := $(UNITS:%.c=$(X)/unit/%)
MACHINE := $(filter-out %_unit.c %/demo.c %/job.c %/tally.c %/terminal.c,$(wildcard tb/machine/*.c tb/machine/shrimp/*.c))

$(X)/unit/%: $(O)/%.o $(LIBSURF:%.c=$(O)/%.o) $(MACHINE:%.c=$(O)/%.o) \
		$(patsubst %,$(O)/sw/surfboard/%.o,bins decimal) $(patsubst %,$(O)/tb/%.o,surfboard/golden surfboard/traffic backend/args)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $^ -lcmocka $(SW_LIBS) -lm -ldl

# The harness without a simulator.
$(X)/unit/tb/sim/sim_unit: $(O)/tb/sim/sim.o

# The driver's unit test loads a backend of its own from beside it.
SURFLIB_UNIT := $(X)/unit/sw/surfboard/tests/surflib_unit
$(SURFLIB_UNIT): $(O)/sw/surfboard/tests/fake.o | $(dir $(SURFLIB_UNIT))libsurfsim.so
$(X)/unit/sw/surfboard/tests/surfstate_unit: $(O)/sw/surfboard/tests/fake.o
$(SURFLIB_UNIT): private SANFLAGS += -Wl,--disable-new-dtags,-rpath,'$$ORIGIN'
# The shell's has the fake board linked in.
$(X)/unit/sw/surfboard/tests/backends_unit: $(O)/sw/surfboard/tests/fake.o
$(X)/unit/sw/surfboard/tests/shell_unit: $(patsubst %.c,$(O)/%.o,$(SHELL_C)) $(O)/sw/surfboard/tests/fake.o

$(dir $(SURFLIB_UNIT))libsurfsim.so: $(patsubst %,$(O)/sw/surfboard/%.o,tests/fake_backend tests/fake sbit)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared $(SANFLAGS) -o $@ $^

# What the units of a driver have in common.
UNIT_PARTS := $(patsubst %,$(O)/sw/tests/%.o,serve backends)
# HYPERMON's: a fake board behind a backend of its own, and one that a program serves to tools.
HM_UNIT := $(X)/unit/sw/hypermon/tests
HM_PROGRAMS := $(filter $(HM_UNIT)/%,$(UNIT_PROGRAMS)) $(HM_UNIT)/hmfake
$(HM_PROGRAMS): $(HM_UNIT)/%: $(O)/sw/hypermon/tests/%.o $(O)/sw/hypermon/tests/fake.o $(UNIT_PARTS) $(LIBHM:%.c=$(O)/%.o)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $^ -lcmocka $(SW_LIBS) -lm -ldl -lpthread
$(HM_UNIT)/hmlib_unit: | $(HM_UNIT)/libhypermonsim.so
$(HM_UNIT)/hmlib_unit: private SANFLAGS += -Wl,--disable-new-dtags,-rpath,'$$ORIGIN'
$(HM_UNIT)/libhypermonsim.so: $(patsubst %,$(O)/sw/hypermon/%.o,tests/fake_backend tests/fake hm_node)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared $(SANFLAGS) -o $@ $^
UNIT_PROGRAMS += $(HM_UNIT)/hmfake

# The NUMAchine monitor's.
NM_UNIT := $(X)/unit/sw/numachine/tests
NM_PROGRAMS := $(filter $(NM_UNIT)/%,$(UNIT_PROGRAMS)) $(NM_UNIT)/nmfake
$(NM_PROGRAMS): $(NM_UNIT)/%: $(O)/sw/numachine/tests/%.o $(O)/sw/numachine/tests/fake.o $(UNIT_PARTS) $(LIBNM:%.c=$(O)/%.o)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $^ -lcmocka $(SW_LIBS) -ldl -lpthread

$(NM_UNIT)/nmlib_unit: | $(NM_UNIT)/libnumachinesim.so
$(NM_UNIT)/nmlib_unit: private SANFLAGS += -Wl,--disable-new-dtags,-rpath,'$$ORIGIN'
$(NM_UNIT)/libnumachinesim.so: $(patsubst %,$(O)/sw/numachine/tests/%.o,fake_backend fake)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared $(SANFLAGS) -o $@ $^
UNIT_PROGRAMS += $(NM_UNIT)/nmfake
$(X)/unit/tb/machine/numachine/card_unit: $(patsubst %,$(O)/tb/machine/numachine/%.o,card_unit card machine feed)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	$(Q)$(CC) $(SANFLAGS) -o $@ $^ -lcmocka

# Bin-selector configurations, kept beside their sources.
CONFIGS := $(wildcard fpga-configs/*.bsel)
fpga-configs: $(X)/bin/binsel ## compile fpga-configs/*.bsel
	@for f in $(CONFIGS); do $< compile $$f -o $${f%.bsel}.bit || exit 1; done
	@echo "$(words $(CONFIGS)) configurations compiled"

# What a program that uses the library of a board includes, in the folder of the board.
HEADERS_LIB := $(patsubst %,sw/lib/%.h,device le unixdev mmapdev record input)
HEADERS_surfboard := $(patsubst %,sw/surfboard/%.h,surflib surfstate sbit bsel) rtl/surfboard/surfboard_regs.def \
	rtl/surfboard/surfboard_acdr.def
HEADERS_hypermon := $(patsubst %,sw/hypermon/%.h,hmlib hm_frame hm_node hm_decode hm_trace hm_size) rtl/hypermon/hypermon_regs.def
HEADERS_numachine := $(patsubst %,sw/numachine/%.h,nmlib nm_table nm_names nm_report) rtl/numachine/numachine_regs.def
BOARD_surf := surfboard
BOARD_hm := hypermon
BOARD_nm := numachine
