// SPDX-License-Identifier: Apache-2.0
//
// sync_jitter - random bits for the crossing blocks, simulation only
//
// Purpose     source of the random delays that SIM_JITTER adds to synchronisers.
//             Never part of a synthesized design.
// Interface   rnd changes with every clock. Simulator option +jitter=<seed>
//             (decimal) seeds it; without it or with 0 rnd stays 0: no jitter.
//             SALT makes instances differ.
// Domain      clk.
`default_nettype none

module sync_jitter #(
    parameter [31:0] SALT = 32'd0
) (
    input  wire        clk,
    output reg  [63:0] rnd
);
    // xorshift64; state 0 stays 0.
    wire [63:0] a = rnd ^ (rnd << 13);
    wire [63:0] b = a ^ (a >> 7);
    wire [63:0] c = b ^ (b << 17);

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
        rnd <= c;
endmodule
