// SPDX-License-Identifier: Apache-2.0
//
// ahb_models - ahb_tap on a bus whose master and slave are the models of cocotbext-ahb
//
// Purpose     has the pins that the models and ahb_models.py drive and read.
// Interface   AHB-Lite (h*), the packet port and the counters of ahb_tap.
// Domain      clk.
// Reset       rst_n, synchronous here; bus_rst_n is that of the bus alone.
`timescale 1ns / 1ps
`default_nettype none

module ahb_models (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        bus_rst_n,
    input  wire [31:0] haddr,
    input  wire [2:0]  hsize,
    input  wire [1:0]  htrans,
    input  wire [31:0] hwdata,
    input  wire [31:0] hrdata,
    input  wire        hwrite,
    input  wire        hready,
    input  wire        hresp,
    output wire        p_valid,
    output wire [10:0] p_words,
    output wire [5:0]  p_color,
    output wire [43:0] p_rxtime,
    output wire [43:0] p_txtime,
    output wire [24:0] p_addr,
    input  wire        p_ready,
    output wire [1:0]  p_lost,
    output wire [31:0] frames,
    output wire [31:0] packets,
    output wire [31:0] dropped
);
    ahb_tap #(.COLOR_READ_ERROR(6'd2), .COLOR_WRITE_ERROR(6'd3)) u_tap (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(64'd0), .hsel(1'b1),
        .htrans(htrans), .hready(hready), .hwrite(hwrite), .haddr(haddr), .hsize(hsize),
        .hresp(hresp), .p_valid(p_valid), .p_y(), .p_x(), .p_category(), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(), .p_addr(p_addr),
        .p_be(), .p_ready(p_ready), .p_lost(p_lost), .clear(1'b0), .frames(frames),
        .packets(packets), .dropped(dropped), .flags(), .about());
endmodule
