# SPDX-License-Identifier: Apache-2.0
# The pages of make lab: boards in the browser, compiled by Verilator and emscripten to WebAssembly.
#
# A board that has the file sw/<board>/lab/page.html has a page. LAB_<board> in tb/<board>/board.mk
# lists the board's C files, LAB_MODELS_<board> its models (default: the first). The page calls the
# functions of tb/<board>/lab.h or, where LAB_TOOLS_<board> names some of the board's tools, runs
# these on the board of "sim:". sw/<board>/lab/lab.mk makes the files of recorded data that the page
# includes: LAB_PARTS_<board>, in $(LAB)/<board>. Only these targets need emscripten, Node.js, D3,
# pako and Chromium.
LAB       := build/lab/work
LAB_CC    := NODE_PATH=/usr/share/nodejs emcc
LAB_OPT   := -O2 -g0
LAB_CXX   := -std=c++17 $(LAB_OPT) -w -fexceptions -DVL_IGNORE_UNKNOWN_ARCH $(OWN_STOPS) \
	     -DMODEL_VCD -DVM_TRACE=1 -DVM_TRACE_VCD=1 -DVM_COVERAGE=0 -DVERILATOR_RELEASE='"$(RELEASE)"' \
	     -I$(VERILATED) -I$(VERILATED)/vltstd -Ibuild/include -Ibuild/gen
LAB_LINK  := -O2 -g0 -fexceptions -sSINGLE_FILE=1 -sMODULARIZE=1 -sEXPORT_NAME=openBoard \
	     -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=1MB \
	     -sEXPORTED_RUNTIME_METHODS=ccall,FS,HEAPF64,HEAPU8
# for a machine of coroutines; compiled models run outside these
LAB_ASYNCIFY := -sASYNCIFY=1 -sASYNCIFY_STACK_SIZE=65536 \
	     -sASYNCIFY_REMOVE='[V*,vl_*,*Verilated*]'
LAB_FIBERS = $(if $(filter %/coroutine_wasm.c,$(LAB_$(1))),$(LAB_ASYNCIFY))
LAB_BOARDS := $(foreach b,$(BOARDS),$(if $(wildcard sw/$(b)/lab/page.html),$(b)))
LAB_MODELS = $(or $(LAB_MODELS_$(1)),$(firstword $(MODELS_$(1))))
LAB_COMMON := tb/sim/model_linked.c $(patsubst %,tb/sim/%.c,sim main sim_verilator) \
	$(patsubst %,tb/backend/%.c,simboard simdevice args) $(patsubst %,sw/lab/%.c,libraries input)
LAB_C = $(LAB_$(1)) $(LAB_COMMON) build/gen/$(1)_board.c $(if $(LAB_TOOLS_$(1)),\
	tb/$(1)/simboard.c sw/lab/tools.c $(LAB_TOOLS_$(1):%=sw/$(1)/%.c))
LAB_OBJECTS = $(patsubst %.c,$(LAB)/$(1)/%.o,$(call LAB_C,$(1)))
LAB_HEADER = $(if $(LAB_TOOLS_$(1)),,tb/$(1)/lab.h)
# the functions that a page calls
LAB_FUNCTIONS := sed -n 's/^[a-z][a-z0-9_ *]*[ *]\(lab_[a-z_]*\)(.*/_\1/p'
# a tool's main() gets a name of its own
LAB_AS_TOOL = $(if $(LAB_TOOLS_$(1)),-Dmain=$(subst -,_,$(2))_main -Dexit=lab_exit)

PAKO := /usr/share/nodejs/pako/dist/pako_inflate.min.js
# The pages use only declarations of these libraries, and copies of the system's headers have them.
# Some releases of emscripten have no sys/auxv.h.
LAB_HEADERS := $(addprefix $(LAB)/include/,cmocka.h zlib.h zconf.h zstd.h sys/auxv.h)
$(LAB)/include/sys/auxv.h:
	@mkdir -p $(@D)
	$(Q)printf '%s\n' '#define AT_BASE 7' 'unsigned long getauxval(unsigned long type);' > $@
$(LAB)/include/%.h:
	@mkdir -p $(@D)
	@cp "$$(echo '#include <$*.h>' | $(CC) -E - | sed -n 's|^# 1 "\(.*/$*\.h\)".*|\1|p' | head -1)" $@

# one unit each of the runtime and of a model, because emcc starts slowly
$(LAB)/runtime.o: $(patsubst %,tb/sim/%,model_runtime.cpp model_runtime.h model_headers.h \
		wave_file.h)
	@mkdir -p $(@D)
	@echo "  EMCC     $@"
	$(Q)printf '#include "%s"\n' $(addprefix $(VERILATED)/verilated,.cpp _threads.cpp _vcd_c.cpp) \
		$(CURDIR)/tb/sim/model_runtime.cpp > $(@:.o=.cc)
	$(Q)$(LAB_CC) $(LAB_CXX) -include tb/sim/model_print.h -c -o $@ $(@:.o=.cc)

# $(1): model, $(2): board
define lab_model_rules
$(LAB)/models/$(1)/V$(1).cpp: $(call SOURCES,$(1)) build/include/$(2)_regs.vh
	@mkdir -p $$(@D)
	@echo "  VERILATE $(1), for WebAssembly"
	$(Q)verilator --cc -O3 --trace --timescale 1ps/1ps --x-assign fast --x-initial fast --assert \
		-Wno-fatal -Ibuild/include --Mdir $$(@D) --prefix V$(1) --top-module $(call MODULE,$(1)) \
		$(foreach p,$(PARAMS_$(1)),"-G$(p)") $(call SOURCES,$(1)) > $(LAB)/models/$(1).log

$(LAB)/models/$(1)/model.o: $(LAB)/models/$(1)/V$(1).cpp build/include/$(1).h \
		$(patsubst %,tb/sim/model_%,shim.cpp runtime.h headers.h)
	@echo "  EMCC     $(1)"
	$(Q)printf '#include "%s"\n' $(CURDIR)/$$(@D)/V*.cpp $(CURDIR)/tb/sim/model_shim.cpp \
		> $$(@D)/all.cc
	$(Q)$(LAB_CC) $(LAB_CXX) -include tb/sim/model_print.h -Irtl/$(2) -I$$(@D) \
		$$(call MODEL_NAMES,$(1)) -DCLASS_H='"V$(1).h"' -c -o $$@ $$(@D)/all.cc
endef

# $(1): board
define lab_rules
$(foreach m,$(call LAB_MODELS,$(1)),$(eval $(call lab_model_rules,$(m),$(1))))
$(LAB)/$(1)/models.h: tb/$(1)/board.mk
	@mkdir -p $$(@D)
	$(Q)printf '#include "%s.h"\n' $(call LAB_MODELS,$(1)) > $$@
	$(Q)echo '#define MODELS(ONE) $(patsubst %,ONE(%),$(call LAB_MODELS,$(1)))' >> $$@
$(LAB)/$(1)/tools.h: tb/$(1)/board.mk
	@mkdir -p $$(@D)
	$(Q)echo '#define TOOLS(ONE)' \
		'$(foreach t,$(notdir $(LAB_TOOLS_$(1))),ONE("$(t)",$(subst -,_,$(t))_main))' > $$@
	$(Q)echo '#define SIM_OPEN $(SIMLIB_$(1))_open' >> $$@

$(LAB)/$(1)/%.o: %.c | $(LAB_HEADERS) $(LAB)/$(1)/models.h $(LAB)/$(1)/tools.h \
		$(patsubst %,build/include/%.h,$(call LAB_MODELS,$(1))) $(BOARDS:%=build/include/%_regs.h)
	@mkdir -p $$(@D)
	@echo "  EMCC     $$<"
	$(Q)$(LAB_CC) -std=c11 $(LAB_OPT) -w -Wno-incompatible-function-pointer-types -MMD -MP \
		-D_UINTPTR_T_DEFINED $(CPPFLAGS) \
		$(call includes,tb/$(1)/lab.c) -I$(LAB)/include -I$(LAB)/$(1) \
		$$(call LAB_AS_TOOL,$(1),$$(notdir $$*)) -c -o $$@ $$<

$(LAB)/$(1)/board.js: $(patsubst %,$(LAB)/models/%/model.o,$(call LAB_MODELS,$(1))) \
		$(LAB)/runtime.o $(call LAB_OBJECTS,$(1)) $(call LAB_HEADER,$(1))
	@echo "  LINK     $$@"
	$(Q)functions=$$$$($(LAB_FUNCTIONS) $(or $(call LAB_HEADER,$(1)),sw/lab/tools.c) | paste -sd,); \
		$(LAB_CC) $(LAB_LINK) $(call LAB_FIBERS,$(1)) -o $$@ $$(filter %.o,$$^) \
		-sEXPORTED_FUNCTIONS=$$$$functions \
		$(if $(LAB_TOOLS_$(1)),-Wl$(comma)--wrap=device_open$(comma)--wrap=device_close)
$(LAB)/$(1)/board-worker.js: $(if $(LAB_TOOLS_$(1)),$(PAKO)) $(LAB)/$(1)/board.js sw/lab/worker.js
	@cat $$^ > $$@

build/lab/$(1).html: $(wildcard $(foreach e,html js css txt,sw/$(1)/lab/*.$(e) sw/lab/*.$(e))) \
		$(LAB)/$(1)/board-worker.js $(LAB)/d3.min.js $(LAB)/style.js \
		$(addprefix $(LAB)/$(1)/,$(LAB_PARTS_$(1)))
	$(Q)node sw/lab/assemble.js sw/$(1)/lab/page.html sw/$(1)/lab sw/lab $(LAB)/$(1) $(LAB) > $$@
	@echo "$$@: $$$$(wc -c < $$@) bytes"
-include $(patsubst %.o,%.d,$(call LAB_OBJECTS,$(1)))
endef
include $(wildcard $(LAB_BOARDS:%=sw/%/lab/lab.mk))
$(foreach b,$(LAB_BOARDS),$(eval $(call lab_rules,$(b))))

$(LAB)/d3.min.js: /usr/share/nodejs/d3/dist/d3.min.js
	@mkdir -p $(@D)
	@cp $< $@

# the sheets of the labs, as pages beside those of the boards
LAB_SHEETS := $(wildcard sw/lab/labs/*.md)
build/lab/%.html: sw/lab/labs/%.md ci/generate/manual $(wildcard sw/lab/labs/*.svg) \
		$(addprefix sw/lab/,sheet.html assemble.js head.html lab.css)
	@mkdir -p $(LAB)
	$(Q)$(PYTHON3) -B ci/generate/manual sheet sw/lab/sheet.html $< > $(LAB)/$*.sheet
	$(Q)node sw/lab/assemble.js $(LAB)/$*.sheet sw/lab > $@
$(LAB)/style.js: sw/lab/style.in sw/lib/style.h
	@mkdir -p $(@D)
	$(Q)$(CC) -E -P -x c -Isw/lib -o $@ $<

.PHONY: lab test-lab
$(LAB)/pages.html: sw/lab/index.js $(LAB_BOARDS:%=sw/%/lab/page.html)
	@mkdir -p $(@D)
	$(Q)node $^ > $@
$(LAB)/sheets.html: sw/lab/index.js $(LAB_SHEETS)
	@mkdir -p $(@D)
	$(Q)node $^ > $@
build/lab/index.html: sw/lab/index.html $(addprefix sw/lab/,assemble.js head.html lab.css) \
		$(LAB)/pages.html $(LAB)/sheets.html
	$(Q)node sw/lab/assemble.js $< sw/lab $(LAB) > $@
LAB_PAGES := $(LAB_BOARDS:%=build/lab/%.html) $(LAB_SHEETS:sw/lab/labs/%.md=build/lab/%.html) \
	build/lab/index.html
lab: ## the boards as web pages in build/lab (needs emscripten)
lab: $(LAB_PAGES)
test-lab: ## the pages of make lab in Chromium, without a display
# a tool in a folder is a program of the page
test-lab: lab \
		$(foreach b,$(LAB_BOARDS),$(BUILD_DIR)/lib/lib$(SIMLIB_$(b)).so \
		$(call program_files,$(SERVER_$(b))) $(BUILD_DIR)/bin/tallyboard \
		$(foreach t,$(LAB_TOOLS_$(b)),$(if $(findstring /,$(t)),,$(call program_files,$(t)))))
	$(Q)sw/lab/tests/run build/lab $(LAB_BOARDS)
