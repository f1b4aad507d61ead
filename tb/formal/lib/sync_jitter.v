// SPDX-License-Identifier: Apache-2.0
//
// sync_jitter - stands in for rtl/lib/sync_jitter.v in proofs and gives arbitrary jitter
//
// With SIM_JITTER defined, the bits of rnd decide whether the crossing blocks take a change one
// clock later. Here the solver chooses rnd freely in every step.
`default_nettype none

module sync_jitter #(
    parameter [31:0] SALT = 32'd0
) (
    input  wire        clk,
    input  wire        next,
    output wire [63:0] rnd
);
    (* anyseq *) reg [63:0] any;

    assign rnd = any;
endmodule
