# SPDX-License-Identifier: Apache-2.0
# The MultiKron chips and their PCI board: facts about the hardware. mk/boards.mk describes
# the variables.
BOARDS += multikron
TITLE_multikron := The PCI MultiKron interface board (NISTIR 5993)
TOPS_multikron := multikron multikron_ii multikron_vc
REGS_multikron := multikron_regs.def
MAPS_multikron := multikron multikron_pci
AREAS_multikron := MMIO@0
AREAS_multikron_pci := CFG@0
RTL_multikron := $(wildcard rtl/multikron/*.v rtl/pci/*.v rtl/lib/*.v)
RTL_multikron_ii := rtl/multikron/multikron_ii.v rtl/multikron/mk_counters.v \
	rtl/multikron/mk_samples.v $(wildcard rtl/lib/*.v)
RTL_multikron_vc := rtl/multikron/multikron_vc.v rtl/multikron/mk_counters.v $(wildcard rtl/lib/*.v)

MODELS_multikron := multikron multikron_novc multikron_wrap multikron_be multikron_ii multikron_vc
# a board without the MultiKron_vc
PARAMS_multikron_novc := VC_INSTALLED=0 VENDOR_ID=16'h1234 DEVICE_ID=16'hABCD
# timestamp, counters, WAITCNT and OVRCNT start just before they wrap
PARAMS_multikron_wrap := TS_INIT=56'hFFFFFFFFFFFF00 RC_INIT=64'hFFFFFFFFFFFFEC78 \
	OVERLOAD_INIT=32'hFFFFFFF0
# the opposite byte orders, and a timestamp that starts just before a carry into its upper half
PARAMS_multikron_be := MEM_BIG_ENDIAN=1 CABLE_LITTLE_ENDIAN=1 TS_INIT=56'h000005FFFFFC00

REJECTED_multikron := VC_INSTALLED=2 MEM_BIG_ENDIAN=2 CABLE_LITTLE_ENDIAN=2
REJECTED_multikron_ii := EXT_ASYNC=2
REJECTED_multikron_vc := EXT_ASYNC=2

# both chips together do not fit the FPGA of ci/measure/synth; the MultiKron_vc is mapped alone
SYNTH_PARAMS_multikron := VC_INSTALLED=0
