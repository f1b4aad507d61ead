# SPDX-License-Identifier: Apache-2.0
# Files for third-party tools: register maps as SystemRDL and IP-XACT, and core files for FuseSoC.
#
# FuseSoC, PeakRDL, LiteX, cocotb, pyslang, clang-format and the schema of SARIF come from PyPI into
# build/python.
# `make cores`, `make examples` and `make mutate CLASS=mistakes` alone need them.
PYTHON := build/python/installed
$(PYTHON): $(addprefix ci/release/,python-packages python-packages-alone install-python)
	@ci/release/install-python $(@D)
	@touch $@

# $(call MAP_CHECK,BOARD,MAP)
MAP_CHECK = $(call CHECK,cores,map_$(2),$(if \
	$(filter $(2),$(firstword $(MAPS_$(1)))),$(SHOWS_$(1)_map)),\
	ci/generate/register-map $(1) build/gen/$(firstword $(TOPS_$(1))) $(2) $(AREAS_$(2)))

# Folders that boards share, each with the module that lint and synth use.
SHARED := lib:async_fifo axil:axil_slave bridge:bridge_axil wb:wb_slave eisa:eisa_slave \
	pci:pci_target pbx:pbx_slave shrimp:shrimp_stage1
SHARED_HERE := $(sort $(filter $(foreach f,$(SHARED),$(firstword $(subst :, ,$(f)))),\
	$(patsubst rtl/%/,%,$(dir $(foreach t,$(CHOSEN_TOPS),$(RTL_$(t)))))))
# $(call CORE_OF,TOP:MODEL:PROGRAM:TEST)
CORE_OF = $(firstword $(subst :, ,$(1)))
CORE_FACTS = $(1) $(subst :, ,$(2)) $(PARAMS_$(word 2,$(subst :, ,$(2)))) -- \
	$(SYNTH_PARAMS_$(call CORE_OF,$(2)))
CORE_TESTS := $(foreach b,$(BOARD),$(foreach c,$(CORES_$(b)),\
	$(BUILD_DIR)/tb/$(b)/$(word 3,$(subst :, ,$(c))).vpi))

# the tops with core files, each of which is made as one Verilog file, too
CORE_TOPS := $(foreach b,$(BOARD),$(foreach c,$(CORES_$(b)),$(call CORE_OF,$(c))))
build/cores/fusesoc: generated
	@ci/generate/core-files $(VERSION) '$(SHARED)' \
		$(foreach b,$(BOARDS),$(foreach c,$(CORES_$(b)),"$(call CORE_FACTS,$(b),$(c))"))

# what takes long: jobs that run beside each other
CORE_JOBS := $(CORE_TOPS:%=core-%) core-litex core-schema
.PHONY: $(CORE_JOBS)
$(CORE_JOBS): build/cores/fusesoc $(PYTHON)
$(CORE_TOPS:%=core-%): core-%: $(CORE_TESTS)
	@$(call CHECK,cores,$*,$(call shows,$*,cores),ci/run/run-core $* lint sim synth)
core-litex: $(foreach b,$(BOARD),$(NEEDS_LITEX_$(b)))
	@$(foreach b,$(BOARD),$(foreach e,$(LITEX_$(b)),$(call CHECK,cores,litex,$(SHOWS_$(b)_litex),\
		build/python/bin/python $(e)) &&)) true
	@$(foreach b,$(BOARD),$(foreach e,$(LITEX_SERVER_$(b)),\
		$(call CHECK,cores,litex_server,$(SHOWS_$(b)_litex_server),\
			build/python/bin/python $(e)) &&)) true

# of all boards, whose tools are built in any case
core-schema: tools
	@$(foreach b,$(BOARDS),$(foreach e,$(SCHEMA_$(b)),$(call CHECK,cores,schema,$(SHOWS_$(b)_schema),\
		build/python/bin/python $(e)) &&)) true

cores: ##3 register maps and core files for other tools, tried with these tools (needs PyPI)
cores: $(CORE_JOBS) $(CORE_TOPS:%=build/cores/%.v)
	@ci/checks/check cores format ci/checks/lint-format
	@$(foreach b,$(BOARD),$(foreach m,$(MAPS_$(b)),$(call MAP_CHECK,$(b),$(m)) &&)) true
	@$(foreach b,$(BOARD),$(foreach t,$(TOPS_$(b)),\
		$(call CHECK,cores,strict_$(t),$(SHOWS_$(b)_strict),\
			build/python/bin/python ci/checks/strict $(t)) && \
		ci/checks/check cores mistakes_$(t) ci/checks/test-mistakes $(t) &&)) true
	@$(foreach f,$(SHARED_HERE),\
		$(call CHECK,cores,$(f),$(foreach b,$(BOARD),$(SHOWS_$(b)_cores)),\
			ci/run/run-core $(f) lint $(if $(wildcard tb/cores/$(f)_tb.v),sim) synth) &&) true
	@$(foreach c,$(CORE_TOPS),$(call CHECK,cores,$(c)_single,,\
		iverilog -g2005 -Wall -s $(c) -o build/cores/$(c).vvp build/cores/$(c).v) &&) true

# a top with all of its modules in one file, for designs that copy it
build/cores/%.v: generated
	@mkdir -p $(@D)
	@ci/generate/single-file $* > $@

cocotb: generated $(PYTHON)
	@$(foreach b,$(BOARD),$(foreach e,$(COCOTB_$(b)),\
		$(call CHECK,example,cocotb,$(SHOWS_$(b)_cocotb),build/python/bin/python $(e)) &&)) true

interconnect: ##3 transactions, with errors, on designs of others (needs PyPI and git)
interconnect: generated $(PYTHON)
	@$(foreach d,pulp pulp_ids zipcpu zipcpu_ids litex axil_ram tilelink liteeth serv shared \
		regblock microwatt ahb wally ahb_models apb regblock_apb,\
		$(call CHECK_SHOWN,interconnect,$(d),\
		$(foreach b,$(BOARD),$(SHOWS_$(b)_interconnect)),build/python/bin/python \
		examples/interconnect/faults.py $(d) $(or $(TRANSACTIONS),100000) $(SEED)) &&) true
