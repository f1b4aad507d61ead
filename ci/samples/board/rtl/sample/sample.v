// SPDX-License-Identifier: Apache-2.0
//
// sample - a counter behind a register
//
// Latency     a write is seen one clock later. Domain clk.
`default_nettype none

module sample #(
    parameter [7:0] COUNT_INIT = 8'h00, // after reset
    parameter       STEP       = 1      // at least 1
) (
    input  wire       clk,
    input  wire       reset_n,
    input  wire       wr,
    input  wire [7:0] wdata,
    output reg  [7:0] rdata
);
    generate if (STEP < 1) begin : g_check
        STEP_must_be_1_or_more illegal_parameter ();
    end endgenerate

    wire rst_n;

    reset_sync u_reset (.clk(clk), .arst_n(reset_n), .rst_n(rst_n));

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            rdata <= COUNT_INIT;
        else
            rdata <= wr ? wdata : rdata + STEP[7:0];
endmodule
