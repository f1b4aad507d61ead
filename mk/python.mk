# SPDX-License-Identifier: Apache-2.0
# The Python package sw/python, and what it reads about the driver libraries: their declarations,
# made from the headers, and the register tables.
#
# Tests run with Debian's Python, whose packages ci/release/install-deps names, not with another
# that comes first in PATH.
PYTHON3      := /usr/bin/python3
DECLARATIONS := build/share/tallyboard/python/declarations

# libraries with installed headers: the first of each board
PYTHON_LIBRARIES := $(foreach b,$(BOARD),$(firstword $(LIBRARIES_$(b))))
define declaration_rules
$(DECLARATIONS)/$(1).h: $(filter %.h %.def,$(HEADERS_$(2)) $(HEADERS_LIB)) \
		ci/generate/declarations build/include/$(2)_regs.h
	@mkdir -p $$(@D)
	@echo "  PYTHON   $$@"
	$(Q)CC='$(CC)' CPPFLAGS='-Isw/lib -Isw/$(2) -Irtl/$(2) -Ibuild/include' \
		ci/generate/declarations build/gen/declarations/$(1) \
		$(notdir $(filter %.h,$(HEADERS_$(2)) $(HEADERS_LIB))) > $$@
$(DECLARATIONS)/$(2).json: ci/generate/registers.c build/gen/$(2)_registers.def \
		$(addprefix rtl/$(2)/,$(REGS_$(2)))
	@mkdir -p $$(@D) build/gen/declarations
	$(Q)$(HOSTCC) -std=c11 $(WARN) -DBOARD=$(2) -DREGS_DEF='"build/gen/$(2)_registers.def"' -I. \
		-o build/gen/declarations/$(2)_registers $$<
	$(Q)build/gen/declarations/$(2)_registers > $$@
endef
$(foreach b,$(BOARDS),$(foreach l,$(firstword $(LIBRARIES_$(b))),\
	$(eval $(call declaration_rules,$(l),$(b)))))
# one Verilog file of each core with the taps, for litex_tallyboard
VERILOG := $(dir $(DECLARATIONS))verilog
define verilog_rules
$(VERILOG)/$(1).v: ci/generate/single-file VERSION $(foreach t,$(1) $(LITEX_TAPS_$(2)),\
		build/gen/$(t).files $(RTL_$(t))) build/include/$(2)_regs.vh
	@mkdir -p $$(@D)
	@echo "  PYTHON   $$@"
	$(Q)ci/generate/single-file $(1) $(LITEX_TAPS_$(2)) > $$@
endef
$(foreach b,$(BOARDS),$(foreach t,$(LITEX_CORES_$(b)),$(eval $(call verilog_rules,$(t),$(b)))))
PYTHON_VERILOG := $(foreach b,$(BOARD),$(LITEX_CORES_$(b):%=$(VERILOG)/%.v))
PYTHON_TABLES := $(PYTHON_LIBRARIES:%=$(DECLARATIONS)/%.h) $(BOARD:%=$(DECLARATIONS)/%.json)
tools: $(PYTHON_TABLES) $(PYTHON_VERILOG)
# the examples for cocotb and LiteX use the package
core-litex: $(PYTHON_VERILOG)
cocotb core-litex: $(PYTHON_TABLES) $(PYTHON_LIBRARIES:%=$(BUILD_DIR)/lib/lib%.so)

.PHONY: python
python: ## test the Python package (TEST=PATTERN)
python: tools
	@ci/checks/check -v -i '$(if $(filter-out *,$(TEST)),,PY-API-001 PY-API-002 PY-API-003)' \
		python package $(PYTHON3) -B -m pytest -q sw/python \
		$(if $(filter-out *,$(TEST)),-k '$(TEST)')

NOTEBOOKS := $(wildcard examples/notebooks/*.ipynb)
.PHONY: notebooks
notebooks: ## run the notebooks of examples/notebooks; make manual shows them with their outputs
notebooks: tools
	@ci/checks/check -v -i PY-DOC-001 python notebooks \
		$(PYTHON3) -B ci/run/notebooks build/notebooks $(NOTEBOOKS)

# The manual: a static site made of the documents, the manual pages, the register tables, the C
# headers, the Python package and the notebooks; with what make lab and make paper have made.
# sw/manual has its style and its search. A release has the pages of make lab, too.
.PHONY: manual
manual: ## everything to read as a static site in build/manual
manual: $(PYTHON_TABLES) notebooks $(if $(filter dist deb,$(MAKECMDGOALS)),lab)
	@$(PYTHON3) -B ci/generate/manual build/manual $(DECLARATIONS) $(INSTALLED_HEADERS)
	@ci/checks/check -i PY-DOC-002 manual site ci/checks/check-manual build/manual
dist deb: manual
.PHONY: test-manual
test-manual: ## the pages of make manual in Chromium, without a display
test-manual: manual
	$(Q)node sw/manual/test.js build/manual
