# SPDX-License-Identifier: Apache-2.0
# The NUMAchine memory monitor in simulation. mk/boards.mk describes the variables.
FOLDERS_numachine := tb/common tb/machine/numachine
PARTS_numachine := tb/bus/nmbus.c tb/device/sram.c tb/device/ccsram.c tb/machine/cache.c tb/machine/lackey.c
SIMLIB_numachine := numachinesim
SERVER_numachine := numachined

PAPER_numachine := memory machine sharing
BENCH_numachine := machine
SMOKE_numachine := first_events
SMOKE_nmpcm := pcm_transactions pcm_sram pcm_latency
CORES_numachine := numachine:numachine:test_first:first_events nmpcm:nmpcm:test_pcm:pcm_counters
LONG_numachine := random_*:1000:random diagnose_*:4000:diagnose
SLOW_ICARUS_numachine := card_continuous card_fine_and_coarse diagnose_gain diagnose_pages \
	queue_bursts queue_wait

SHOWS_numachine_lint := NM-ENG-001
SHOWS_numachine_registered := NM-PIPE-012 NM-OE-005
SHOWS_numachine_synth := NM-ENG-006 NM-PIPE-012
SHOWS_numachine_smoke := NM-ENG-007
SHOWS_numachine_kinds := NM-SCI-001
