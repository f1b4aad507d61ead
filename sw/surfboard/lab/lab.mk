# SPDX-License-Identifier: Apache-2.0
# What the page of the SurfBoard includes: recorded runs, configurations of the bin selector, and
# the saved views of waves.
LAB_RUNS  := build/lab/runs
LAB_PARTS_surfboard := runs.json presets.json views.json

# the runs: traces that demo writes, and those of workloads of surf
LAB_PREPARE := fpga $(CURDIR)/fpga-configs/size-sender.bit; acdr.sendid=0; acdr.catmux=0; \
	acdr.lat_s=0; acdr.lat_n=c; htcr.wen=1; htcr.hen=1; htcr.ten=1
LAB_WORKLOADS := ocean simple
LAB_OPTIONS_ocean := size=32 steps=1
LAB_OPTIONS_simple := size=64 steps=20
LAB_WORKLOAD = workload $(firstword $(1)) nodes=4 $(LAB_OPTIONS_$(firstword $(1))) \
	combine=$(lastword $(1)); drain; htcr=0
$(LAB_RUNS)/demo: $(BUILD_DIR)/bin/demo
	@mkdir -p $(@D)
	@echo "  RUN      demo"
	$(Q)$< -o $(@D) lu radix > $@.log 2>&1 || { cat $@.log; false; }
	@touch $@
$(LAB_RUNS)/%.trace: $(BUILD_DIR)/bin/surf build/lib/libsurfsim.so build/lib/libsurfboard.so
	@mkdir -p $(@D)
	@echo "  RUN      $*"
	$(Q)$< -c '$(LAB_PREPARE); $(call LAB_WORKLOAD,$(subst -, ,$*)); save trace $@' \
		> $(@:.trace=.log)

LAB_PROGRAMS := lu radix $(LAB_WORKLOADS)
LAB_TITLE = $(shell echo $(1) | tr a-z A-Z), combining $(2)
$(LAB)/surfboard/runs.json: $(LAB_RUNS)/demo sw/lab/runs.js \
		$(foreach w,$(LAB_WORKLOADS),$(foreach c,on off,$(LAB_RUNS)/$(w)-$(c).trace))
	@mkdir -p $(@D)
	$(Q)node sw/lab/runs.js $(foreach p,$(LAB_PROGRAMS),$(foreach c,on off,\
		'$(LAB_RUNS)/$(p)-$(c).trace=$(call LAB_TITLE,$(p),$(c))')) > $@
$(LAB)/surfboard/presets.json: $(wildcard fpga-configs/*.bsel) sw/lab/texts.js
	@mkdir -p $(@D)
	$(Q)node sw/lab/texts.js $(filter-out %/identity.bsel %.js,$^) > $@
# views of one board
$(LAB)/surfboard/views.json: $(filter-out %/boards_interleave.gtkw,$(wildcard \
	waves/surfboard/*.gtkw)) sw/lab/texts.js
	@mkdir -p $(@D)
	$(Q)node sw/lab/texts.js $(filter %.gtkw,$^) > $@
