// SPDX-License-Identifier: Apache-2.0
//
// diff_in - receivers of differential lines
//
// Purpose     converts pairs of wires to levels. In an FPGA the vendor's differential input buffer
//             replaces this module.
// Interface   q is 1 only for p = 1 and n = 0, so that an open or shorted pair reads as a constant
//             0. Clocked logic must read q through a block for asynchronous levels: ci/checks/cdc
//             treats q as a pin.
// Latency     combinational.
// Domain      none.
`default_nettype none

module diff_in #(
    parameter WIDTH = 1    // pairs
) (
    input  wire [WIDTH-1:0] p,
    input  wire [WIDTH-1:0] n,
    output wire [WIDTH-1:0] q
);
    assign q = p & ~n;
endmodule
