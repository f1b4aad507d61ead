# SPDX-License-Identifier: Apache-2.0
# For the tools of others: register maps as SystemRDL and IP-XACT.
#
# PeakRDL comes from PyPI into build/python. `make cores` and `make examples` alone need it.
PYTHON := build/python/installed
$(PYTHON): ci/python-packages ci/install-python
	@ci/install-python $(@D)
	@touch $@

# $(call MAP_CHECK,BOARD,MAP)
MAP_CHECK = $(call CHECK,cores,map_$(2),$(if $(filter $(2),$(firstword $(MAPS_$(1)))),$(SHOWS_$(1)_map)),ci/register-map $(1) build/gen/$(firstword $(TOPS_$(1))) $(2) $(AREAS_$(2)))

cores: generated $(PYTHON) ## what other tools need: register maps for SystemRDL and IP-XACT, tried with them (needs PyPI)
	@$(foreach b,$(BOARD),$(foreach m,$(MAPS_$(b)),$(call MAP_CHECK,$(b),$(m)) &&)) true
