# SPDX-License-Identifier: Apache-2.0
# Bit streams for FPGA boards. Each folder of examples/boards with a board.mk declares facts:
#   FAMILY_<fpga>      ecp5 or ice40
#   DEVICE_<fpga>      options of nextpnr: device and package
#   PINS_<fpga>        file of pins and clock for nextpnr
#   SOURCES_<fpga>     Verilog files besides the top, examples/boards/<fpga>/<fpga>.v
#   LOADER_<fpga>      options of openFPGALoader
#   SERIAL_<fpga>      pins of surf_fpga, and the pins of the board that have their place
#   SIM_<fpga>         options of uartsim
# and has a script check, which compares a histogram that it reads over the UART with its reference.
# DESCRIPTION=FILE makes such a folder from a few lines (ci/generate/fpga-board) and names it.
ifneq ($(DESCRIPTION),)
FPGA := $(shell ci/generate/fpga-board '$(DESCRIPTION)')
endif
include $(wildcard examples/boards/*/board.mk)
FPGAS := $(patsubst examples/boards/%/board.mk,%,$(wildcard examples/boards/*/board.mk))

$(foreach f,$(FPGAS),$(eval $(call files_gen,$(f),examples/boards/$(f)/$(f).v $(SOURCES_$(f)))))
lint bitstream: $(FPGAS:%=build/gen/%.files)

# the timing exceptions of a top's crossings, for other tools; CLOCKS="aclk=10 clk=40" has the
# periods in ns, PARAMETERS="ONE_CLOCK=0" the top's parameters, INSTANCE=u_soc/u_monitor its place
constraints: ##3 build/constraints/TOP.xdc and .sdc, timing of its crossings (TOP, CLOCKS)
constraints: generated
	@mkdir -p build/constraints
	@$(foreach f,xdc sdc,ci/generate/constraints $(f) '$(TOP)' $(CLOCKS) $(PARAMETERS:%=-p %) \
		$(INSTANCE:%=-i %) > build/constraints/'$(TOP)'.$(f) && \
		echo build/constraints/'$(TOP)'.$(f) &&) true

# nextpnr and the packer: those of the system, or else those of PyPI
FPGA_PYTHON := build/fpga/python
$(FPGA_PYTHON)/installed: ci/release/fpga-packages ci/release/install-python
	@mkdir -p $(dir $(@D))
	@ci/release/install-python $(@D) ci/release/fpga-packages
	@touch $@

clocks: ##3 the clocks that the cores reach in FPGAs, five seeds each, and their aims
clocks: generated $(if $(shell command -v nextpnr-ecp5),,$(FPGA_PYTHON)/installed)
	@$(foreach b,$(call boards-with,SIZES),\
		$(call CHECK_SHOWN,synth,$(b)_clocks,$(SHOWS_$(b)_clocks),\
			env SEEDS="1 2 3 4 5" ci/measure/sizes -a $(b)) &&) true

define bitstream_rules
build/fpga/$(1)/$(1).bit: build/gen/$(1).files examples/boards/$(1)/$(1).v $(SOURCES_$(1)) \
		$(addprefix examples/boards/$(1)/,board.mk $(PINS_$(1))) ci/generate/bitstream \
		$(BOARDS:%=build/include/%_regs.vh) \
		$(if $(shell command -v nextpnr-$(FAMILY_$(1))),,| $(FPGA_PYTHON)/installed)
	@ci/generate/bitstream $(1) $(FAMILY_$(1)) '$(DEVICE_$(1))' $(PINS_$(1))
endef
$(foreach f,$(FPGAS),$(eval $(call bitstream_rules,$(f))))

bitstream: ##3 build/fpga/NAME/NAME.bit, for an FPGA board (FPGA=NAME or DESCRIPTION=FILE)
bitstream: build/fpga/$(FPGA)/$(FPGA).bit
	@cat build/fpga/$(FPGA)/figures

# the netlist that nextpnr has placed takes the place of the model surf_fpga
PLACED_FOLDER = build/fpga/$(FPGA)
test-bitstream: ##3 its placed netlist, simulated, counts right and answers over its UART
test-bitstream: bitstream $(patsubst %,$(BUILD_DIR)/bin/%,uartsim buslatency surf) \
		build/lib/libsurf_example.so
	@ci/generate/placed-netlist $(PLACED_FOLDER)/placed.json surf_fpga $(SERIAL_$(FPGA)) \
		> $(PLACED_FOLDER)/surf_fpga.v
	@$(SUB) PLACED=$(PLACED_FOLDER) $(PLACED_FOLDER)/lib/libsurf_fpga.so
	@LD_LIBRARY_PATH=$(PLACED_FOLDER)/lib ci/checks/check -v \
		-i '$(foreach b,$(BOARD),$(SHOWS_$(b)_bitstream))' bitstream $(FPGA) \
		examples/boards/$(FPGA)/check $(PLACED_FOLDER) $(BUILD_DIR)/bin/uartsim $(SIM_$(FPGA))

program: ##3 load this bit stream into the board (FPGA=NAME; needs openFPGALoader)
	@command -v openFPGALoader >/dev/null || { echo "install openFPGALoader" >&2; false; }
	openFPGALoader $(LOADER_$(FPGA)) build/fpga/$(FPGA)/$(FPGA).bit
