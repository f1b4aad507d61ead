# SPDX-License-Identifier: Apache-2.0
# Bit streams for FPGA boards. Each folder of examples/boards with a board.mk declares facts:
#   FAMILY_<fpga>      ecp5 or ice40
#   DEVICE_<fpga>      options of nextpnr: device and package
#   PINS_<fpga>        file of pins and clock for nextpnr
#   SOURCES_<fpga>     Verilog files besides the top, examples/boards/<fpga>/<fpga>.v
#   LOADER_<fpga>      options of openFPGALoader
include $(wildcard examples/boards/*/board.mk)
FPGAS := $(patsubst examples/boards/%/board.mk,%,$(wildcard examples/boards/*/board.mk))

$(foreach f,$(FPGAS),$(eval $(call files_gen,$(f),examples/boards/$(f)/$(f).v $(SOURCES_$(f)))))
lint bitstream: $(FPGAS:%=build/gen/%.files)

# nextpnr and the packer: those of the system, or else those of PyPI
FPGA_PYTHON := build/fpga/python
$(FPGA_PYTHON)/installed: ci/release/fpga-packages ci/release/install-python
	@mkdir -p $(dir $(@D))
	@ci/release/install-python $(@D) ci/release/fpga-packages
	@touch $@

bitstream: generated $(if $(shell command -v nextpnr-$(FAMILY_$(FPGA))),,$(FPGA_PYTHON)/installed) ##3 build/fpga/NAME/NAME.bit, the bit stream of an FPGA board (FPGA=NAME)
	@ci/generate/bitstream $(FPGA) $(FAMILY_$(FPGA)) '$(DEVICE_$(FPGA))' $(PINS_$(FPGA))

program: ##3 load this bit stream into the board (FPGA=NAME; needs openFPGALoader)
	@command -v openFPGALoader >/dev/null || { echo "install openFPGALoader" >&2; false; }
	openFPGALoader $(LOADER_$(FPGA)) build/fpga/$(FPGA)/$(FPGA).bit
