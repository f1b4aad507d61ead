# SPDX-License-Identifier: Apache-2.0
# The NUMAchine memory monitor in simulation. mk/boards.mk describes the variables.
FOLDERS_numachine := tb/common tb/machine/numachine
PARTS_numachine := tb/bus/nmbus.c tb/device/sram.c tb/device/ccsram.c tb/machine/cache.c \
	tb/machine/lackey.c
SIMLIB_numachine := numachinesim
SERVER_numachine := numachined

PAPER_numachine := memory machine sharing blind
BENCH_numachine := machine recorder
SMOKE_numachine := first_events
SMOKE_nmpcm := pcm_transactions pcm_sram pcm_latency
CORES_numachine := numachine:numachine:test_first:first_events nmpcm:nmpcm:test_pcm:pcm_counters
LONG_numachine := random_*:1000:random diagnose_*:4000:diagnose
SLOW_ICARUS_numachine := card_continuous card_fine_and_coarse card_intrusion \
	card_no_intrusion card_peak_activity card_wrong_station diagnose_gain diagnose_pages \
	diagnose_patterns drv_overflow queue_bursts queue_wait

SHOWS_numachine_lint := NM-ENG-001
SHOWS_numachine_registered := NM-PIPE-012 NM-OE-005
SHOWS_numachine_synth := NM-ENG-006 NM-PIPE-012
SHOWS_numachine_smoke := NM-ENG-007
SHOWS_numachine_kinds := NM-SCI-001

# the card in the web page of make lab
LAB_TOOLS_numachine := nmon nmon-lines nmon-words nmon-pages
LAB_numachine := $(patsubst %,tb/numachine/%.c,nm_golden monitor trial) tb/bus/nmbus.c \
	tb/device/sram.c \
	$(patsubst %,tb/machine/numachine/%.c,card kernels machine netcache network nm_params pages \
	recording replay) \
	tb/machine/lackey.c tb/machine/cache.c \
	$(patsubst %,sw/numachine/%.c,nm_diagnose nm_fields nm_names nm_program nm_report nm_table \
	nm_words nmlib nmutil) \
	$(patsubst %,sw/lib/%.c,checksum cmdline device memtrace outfile printable progress record \
	register_model util)
