# SPDX-License-Identifier: Apache-2.0
# HYPERMON: facts about its hardware. mk/boards.mk describes the variables.
BOARDS += hypermon
TITLE_hypermon := HYPERMON (Malony, Reed 1990)
TOPS_hypermon := hypermon
REGS_hypermon := hypermon_regs.def
MAPS_hypermon := hypermon
AREAS_hypermon := MMIO@0
RTL_hypermon := $(wildcard rtl/hypermon/*.v rtl/pbx/*.v rtl/lib/*.v)

MODELS_hypermon := hypermon hypermon_wrap hypermon_256 hypermon_512 hypermon_8 hypermon_words \
	hypermon_select \
	hypermon_2048 hypermon_4096 hypermon_8192 hypermon_16384 hypermon_32768 hypermon_65536 \
	hypermon_marks \
	hypermon_marked
# the window number starts just before it wraps, LOST just before it saturates
PARAMS_hypermon_wrap := STAMP_INIT=32'hFFFFFFFE LOST_INIT=32'hFFFFFFFE FRAME_DEPTH=256
# loss marks: the full board, and one with a shallow frame FIFO
PARAMS_hypermon_marks := MARKS=1
PARAMS_hypermon_marked := MARKS=1 FRAME_DEPTH=256
PARAMS_hypermon_512 := FRAME_DEPTH=512
PARAMS_hypermon_8 := NODES=8
# the extensions that section 6 of the paper proposes; the window numbers start just before they
# wrap
PARAMS_hypermon_words := WORD_PORT=1 FRAME_DEPTH=256 STAMP_INIT=32'hFFFFFF00
PARAMS_hypermon_select := WORD_PORT=1 SELECT_TS=1 FRAME_DEPTH=256
# depths of the frame FIFO: one that fits an iCE40, and depths above and below what a burst needs
PARAMS_hypermon_256 := FRAME_DEPTH=256
PARAMS_hypermon_2048 := FRAME_DEPTH=2048
PARAMS_hypermon_4096 := FRAME_DEPTH=4096
PARAMS_hypermon_32768 := FRAME_DEPTH=32768
PARAMS_hypermon_65536 := FRAME_DEPTH=65536
PARAMS_hypermon_8192 := FRAME_DEPTH=8192
PARAMS_hypermon_16384 := FRAME_DEPTH=16384
# these models differ from others only in the depth of one memory
PLAIN_hypermon := hypermon_512 hypermon_2048 hypermon_4096 hypermon_8192 hypermon_16384 \
	hypermon_32768 \
	hypermon_65536 hypermon_marks

REJECTED_hypermon := NODES=0 NODES=17 FRAME_DEPTH=128 FRAME_DEPTH=1000 FRAME_DEPTH=131072 \
	WORD_PORT=2 WORD_PORT=-1 \
	SELECT_TS=1 MARKS=2
# the frame FIFO in its full size does not fit the chip
SYNTH_PARAMS_hypermon := FRAME_DEPTH=256
