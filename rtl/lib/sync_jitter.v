// SPDX-License-Identifier: Apache-2.0
//
// sync_jitter - random bits for the crossing blocks, simulation only
//
// Purpose     source of the random delays that SIM_JITTER adds to synchronisers.
//             Never part of a synthesized design.
// Interface   rnd changes with every clock in which next is 1, that is when it was
//             used. Keep next 0 in reset: before it flip-flops are unknown in one
//             simulator and 0 in the other. Simulator option +jitter=<seed>
//             (decimal) seeds it; without it or with 0 rnd stays 0: no jitter.
//             SALT makes instances differ.
// Domain      clk.
// Coverage    none: it is no part of the hardware.
`default_nettype none
/* verilator coverage_off */

module sync_jitter #(
    parameter [31:0] SALT = 32'd0
) (
    input  wire        clk,
    input  wire        next,
    output reg  [63:0] rnd
);
`ifndef YOSYS // whose netlists keep it as a black box
    // xorshift64; state 0 stays 0.
    function [63:0] after(input [63:0] r);
        begin
            after = r ^ (r << 13);
            after = after ^ (after >> 7);
            after = after ^ (after << 17);
        end
    endfunction

    reg [31:0] seed;

    initial begin
        seed = 32'd0;
        if (!$value$plusargs("jitter=%d", seed))
            seed = 32'd0;
        rnd = 64'd0;
        // Seed and SALT are spread over the word: like seeds begin unlike.
        if (seed != 32'd0)
            rnd = {seed * 32'h9E3779B9 ^ SALT, SALT * 32'h85EBCA6B ^ seed} | 64'd1;
    end

    always @(posedge clk)
        if (next)
            rnd <= after(rnd);
`endif
endmodule
