# SPDX-License-Identifier: Apache-2.0
# ULX3S with LFE5U-85F. mk/fpga.mk describes the variables.
FAMILY_ulx3s := ecp5
DEVICE_ulx3s := --85k --package CABGA381
PINS_ulx3s := ulx3s.lpf
SOURCES_ulx3s = $(RTL_surf_fpga)
LOADER_ulx3s := --board=ulx3s
SERIAL_ulx3s := clk=clk_25mhz rst_n=btn_pwr_n rxd=ftdi_txd txd=ftdi_rxd led=led[4:0]
SIM_ulx3s := --clock=40 --baud=3000000
