// SPDX-License-Identifier: Apache-2.0
//
// dut - verilog-axi's axil_ram, which is axiram in logikbench, for faults.v
//
// Purpose     is the third-party memory system of faults.v. It answers in the clock in
//             which it takes a request, so that latencies of 0 occur.
// Interface   AXI4-Lite, with ids of ID_BITS, which come back as they are.
// Domain      clk.
// Reset       rst_n, synchronous.
`default_nettype wire

module dut (
`include "axi_dut.vh"
);
    // the ids of the last requests
    logic [`ID_BITS-1:0] awid, arid;

    always_ff @(posedge clk)
        {awid, arid} <= {s_bid, s_rid};

    assign s_bid = s_awvalid && s_awready ? s_awid : awid;
    assign s_rid = s_arvalid && s_arready ? s_arid : arid;
    assign s_rlast = 1'b1;

    axiram #(.AW(20)) u_ram (
        .clk(clk), .rst(!rst_n), .s_axil_awaddr(s_awaddr), .s_axil_awprot(3'd0),
        .s_axil_awvalid(s_awvalid), .s_axil_awready(s_awready), .s_axil_wdata(s_wdata),
        .s_axil_wstrb(4'hF), .s_axil_wvalid(s_wvalid), .s_axil_wready(s_wready),
        .s_axil_bresp(s_bresp), .s_axil_bvalid(s_bvalid), .s_axil_bready(s_bready),
        .s_axil_araddr(s_araddr), .s_axil_arprot(3'd0), .s_axil_arvalid(s_arvalid),
        .s_axil_arready(s_arready), .s_axil_rdata(s_rdata), .s_axil_rresp(s_rresp),
        .s_axil_rvalid(s_rvalid), .s_axil_rready(s_rready));
endmodule
