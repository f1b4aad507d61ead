// SPDX-License-Identifier: Apache-2.0
//
// sync_jitter - random bits for the crossing blocks, simulation only
//
// Purpose     generates the random delays that SIM_JITTER adds to synchronisers. It is never part
//             of a synthesized design.
// Interface   rnd changes at every clock edge at which next is 1, which means that the value was
//             used. next must be 0 in reset, because before reset flip-flops are unknown in one
//             simulator and 0 in the other. The simulator option +jitter=<seed> (decimal) seeds the
//             generator; without it, or with seed 0, rnd stays 0 and there is no jitter. SALT makes
//             instances differ.
// Domain      clk.
// Coverage    none, because it is no part of the hardware.
`default_nettype none
/* verilator coverage_off */

module sync_jitter #(
    parameter [31:0] SALT = 32'd0
) (
    input  wire        clk,
    input  wire        next,
    output reg  [63:0] rnd
);
`ifndef YOSYS // the netlists of yosys keep this module as a black box
    // xorshift64; state 0 stays 0. x ^ y is (x | y) & ~(x & y), which Icarus Verilog evaluates as
    // words.
    function [63:0] after(input [63:0] r);
        reg [63:0] s;
        begin
            s = r << 13;
            after = (r | s) & ~(r & s);
            s = after >> 7;
            after = (after | s) & ~(after & s);
            s = after << 17;
            after = (after | s) & ~(after & s);
        end
    endfunction

    reg [31:0] seed;

    initial begin
        seed = 32'd0;
        if (!$value$plusargs("jitter=%d", seed))
            seed = 32'd0;
        rnd = 64'd0;
        // Spreads seed and SALT over the word, so that similar seeds give different sequences.
        if (seed != 32'd0)
            rnd = {seed * 32'h9E3779B9 ^ SALT, SALT * 32'h85EBCA6B ^ seed} | 64'd1;
    end

`ifdef __ICARUS__ // does the same, but costs nothing at the edges at which next is 0
    always begin
        wait (next);
        @(posedge clk);
        if (next)
            rnd <= after(rnd);
    end
`else
    always @(posedge clk)
        if (next)
            rnd <= after(rnd);
`endif
`endif
endmodule
