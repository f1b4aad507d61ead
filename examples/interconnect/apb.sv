// SPDX-License-Identifier: Apache-2.0
//
// dut - pulp's apb_node with two of its apb_timer, for buses.v
//
// Purpose     is the third-party slave of buses.v. The node never answers an address that
//             no timer has: the master gives up.
// Interface   APB.
// Domain      clk.
// Reset       rst_n, asynchronous.
`default_nettype wire

module dut (
`include "dut.vh"
);
    logic [1:0]       penable, pwrite, psel, pready, pslverr;
    logic [1:0][31:0] paddr, pwdata, prdata;

    apb_node #(.NB_MASTER(2)) u_node (
        .penable_i(go), .pwrite_i(we), .paddr_i({16'd0, adr}), .psel_i(sel), .pwdata_i(wdata),
        .prdata_o(), .pready_o(ready), .pslverr_o(error), .penable_o(penable), .pwrite_o(pwrite),
        .paddr_o(paddr), .psel_o(psel), .pwdata_o(pwdata), .prdata_i(prdata), .pready_i(pready),
        .pslverr_i(pslverr), .START_ADDR_i({32'h20, 32'h0}), .END_ADDR_i({32'h3F, 32'h1F}));

    for (genvar k = 0; k < 2; k++) begin : g_timer
        apb_timer #(.TIMER_CNT(1)) u_timer (
            .HCLK(clk), .HRESETn(rst_n), .PADDR({7'd0, paddr[k][4:0]}), .PWDATA(pwdata[k]),
            .PWRITE(pwrite[k]), .PSEL(psel[k]), .PENABLE(penable[k]), .PRDATA(prdata[k]),
            .PREADY(pready[k]), .PSLVERR(pslverr[k]), .irq_o());
    end
    assign stall = 1'b0;
endmodule
