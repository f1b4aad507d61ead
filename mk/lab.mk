# SPDX-License-Identifier: Apache-2.0
# The pages of sw/lab: boards in the browser, compiled by Verilator and emscripten to WebAssembly.
#
# LAB_<board> in tb/<board>/board.mk lists the C files of a board; the page calls the functions of
# tb/<board>/lab.h. Only these targets need emscripten, Node.js, D3 and Chromium.
LAB       := build/lab/work
LAB_RUNS  := build/lab/runs
LAB_CC    := NODE_PATH=/usr/share/nodejs emcc
LAB_OPT   := -O2 -g0
LAB_CXX   := -std=c++17 $(LAB_OPT) -w -fexceptions -DVL_IGNORE_UNKNOWN_ARCH $(OWN_STOPS) \
	     -DMODEL_NO_WAVES -DVM_COVERAGE=0 -DVERILATOR_RELEASE='"$(RELEASE)"' \
	     -I$(VERILATED) -I$(VERILATED)/vltstd -Ibuild/include -Ibuild/gen
LAB_LINK  := -O1 -g0 -fexceptions -sSINGLE_FILE=1 -sMODULARIZE=1 -sEXPORT_NAME=openBoard \
	     -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=1MB \
	     -sEXPORTED_RUNTIME_METHODS=ccall,FS,HEAPF64,HEAPU8
LAB_BOARDS := $(foreach b,$(BOARDS),$(if $(LAB_$(b)),$(b)))

# headers of libraries of which the pages use declarations only
LAB_HEADERS := $(addprefix $(LAB)/include/,cmocka.h zlib.h zconf.h zstd.h)
$(LAB)/include/%.h:
	@mkdir -p $(@D)
	@cp "$$(echo '#include <$*.h>' | $(CC) -E - | sed -n 's|^# 1 "\(.*/$*\.h\)".*|\1|p' | head -1)" $@

# $(1): model, $(2): board
define lab_rules
$(LAB)/$(1)/V$(1).cpp: $(call SOURCES,$(1)) build/include/$(2)_regs.vh
	@mkdir -p $$(@D)
	@echo "  VERILATE $(1), for WebAssembly"
	$(Q)verilator --cc -O3 --timescale 1ps/1ps --x-assign fast --x-initial fast --assert \
		-Wno-fatal -Ibuild/include --Mdir $$(@D) --prefix V$(1) --top-module $(call MODULE,$(1)) \
		$(foreach p,$(PARAMS_$(1)),"-G$(p)") $(call SOURCES,$(1)) > $(LAB)/$(1).log

# one unit, because emcc starts slowly
$(LAB)/$(1)/model.o: $(LAB)/$(1)/V$(1).cpp tb/sim/model_shim.cpp build/include/$(1).h
	@echo "  EMCC     $(1)"
	$(Q)printf '#include "%s"\n' $(CURDIR)/$(LAB)/$(1)/V*.cpp $(VERILATED)/verilated.cpp \
		$(VERILATED)/verilated_threads.cpp $(CURDIR)/tb/sim/model_shim.cpp > $(LAB)/$(1)/all.cc
	$(Q)$(LAB_CC) $(LAB_CXX) -Irtl/$(2) -I$(LAB)/$(1) -DMODEL=$(1) -DMODEL_H='"$(1).h"' \
		-DCLASS_H='"V$(1).h"' -DPINS_DEF='"$(call MODULE,$(1))_pins.def"' -c -o $$@ $(LAB)/$(1)/all.cc

$(LAB)/c-$(2)/%.o: %.c $(LAB_HEADERS) tb/$(2)/lab.h build/include/$(1).h \
		| $(BOARDS:%=build/include/%_regs.h)
	@mkdir -p $$(@D)
	@echo "  EMCC     $$<"
	$(Q)$(LAB_CC) -std=c11 $(LAB_OPT) -w -D_UINTPTR_T_DEFINED $(CPPFLAGS) \
		$(call includes,tb/$(2)/lab.c) -I$(LAB)/include -DMODEL=$(1) -DMODEL_H='"$(1).h"' -c -o $$@ $$<

$(LAB)/$(2).js: $(LAB)/$(1)/model.o \
		$(patsubst %.c,$(LAB)/c-$(2)/%.o,$(LAB_$(2)) tb/sim/model_linked.c)
	@echo "  LINK     $$@"
	$(Q)$(LAB_CC) $(LAB_LINK) -o $$@ $$^ \
		-sEXPORTED_FUNCTIONS=$$$$(sed -n 's/^[a-z][a-z0-9_ *]*[ *]\(lab_[a-z_]*\)(.*/_\1/p' tb/$(2)/lab.h | \
			paste -sd,)
endef
$(foreach b,$(LAB_BOARDS),$(eval $(call lab_rules,$(firstword $(MODELS_$(b))),$(b))))

# The recorded runs: traces that demo writes, and those of workloads of surf.
LAB_PREPARE := fpga $(CURDIR)/fpga-configs/size-sender.bit; acdr.sendid=0; acdr.catmux=0; \
	acdr.lat_s=0; acdr.lat_n=c; htcr.wen=1; htcr.hen=1; htcr.ten=1
LAB_WORKLOADS := ocean simple
LAB_OPTIONS_ocean := size=32 steps=1
LAB_OPTIONS_simple := size=64 steps=20
LAB_WORKLOAD = workload $(firstword $(1)) nodes=4 $(LAB_OPTIONS_$(firstword $(1))) \
	combine=$(lastword $(1)); drain; htcr=0
$(LAB_RUNS)/demo: $(X)/bin/demo
	@mkdir -p $(@D)
	@echo "  RUN      demo"
	$(Q)$< -o $(@D) lu radix > $@.log 2>&1 || { cat $@.log; false; }
	@touch $@
$(LAB_RUNS)/%.trace: $(X)/bin/surf build/lib/libsurfsim.so build/lib/libsurfboard.so
	@mkdir -p $(@D)
	@echo "  RUN      $*"
	$(Q)$< -c '$(LAB_PREPARE); $(call LAB_WORKLOAD,$(subst -, ,$*)); save trace $@' \
		> $(@:.trace=.log)

LAB_PROGRAMS := lu radix $(LAB_WORKLOADS)
LAB_TITLE = $(shell echo $(1) | tr a-z A-Z), combining $(2)
$(LAB)/runs.json: $(LAB_RUNS)/demo sw/lab/runs.js \
		$(foreach w,$(LAB_WORKLOADS),$(foreach c,on off,$(LAB_RUNS)/$(w)-$(c).trace))
	$(Q)node sw/lab/runs.js $(foreach p,$(LAB_PROGRAMS),$(foreach c,on off,\
		'$(LAB_RUNS)/$(p)-$(c).trace=$(call LAB_TITLE,$(p),$(c))')) > $@
$(LAB)/presets.json: $(wildcard fpga-configs/*.bsel) sw/lab/presets.js
	@mkdir -p $(@D)
	$(Q)node sw/lab/presets.js $(filter-out %/identity.bsel %.js,$^) > $@
$(LAB)/d3.min.js: /usr/share/nodejs/d3/dist/d3.min.js
	@mkdir -p $(@D)
	@cp $< $@
$(LAB)/%-worker.js: $(LAB)/%.js sw/lab/worker.js
	@cat $^ > $@

build/lab/%.html: sw/lab/%.html $(wildcard sw/lab/*.js sw/lab/*.css) $(LAB)/%-worker.js \
		$(addprefix $(LAB)/,runs.json presets.json d3.min.js)
	$(Q)node sw/lab/assemble.js $< sw/lab $(LAB) > $@
	@echo "$@: $$(wc -c < $@) bytes"

.PHONY: lab test-lab
lab: $(LAB_BOARDS:%=build/lab/%.html) ## the SurfBoard as a web page in build/lab (needs emscripten)
test-lab: lab ## the page of make lab in Chromium, without a display
	$(Q)node sw/lab/tests/surfboard.js build/lab $(LAB_RUNS)
