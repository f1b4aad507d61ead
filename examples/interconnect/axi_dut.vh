// SPDX-License-Identifier: Apache-2.0
// Ports of the module dut that faults.v disturbs: AXI4 with ids of ID_BITS
`ifndef ID_BITS
`define ID_BITS 3
`endif
    input  logic        clk,
    input  logic        rst_n,
    input  logic [`ID_BITS-1:0] s_awid,
    input  logic [19:0] s_awaddr,
    input  logic [7:0]  s_awlen,
    input  logic        s_awvalid,
    output logic        s_awready,
    input  logic [31:0] s_wdata,
    input  logic        s_wlast,
    input  logic        s_wvalid,
    output logic        s_wready,
    output logic [`ID_BITS-1:0] s_bid,
    output logic [1:0]  s_bresp,
    output logic        s_bvalid,
    input  logic        s_bready,
    input  logic [`ID_BITS-1:0] s_arid,
    input  logic [19:0] s_araddr,
    input  logic [7:0]  s_arlen,
    input  logic        s_arvalid,
    output logic        s_arready,
    output logic [`ID_BITS-1:0] s_rid,
    output logic [31:0] s_rdata,
    output logic [1:0]  s_rresp,
    output logic        s_rlast,
    output logic        s_rvalid,
    input  logic        s_rready
