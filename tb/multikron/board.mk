# SPDX-License-Identifier: Apache-2.0
# The MultiKron board in simulation. mk/boards.mk describes the variables.
PARTS_multikron := tb/bus/pci.c tb/device/dram.c tb/device/s16d.c tb/device/sram.c

FOLDERS_multikron := tb/common tb/machine/pc
SIMLIB_multikron := multikronsim
SERVER_multikron := multikrond
SIMMODELS_multikron := multikron multikron_novc

PAPER_multikron := probes rates bus
PAPERMODELS_multikron := multikron multikron_wrap

CORES_multikron := multikron:multikron:test_first:first_samples \
	multikron_ii:multikron_ii:test_pins:ii_latency \
	multikron_vc:multikron_vc:test_pins:vc_latency
SMOKE_multikron := first_samples
LONG_multikron := soak_*:10000:soak soak_discard:100000:soak-10-million \
	cab_many:1000:cable
SLOW_ICARUS_multikron := chip_carry_phases chip_discards chip_each_counter \
	chip_overload_wraps chip_pair_each chip_pair_read chip_pairs chip_pins chip_room \
	chip_sample_counters chip_waits clk_counters clk_same clk_ten_ms cr_clocks cr_ext \
	cr_recommended ii_random ii_resources pci_answers pci_byte_enables pci_byte_enables_novc \
	pci_hung pci_retries smp_lost_flag smp_resources smp_saturated smp_shadows utl_pairs \
	vc_sources vc_switch_counts

SHOWS_multikron_lint := MK-ENG-001
SHOWS_multikron_agree := MK-ENG-002 MK-ENG-009
SHOWS_multikron_synth := MK-ENG-007
SHOWS_multikron_smoke := MK-ENG-008

# the board in the web page of make lab
LAB_TOOLS_multikron := lab/probes mk_pci mk_rdsample mk_status mk_rpt mk_expand
LAB_multikron := $(patsubst %,tb/multikron/%.c,mk_golden mkboard mkchip) tb/common/registers.c \
	$(PARTS_multikron) $(patsubst %,tb/machine/pc/%.c,pc station) \
	$(patsubst %,sw/multikron/%.c,longlong mk_check mk_interval mk_sample mklib mkprobe mkutil) \
	$(patsubst %,sw/lib/%.c,checksum cmdline device outfile outstream printable progress record \
	register_model util)
