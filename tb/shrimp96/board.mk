# SPDX-License-Identifier: Apache-2.0
# The SHRIMP performance monitor of 1996 in simulation. mk/boards.mk describes the variables.
FOLDERS_shrimp96 := tb/common tb/shrimp tb/machine/shrimp tb/machine/shrimp/apps tb/machine/ranks
PARTS_shrimp96 := tb/bus/eisa.c tb/bus/axil.c tb/bus/wb.c tb/bus/word_device.c tb/bus/sni.c \
	tb/device/simm.c tb/machine/cache.c tb/machine/lackey.c tb/machine/terminal.c
SIMLIB_shrimp96 := shrimp96sim
SERVER_shrimp96 := shrimp96d
SIMMODELS_shrimp96 := shrimp96 shrimp96_16m

PAPER_shrimp96 := joint uses overhead migration
FAST_shrimp96 := yes
FAST_PAPER_shrimp96 := yes

SMOKE_shrimp96 := first_histogram
CORES_shrimp96 := shrimp96:shrimp96:test_first:first_histogram
LONG_shrimp96 := rate_*:1000:soak
SLOW_ICARUS_shrimp96 := boards_at_once cmd_registers cmd_words corner_power_on_busy \
	machine_own_packets machine_tags memory_survives mux_inputs mux_random rate_limit \
	registers_same_clock threshold_legal threshold_preset variables_together

# the board in the web page of make lab, and the machine that sends packets to it
LAB_TOOLS_shrimp96 := spm spm-address
LAB_shrimp96 := tb/sim/coroutine_wasm.c $(patsubst %,tb/shrimp96/%.c,s96_golden s96_node) \
	$(patsubst %,tb/shrimp/%.c,hostbus sending shrimp_node traffic) \
	$(patsubst %,tb/bus/%.c,eisa sni axil wb word_device) tb/device/simm.c tb/machine/cache.c \
	tb/machine/lackey.c $(patsubst %,tb/machine/ranks/%.c,ranks ranks_log) \
	$(patsubst %,tb/machine/shrimp/%.c,combine cpu mc_ranks mesh multicomputer ni pagemap \
	params places recorded survey svm threads) \
	$(patsubst %,tb/machine/shrimp/apps/%.c,apps burst lu ocean radix simple) \
	$(patsubst %,sw/shrimp96/%.c,spm_config spm_text spmlib) \
	$(patsubst %,sw/lib/%.c,checksum cmdline device memtrace outfile printable progress record \
	register_model util verbs)
