// SPDX-License-Identifier: Apache-2.0
//
// reset_sync - asynchronous assertion, synchronous release of a reset
//
// Purpose     derives the reset of one clock domain from an asynchronous source.
// Interface   arst_n low resets at once, with or without a clock. It must be
//             free of glitches: a pin, a flip-flop, or a gate of such signals
//             of which only one changes at a time.
// Latency     rst_n rises at the second clk edge after the rise of arst_n.
// Domain      clk.
// Constraint  no timing on the paths from arst_n (README.md). Recovery and
//             removal of the flip-flops that rst_n resets are ordinary paths
//             of clk.
`default_nettype none

module reset_sync (
    input  wire clk,
    input  wire arst_n,
    output wire rst_n
);
    // reason for the waiver: sync[0] is data for sync[1], which resets other flip-flops
    /* verilator lint_off SYNCASYNCNET */
    (* ASYNC_REG = "TRUE" *) reg [1:0] sync;
    /* verilator lint_on SYNCASYNCNET */

    always @(posedge clk or negedge arst_n)
        if (!arst_n)
            sync <= 2'b00;
        else
            sync <= {sync[0], 1'b1};

    assign rst_n = sync[1];
endmodule
