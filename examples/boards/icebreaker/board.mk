# SPDX-License-Identifier: Apache-2.0
# iCEBreaker with iCE40UP5K. mk/fpga.mk describes the variables.
FAMILY_icebreaker := ice40
DEVICE_icebreaker := --up5k --package sg48
PINS_icebreaker := icebreaker.pcf
SOURCES_icebreaker = examples/boards/icebreaker/frames.v rtl/tap/axis_tap.v \
	rtl/tap/tap_about.v rtl/tap/tap_time.v rtl/tap/tap_count.v $(RTL_surf_axil) \
	$(filter-out %/wb_master.v %/bridge_wb.v,$(wildcard rtl/bridge/*.v))
LOADER_icebreaker := --board=ice40_generic
SERIAL_icebreaker := clk=CLK rst_n=BTN_N rxd=RX txd=TX led=LEDG_N
# 12 MHz and 3 Mbaud in whole nanoseconds: four clocks for each bit
SIM_icebreaker := --clock=84 --baud=2976190
