# SPDX-License-Identifier: Apache-2.0
# The SurfBoard: facts about its hardware. mk/boards.mk describes the variables.
BOARDS += surfboard
TITLE_surfboard := The SurfBoard (TR-596-99, 1999)
# the board of the report, the same board on two current buses, and its core for an FPGA design
TOPS_surfboard := surfboard surfboard_axil surfboard_wb surf_axil surf_wb surf_taps bus_taps \
	tap_async surf_example surf_fpga bridge_wb
REGS_surfboard := surfboard_regs.def surfboard_acdr.def surfboard_ext.def surfboard_id.def
# addresses as decoded by surf_host
MAPS_surfboard := surfboard surfboard_ext surfboard_id
AREAS_surfboard := SLOT@0 MMIO@0x10000 TRACE:0x1000000@0x8000000 HISTOGRAM:0x1000000@0xC000000
AREAS_surfboard_ext := EXT@0x10000
AREAS_surfboard_id := ID@0
SURF_HOST := $(addprefix rtl/surfboard/surf_,host.v bram.v port.v sni.v)
SURF_CORE := $(filter-out $(TOPS_surfboard:%=rtl/surfboard/%.v) \
	$(SURF_HOST) rtl/surfboard/surf_turn.v,$(wildcard rtl/surfboard/*.v)) \
	     $(wildcard rtl/shrimp/*.v rtl/lib/*.v)
RTL_surfboard := rtl/surfboard/surfboard.v rtl/surfboard/surf_turn.v $(SURF_CORE) \
	$(wildcard rtl/eisa/*.v)
RTL_surfboard_axil := rtl/surfboard/surfboard_axil.v $(SURF_CORE) $(SURF_HOST) \
	$(wildcard rtl/axil/*.v)
RTL_surfboard_wb := build/rtl/surfboard/surfboard_wb.v $(SURF_CORE) $(SURF_HOST) \
	$(wildcard rtl/wb/*.v)
RTL_surf_axil := rtl/surfboard/surf_axil.v $(SURF_CORE) $(SURF_HOST) $(wildcard rtl/axil/*.v)
RTL_surf_wb := build/rtl/surfboard/surf_wb.v $(SURF_CORE) $(SURF_HOST) $(wildcard rtl/wb/*.v)
TAPS_alone := %/tap_async.v %/tap_order.v %/wb_tap.v %/apb_tap.v %/ahb_tap.v %/bus_taps.v
RTL_surf_taps := $(filter-out $(TAPS_alone),$(wildcard rtl/tap/*.v)) \
	$(patsubst %,rtl/lib/%.v,reset_sync sync_bits sync_fifo sync_jitter)
RTL_bus_taps := $(filter-out %/tap_async.v %/surf_taps.v %/axi_tap.v %/axis_tap.v %/axi_latency.v \
	%/tap_start.v %/tap_tag.v,$(wildcard rtl/tap/*.v)) \
	$(patsubst %,rtl/lib/%.v,reset_sync sync_bits sync_fifo sync_jitter)
RTL_tap_async := rtl/tap/tap_async.v \
	$(patsubst %,rtl/lib/%.v,async_fifo cdc_handshake reset_sync sync_bits sync_gray sync_jitter)
RTL_surf_example := $(wildcard examples/latency/*.v) $(filter-out %/surf_taps.v \
	$(TAPS_alone),$(wildcard rtl/tap/*.v)) $(RTL_surf_axil)
# the cores of the Python package litex_tallyboard, each with the modules of these taps
LITEX_CORES_surfboard := surf_wb surf_axil
LITEX_TAPS_surfboard := surf_taps bus_taps
# the example behind a UART, for the boards of examples/boards
RTL_surf_fpga := examples/boards/surf_fpga.v $(RTL_surf_example) \
	$(filter-out %/wb_master.v %/bridge_axil.v %/bridge_wb.v,$(wildcard rtl/bridge/*.v))
RTL_bridge_wb := $(filter-out %/axil_master.v %/bridge_axil.v,$(wildcard rtl/bridge/*.v)) \
	$(patsubst %,rtl/lib/%.v,crc16 reset_sync sync_bits sync_jitter)

# choices of axi_tap, with surf_taps and surf_taps_frame all combinations: requests timed from
# AxVALID, reads timed to their first beat, no color of errors
CHOICES := $(addprefix surf_taps_,start first plain start_plain first_plain start_first_plain)
MODELS_surfboard := surfboard surfboard_wrap surfboard_idt surfboard_x4 \
		    surfboard_axil surfboard_wb surfboard_bram surfboard_port surf_axil surf_wb \
		    surf_taps surf_taps_frame surf_taps_ids $(CHOICES) bus_taps tap_async \
		    surf_example surf_fpga bridge_wb surfboard_rev2 surf_axil_rev2 surf_axil_rev3 \
		    surf_axil_lean surf_axil_outside surf_axil_small
# all parts of these models are also in other models
PLAIN_surfboard := surfboard_wb surfboard_bram surf_wb surf_taps_frame surf_taps_ids $(CHOICES) \
	surf_example surf_fpga surf_axil_rev2 surf_axil_rev3 surf_axil_lean surf_axil_outside \
	surf_axil_small
# models with memories in block RAM, and behind request ports
TOP_surfboard_bram := surfboard_axil
PARAMS_surfboard_bram := MEM=0
TOP_surfboard_port := surfboard_wb
PARAMS_surfboard_port := MEM=1
# revision 2
PARAMS_surfboard_rev2 := BOARD_REV=2
TOP_surf_axil_rev2 := surf_axil
PARAMS_surf_axil_rev2 := BOARD_REV=2 WINDOW_LOG2=22 CLOCK_HZ=100000000 TAPS=1
TOP_surf_axil_rev3 := surf_axil
PARAMS_surf_axil_rev3 := BOARD_REV=3 WINDOW_LOG2=22 CLOCK_HZ=100000000 TAPS=1
# without what limits its clock
TOP_surf_axil_lean := surf_axil
PARAMS_surf_axil_lean := BOARD_REV=3 EXTRAS=0 WINDOW_LOG2=22 CLOCK_HZ=100000000
# the same with 64 MB of each memory outside, for the benchmark of monitors
TOP_surf_axil_outside := surf_axil
PARAMS_surf_axil_outside := BOARD_REV=3 EXTRAS=0 MEM=1 HIST_LOG2=24 TRACE_LOG2=24 \
	CLOCK_HZ=100000000
# the smallest core: no addresses in the trace, a small window
TOP_surf_axil_small := surf_axil
PARAMS_surf_axil_small := ADDRESS=0 WINDOW_LOG2=18
# sizes that fit the FPGA of ci/measure/synth
SYNTH_PARAMS_surf_axil := HIST_LOG2=9 TRACE_LOG2=8
SYNTH_PARAMS_surf_wb := HIST_LOG2=9 TRACE_LOG2=8
ECP5_surfboard := surf_taps bus_taps surf_example surf_fpga
# the receive time counter starts 1024 ticks before it wraps
PARAMS_surfboard_wrap := RXTIME_INIT=44'hFFFFFFFFC00
# FIFO flags of the IDT part instead of those of the report; the receive time starts with nearly all
# bits of its Gray code 1
PARAMS_surfboard_idt := IDT_EXACT=1 RXTIME_INIT=44'hAA555555500
# two boards on bus a, one each on buses b and c; all share the global clock
ARRAY_surfboard_x4 := a1 a2 b1 c1 bclk@1 clk_s1@1 s_gclk@0 s_grst_n@0

# time stamps in the frames, an external clock, requests timed from AxVALID, reads timed to their
# first beat
TOP_surf_taps_frame := surf_taps
PARAMS_surf_taps_frame := QUIET_LOG2=10 TX_FRAME=1 TIME_EXT=1 READ_FIRST=1 START_VALID=1
# 12 bits of id in 4 tags
TOP_surf_taps_ids := surf_taps
PARAMS_surf_taps_ids := QUIET_LOG2=10 ID_BITS=12 TAG_BITS=2 TIME_INIT=44'hFFFFFFFF000
# a short GAP_MS, so that the line recovers soon
PARAMS_surf_fpga := GAP_MS=1
# and a short time limit of the bus
PARAMS_bridge_wb := GAP_MS=1 BUS_CLOCKS=200
# the local time wraps soon
PARAMS_surf_taps := QUIET_LOG2=10 TIME_INIT=44'hFFFFFFFF000
$(foreach m,$(CHOICES),$(eval TOP_$(m) := surf_taps) $(eval PARAMS_$(m) = $(PARAMS_surf_taps) \
	$(and $(findstring start,$(m)),START_VALID=1) $(and $(findstring first,$(m)),READ_FIRST=1) \
	$(and $(findstring plain,$(m)),COLOR_READ_ERROR=6'd0 COLOR_WRITE_ERROR=6'd1)))

REJECTED_surfboard := IDT_EXACT=2 BOARD_REV=3
REJECTED_surf_axil := BOARD_REV=4 EXTRAS=2 TAPS=2 MEM=2 ADDRESS=2 WINDOW_LOG2=17 WINDOW_LOG2=29 \
	MODULO=2
REJECTED_surf_wb := MEM=2 ADDRESS=2 WINDOW_LOG2=17
REJECTED_surf_taps := TX_FRAME=2 TIME_EXT=2 READ_FIRST=2 START_VALID=2 FIFO_LOG2=0 \
	FIFO_LOG2=11 QUIET_LOG2=3 TAG_BITS=0 TAG_BITS=5
REJECTED_surf_fpga := GAP_MS=0 GAP_MS=251
REJECTED_bridge_wb := GAP_MS=0 BUS_CLOCKS=1
REJECTED_tap_async := DEPTH_LOG2=1 DEPTH_LOG2=11
LOGIC_tap_async := t_ready p_valid p_lost
LOGIC_bus_taps := frames p_valid p_y p_x p_category p_words p_color p_rxtime p_txtime p_irq p_addr \
	p_be tap_rdata
LOGIC_bridge_wb := wb_sel
# wires of the streams, and the port's ready, are combinational
LOGIC_surf_taps := a_frames b_frames rd_frames wr_frames \
	tap_rdata a_tready am_tvalid am_tlast am_tdata am_tkeep am_tid am_tdest am_tuser \
	b_tready bm_tvalid bm_tlast bm_tdata bm_tkeep bm_tid bm_tdest bm_tuser p_valid \
	p_y p_x p_category p_words p_color p_rxtime p_txtime p_irq p_addr p_be
