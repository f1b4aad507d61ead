// SPDX-License-Identifier: Apache-2.0
//
// diff_in - receivers of differential lines
//
// Purpose     levels of pairs of wires. In an FPGA the vendor's differential input
//             buffer takes its place.
// Interface   q is 1 for p = 1, n = 0 only: an open or shorted pair is a steady 0.
//             Where q is a clocked circuit's input, a block that takes
//             asynchronous levels must follow: ci/cdc treats q as a pin.
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
