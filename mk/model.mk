# SPDX-License-Identifier: Apache-2.0
# Builds C libraries (Verilator) and programs of Icarus Verilog from the Verilog.

# Variants of the models are built in folders of their own, which LD_LIBRARY_PATH puts before
# build/lib. COVERAGE=1: models that count coverage. MUTANTS=FOLDER: models of the netlists with
# faults that ci/measure/mutate writes to FOLDER; these have one more pin. PLACED=FOLDER: models of
# the netlists that ci/generate/placed-netlist writes to FOLDER.
NETLISTS := $(MUTANTS)$(PLACED)
VARIANT := $(COVERAGE)$(NETLISTS)
MODEL_DIR := $(or $(NETLISTS),build$(if $(COVERAGE),/coverage))
VERILATE = $(VERILATOR_RUN) --cc -O3 --trace-fst --timescale 1ps/1ps --x-assign fast \
	   --x-initial fast --assert -Wno-fatal -DSIM_JITTER -Ibuild/include \
	   $(if $(COVERAGE),--coverage-line --coverage-toggle) \
	   $(if $(NETLISTS),-Wno-lint -Wno-UNOPTFLAT)

# Tests run on Verilator's models or, with MODEL=fast for long work, on those of tb/sim/fast.
ifneq ($(filter-out verilator fast,$(MODEL)),)
$(error MODEL=$(MODEL): verilator or fast)
endif
# Fast models dump no waves.
KIND := $(if $(COVERAGE)$(filter vcd fst,$(WAVE)),,$(if $(filter fast,$(MODEL)),_fast))

# The top module of a model, and its sources.
MODULE = $(if $(ARRAY_$(1)),$(1),$(TOP_$(1)))
SOURCES = $(if $(NETLISTS),$(NETLISTS)/$(1).v $(if $(MUTANTS),rtl/lib/sync_jitter.v),\
	$(if $(ARRAY_$(1)),build/gen/$(1).v) $(RTL_$(TOP_$(1))))

# Files generated from pin lists and register tables, by the program build/gen/<top>.
GEN = $(HOSTCC) -std=c11 $(WARN) -DTOP=$(1) -DBOARD=$(2) -DPINS_DEF='"$(3)"' \
	-DREGS_DEF='"build/gen/$(2)_registers.def"' -I. -o $@ $<
define board_gen
build/gen/$(1)_registers.def: rtl/$(1)/board.mk
	@mkdir -p $$(@D)
	@printf '#include "rtl/$(1)/%s"\n' $(REGS_$(1)) > $$@

build/include/$(1)_regs.vh: build/gen/$(firstword $(TOPS_$(1)))
	@mkdir -p $$(@D)
	$(Q)$$< vregs > $$@

build/include/$(1)_regs.h: build/gen/$(firstword $(TOPS_$(1)))
	@mkdir -p $$(@D)
	$(Q)$$< cregs > $$@
endef
$(foreach b,$(BOARDS),$(eval $(call board_gen,$(b))))

# the Wishbone variant of a top with AXI4-Lite
build/rtl/%_wb.v: rtl/%_axil.v rtl/wb/to_wb.sed
	@mkdir -p $(@D)
	$(Q)sed -f rtl/wb/to_wb.sed $< > $@

.PHONY: always
define top_gen
build/gen/$(1): ci/generate/gen.c rtl/$(2)/$(1)_pins.def $(addprefix rtl/$(2)/,$(REGS_$(2))) \
		build/gen/$(2)_registers.def
	@mkdir -p $$(@D)
	@echo "  GEN      $$@"
	$(Q)$$(call GEN,$(1),$(2),rtl/$(2)/$(1)_pins.def)
endef
$(foreach t,$(TOPS),$(eval $(call top_gen,$(t),$(BOARD_OF_$(t)))))

# $(call files_gen,TOP,FILES): the list of the top's Verilog files, for scripts; always checked,
# because files may be added or removed
define files_gen
build/gen/$(1).files: always
	@mkdir -p $$(@D)
	@printf '%s\n' $(2) | cmp -s - $$@ || printf '%s\n' $(2) > $$@
endef
$(foreach t,$(TOPS),$(eval $(call files_gen,$(t),$(RTL_$(t)))))

define array_gen
build/gen/$(1).v: build/gen/$(TOP_$(1)) rtl/$(BOARD_OF_$(1))/board.mk
	$(Q)$$< array $(1) $(ARRAY_$(1)) > $$@

build/gen/$(1)_pins.def: build/gen/$(TOP_$(1)) rtl/$(BOARD_OF_$(1))/board.mk
	$(Q)$$< arraypins $(ARRAY_$(1)) > $$@

build/gen/$(1): ci/generate/gen.c build/gen/$(1)_pins.def
	@echo "  GEN      $$@"
	$(Q)$$(call GEN,$(1),$(BOARD_OF_$(1)),build/gen/$(1)_pins.def)
endef
$(foreach m,$(ARRAYS),$(eval $(call array_gen,$(m))))

# The release of Verilator, and the folder of its files; asked once for all makes of a command.
VERILATOR := $(shell command -v verilator)
VERILATOR_AT := @$(subst $() ,_,$(VERILATOR):$(VERILATOR_ROOT))
# The program behind the script `verilator`, in its folder, answers in a tenth of the time. Large
# designs need the stack that the script allows it.
VERILATOR_BIN := $(firstword $(wildcard $(addsuffix _bin,$(VERILATOR))) verilator)
VERILATOR_RUN := ulimit -s unlimited 2>/dev/null; $(VERILATOR_BIN)
ifneq ($(firstword $(VERILATOR_IS)),$(VERILATOR_AT))
export VERILATOR_IS := $(VERILATOR_AT) $(word 2,$(shell $(VERILATOR_BIN) --version 2>/dev/null)) \
	$(shell $(VERILATOR_BIN) --getenv VERILATOR_ROOT 2>/dev/null)
endif
RELEASE := $(word 2,$(VERILATOR_IS))
VERILATED := $(word 3,$(VERILATOR_IS))/include
# -O1 and these passes of -O2 make models as fast as those of -O2, and compile in half the time.
# Verilator 5.006 keeps a byte for each trigger and goes through all of them several times in an
# evaluation: without these loops the SurfBoard is half as fast again.
# Tried with 5.006 on the SurfBoard, in seconds of processor time, once, beside much other work: -O2
# for all, 0.41 instead of 0.37 for rate_1080ns at LENGTH=15; -O0 for what dumps waves, 1.46 instead
# of 1.58 to compile, and 2.8 instead of 2.1 for a test that dumps them.
# To compile what dumps waves, the least of three: 1.10; without -fschedule-insns2 and -ftree-vrp
# 1.09; without dominator optimization, -ftree-fre and -ftree-pta as well 1.17.
# Tried with 5.006 and 5.032 on the same test: gcc's profile-guided optimization executes 4 % more
# instructions with 5.006, 4 % less with 5.032. --hierarchical with three blocks executes as many as
# without. --threads 2, in a context of two threads and by eval(), takes 20 to 300 times as long on
# two busy processors.
MODEL_OPT := -O1 $(if $(VARIANT),,-fstrict-aliasing -fstore-merging -freorder-blocks-algorithm=stc \
	-fschedule-insns2 -ftree-vrp -finline-small-functions -fpeel-loops \
	--param max-completely-peel-times=32)
MODEL_CXX := -std=gnu++17 -fPIC -fno-semantic-interposition -fcf-protection=none -w \
	-DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_COVERAGE=$(or $(COVERAGE),0) \
	-I$(VERILATED) -I$(VERILATED)/vltstd -Ibuild/include
# the FST writer of newer releases of Verilator needs lz4
LZ4 := $(if $(wildcard $(VERILATED)/fstcpp),-llz4)
# Passes messages and stops to the model's caller, see tb/sim/model_runtime.cpp.
OWN_STOPS := -DVL_USER_STOP -DVL_USER_FINISH -DVL_USER_FATAL
# The headers of all models are compiled once, which saves a quarter of a model's time. Variants
# have other options and few models.
# ccache compares the compiled headers as it does any file, if it may.
export CCACHE_SLOPPINESS := $(or $(CCACHE_SLOPPINESS),pch_defines time_macros)
HEADERS := $(if $(VARIANT),,$(RELEASE:%=build/verilator/runtime/headers-%.h))
build/verilator/runtime/headers-$(RELEASE).h.gch: tb/sim/model_headers.h
	@mkdir -p $(@D)
	@echo "  CXX      $@"
	@cp $< $(@:.gch=)
	$(Q)$(CXX) $(MODEL_CXX) $(MODEL_OPT) -x c++-header -o $@ $(@:.gch=)
# Runtime of Verilator, compiled once for all models. -O1 compiles in 6.2 s instead of 9.7; tests
# take as long as with -O2 (SurfBoard, rate_1080ns at LENGTH=100), those that dump waves 4 % longer.
RUNTIME := $(patsubst %,$(MODEL_DIR)/verilator/runtime/%.o,\
	   verilated verilated_fst_c verilated_threads $(if $(COVERAGE),verilated_cov) model_runtime)

ifeq ($(RELEASE),)
$(RUNTIME):
	@verilator --version
	@echo "the command verilator does not run (see above): it makes the models" >&2; false
endif
$(MODEL_DIR)/verilator/runtime/verilated_fst_c.o: tb/sim/wave_temporary.h
$(MODEL_DIR)/verilator/runtime/%.o: $(VERILATED)/%.cpp tb/sim/model_print.h
	@mkdir -p $(@D)
	@echo "  CXX      $@"
	$(Q)$(CXX) $(MODEL_CXX) -O1 $(if $(filter %_fst_c.o,$@),-include tb/sim/wave_temporary.h) \
		-include tb/sim/model_print.h $(OWN_STOPS) -c -o $@ $<
$(MODEL_DIR)/verilator/runtime/model_runtime.o: $(patsubst %,tb/sim/%,model_runtime.cpp \
		model_runtime.h model_headers.h wave_file.h) sw/lib/outpath.h $(HEADERS:%=%.gch)
	@mkdir -p $(@D)
	@echo "  CXX      $@"
	$(Q)$(CXX) $(MODEL_CXX) $(MODEL_OPT) $(HEADERS:%=-include %) -c -o $@ $<

# Reads the netlists of yosys. NETLIST=PROGRAM: another generator of the fast models, which
# ci/measure/fast compares with this one; it sets MODEL_DIR, too.
NETLIST := build/netlist
build/netlist: $(wildcard tb/sim/fast/*.c tb/sim/fast/*.h)
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=c11 -O2 -g $(WARN) -D_GNU_SOURCE -o $@ $(filter-out %/model.c,$(filter %.c,$^))

# A pkg-config file: prefix, folder below its include, name, description, libraries of the
# archive.
PC = printf '%s\n' "prefix=$(1)" 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include$(2)' '' \
	'Name: $(3)' 'Description: $(4)' 'Version: $(VERSION)' 'Libs: -L$${libdir} -l$(3)' \
	'Libs.private: $(5)' 'Cflags: -I$${includedir}'

# A library with the functions of one model: $(call LINK_MODEL,MODEL,FOLDER,SUFFIX,COMPILER OPTIONS,
# OBJECTS AND LIBRARIES)
define LINK_MODEL
printf '{ global: $(1)_*; local: *; };\n' > $(2)/exports && echo "  LIB      $@" && rm -f $@ && \
	$(4) -shared -o $@ -Wl,-soname,lib$(1)$(3).so -Wl,--version-script=$(2)/exports \
	-Wl,-Bsymbolic $(LDFLAGS) $(5)
endef
# Options with which the C interface of model $(1) is compiled
MODEL_NAMES = -DMODEL=$(1) -DMODEL_H='"$(1).h"' \
	-DPINS_DEF='"$(call MODULE,$(1))$(if $(MUTANTS),_mutants)_pins.def"'
# The C++ of a model as two source files, which take equally long to compile: the evaluation; the C
# interface and what dumps waves. What Verilator calls slow runs once and is not optimized.
# $(1): folder, $(2): sed's commands that choose among its files
MODEL_PARTS = ls $(1)/*.cpp | sed '$(2); /Slow\|__ALL/d; s/.*/\#include "&"/'; \
	echo '\#pragma GCC optimize("O0")'; ls $(1)/*Slow.cpp | sed '$(2); s/.*/\#include "&"/'
model_PARTS = { $(call MODEL_PARTS,$(1),/__Trace/d); }
waves_PARTS = { echo '\#include "tb/sim/model_shim.cpp"'; $(call MODEL_PARTS,$(1),/__Trace/!d); }

# Compiles model $(1) of board $(2): its files become few source files, because the compiler needs
# longer for Verilator's headers than for a model.
define COMPILE_MODEL
$(call $(basename $(@F))_PARTS,$(@D)) > $(@:.o=.cc)
$(Q)$(CXX) $(MODEL_CXX) $(MODEL_OPT) $(SHIM_FLAGS) $(HEADERS:%=-include %) -I. -Irtl/$(2) \
	-I$(MODEL_DIR)/pins -Ibuild/gen -I$(@D) $(call MODEL_NAMES,$(1)) \
	-DVERILATOR_RELEASE='"$(RELEASE)"' -DCLASS_H='"V$(1).h"' -c -o $@ $(@:.o=.cc)
endef

PARTS_OF_MODEL = $(patsubst %,$(MODEL_DIR)/verilator/$(1)/%.o,model waves)
# $(1): model, $(2): its top, $(3): its board
define model_rules
build/include/$(1).h: build/gen/$(call MODULE,$(1)) ci/generate/model.h.in
	@mkdir -p $$(@D)
	$(Q)$$< header $(1) ci/generate/model.h.in > $$@

$(MODEL_DIR)/verilator/$(1)/V$(1).cpp: $(call SOURCES,$(1)) build/include/$(3)_regs.vh
	@mkdir -p $$(@D)
	@rm -f $$(@D)/*.cpp
	@echo "  VERILATE $(1)"
	$(Q)$(VERILATE) --Mdir $$(@D) --prefix V$(1) --top-module $(call MODULE,$(1)) \
		$(if $(NETLISTS),,$(foreach p,$(PARAMS_$(1)),"-G$(p)")) \
		$(call SOURCES,$(1)) > $$(@D)/statistics

$(MODEL_DIR)/verilator/$(1)/model.o: $(MODEL_DIR)/verilator/$(1)/V$(1).cpp $(HEADERS:%=%.gch)
	@echo "  CXX      $(1)"
	$(Q)$$(call COMPILE_MODEL,$(1),$(3))

$(MODEL_DIR)/verilator/$(1)/waves.o: $(MODEL_DIR)/verilator/$(1)/V$(1).cpp build/include/$(1).h \
		$(patsubst %,tb/sim/model_%,shim.cpp runtime.h headers.h) $(HEADERS:%=%.gch)
	$(Q)$$(call COMPILE_MODEL,$(1),$(3))

$(MODEL_DIR)/lib/lib$(1).so: $(call PARTS_OF_MODEL,$(1)) $(RUNTIME)
	@mkdir -p $$(@D)
	$(Q)$$(call LINK_MODEL,$(1),$(MODEL_DIR)/verilator/$(1),,$(CXX) -static-libstdc++ -static-libgcc,\
		$$^ -lz $(LZ4) -lpthread)

$(MODEL_DIR)/lib/lib$(1).a: $(call PARTS_OF_MODEL,$(1)) $(RUNTIME)
	@mkdir -p $$(@D)
	@rm -f $$@
	$(Q)ar rcs $$@ $$^

build/lib/pkgconfig/$(1).pc: VERSION mk/model.mk
	@mkdir -p $$(@D)
	@$$(call PC,$$$$PWD/build,,$(1),$(2) compiled from its Verilog: model $(1),\
		-lstdc++ -lz $(LZ4) -lm -lpthread) > $$@

# The fast model, if requested: the netlist, written in C. If the design has a statement that a
# fast model cannot have, the first line of its log names it, and Verilator's model is used instead.
$(MODEL_DIR)/fast/$(1)/logic.c: $(MODEL_DIR)/fast/$(1)/netlist.json build/netlist
	$(Q)$(NETLIST) fast $$< $(call MODULE,$(1)) $(1) > $$@

$(MODEL_DIR)/fast/$(1)/model.o: tb/sim/fast/model.c $(MODEL_DIR)/fast/$(1)/logic.c \
		build/include/$(1).h
	@echo "  FAST     $(1)"
	$(Q)$(CC) -std=gnu11 -O3 -fno-tree-vectorize -g -fPIC -w -Ibuild/include -Ibuild/gen \
		-Irtl/$(3) -I$(MODEL_DIR)/pins -I$(MODEL_DIR)/fast/$(1) $$(call MODEL_NAMES,$(1)) \
		-DMODULE='"$(call MODULE,$(1))"' -c -o $$@ $$<

$(MODEL_DIR)/lib/lib$(1)_fast.so: $(call SOURCES,$(1)) build/include/$(3)_regs.vh \
		tb/sim/fast/model.c \
		build/include/$(1).h build/netlist
	@mkdir -p $$(@D) $(MODEL_DIR)/fast/$(1)
	$$(if $$(DRY),,+)@if statement=$$$$(ci/checks/simulation-only $$(filter %.v,$$^)); then \
		$(MAKE) $$(AGAIN) $(MODEL_DIR)/fast/$(1)/model.o && \
		$$(call LINK_MODEL,$(1),$(MODEL_DIR)/fast/$(1),_fast,$(CC),$(MODEL_DIR)/fast/$(1)/model.o); \
	else \
		echo "MODEL=fast: $(1) stays with Verilator: $$$$statement"; \
		$(MAKE) $$(AGAIN) $(MODEL_DIR)/lib/lib$(1).so && ln -sf lib$(1).so $$@; \
	fi

build/icarus/$(1).vvp: $(call SOURCES,$(1)) build/include/$(3)_regs.vh build/gen/$(call MODULE,$(1))
	@mkdir -p $$(@D)
	@echo "  IVERILOG $(1)"
	$(Q)build/gen/$(call MODULE,$(1)) wrapper $(foreach p,$(PARAMS_$(1)),"$(p)") \
		> build/icarus/$(1)_tb.v
	$(Q)iverilog \
		-g$$$$(grep -q '\bassert *(' $(call SOURCES,$(1)) && echo 2012 || echo 2005) \
		-Wall -Wno-timescale -DSIM_JITTER -Ibuild/include -s tb -o $$@ \
		build/icarus/$(1)_tb.v $(filter-out %.vlt,$(call SOURCES,$(1)))
endef
$(foreach m,$(MODELS),$(eval $(call model_rules,$(m),$(TOP_$(m)),$(BOARD_OF_$(m)))))

# $(1): model, $(2): its board. The netlist of the fast model; with MUTANTS it exists already.
define netlist_rule
build/fast/$(1)/netlist.json: $(call SOURCES,$(1)) build/include/$(2)_regs.vh
	@mkdir -p $$(@D)
	@echo "  YOSYS    $(1)"
	@{ echo 'read_verilog -lib rtl/lib/sync_jitter.v'; \
	   echo "read_verilog -DSIM_JITTER -Ibuild/include \
		$$(filter-out rtl/lib/sync_jitter.v,$$(filter %.v,$$^))"; \
	   echo "hierarchy -check -top \
		$(call MODULE,$(1))$(foreach p,$(PARAMS_$(1)), -chparam $(subst =, ,$(p)))"; \
	   echo 'proc -norom; flatten; opt -nosdff; memory_collect; opt_clean; write_json $$@'; \
	 } > $$(@D)/script
	$(Q)yosys -q -l $$(@D)/log -s $$(@D)/script > /dev/null 2> $$(@D)/errors || \
		{ grep -m1 ERROR $$(@D)/errors || cat $$(@D)/errors; false; }
endef
$(if $(MUTANTS),,$(foreach m,$(MODELS),$(eval $(call netlist_rule,$(m),$(BOARD_OF_$(m))))))

# Libraries of these models, with their headers and pkg-config files.
LIB_FILES = $(foreach m,$(1),build/lib/lib$(m).so build/lib/lib$(m).a build/lib/pkgconfig/$(m).pc)
models: $(call LIB_FILES,$(foreach b,$(BOARD),$(MODELS_$(b)))) ##1 compile the RTL into C libraries

# the generated files that the scripts of every check read
generated: $(BOARDS:%=build/include/%_regs.vh) $(BOARDS:%=build/include/%_regs.h) \
		$(TOPS:%=build/gen/%.files) $(TOPS:%=build/gen/%) \
		$(filter build/%,$(foreach t,$(TOPS),$(RTL_$(t))))
