# SPDX-License-Identifier: Apache-2.0
# The sample board in simulation. mk/boards.mk describes the variables.
FOLDERS_sample := tb/common
PARTS_sample := tb/bus/axil.c tb/bus/word_device.c
SIMLIB_sample := samplesim
SERVER_sample := sampled

PAPER_sample := rate
PICTURES_sample := threshold_interrupt
SMOKE_sample := first_count
LONG_sample := random_events:200:long
SHOWS_sample_lint := SA-HW-005
