// SPDX-License-Identifier: Apache-2.0
//
// Flip-flops for ci/equivalent: a step is an instant at which any of the clocks may rise, a
// clock input is 1 in the steps in which it does. An asynchronous reset acts at once. Every
// flip-flop holds 0 in the beginning, which stands for its reset value.
(* techmap_celltype = "$dff" *)
module step_dff (CLK, D, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1;
    input CLK;
    input [WIDTH-1:0] D;
    output [WIDTH-1:0] Q;

    wire _TECHMAP_FAIL_ = CLK_POLARITY != 1;

    \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(CLK ? D : Q), .Q(Q));
endmodule

(* techmap_celltype = "$adff" *)
module step_adff (CLK, ARST, D, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1;
    parameter ARST_POLARITY = 1;
    parameter [WIDTH-1:0] ARST_VALUE = 0;
    input CLK, ARST;
    input [WIDTH-1:0] D;
    output [WIDTH-1:0] Q;

    wire _TECHMAP_FAIL_ = CLK_POLARITY != 1;

    wire reset = ARST == ARST_POLARITY;
    wire [WIDTH-1:0] kept;      // XOR the reset value

    assign Q = reset ? ARST_VALUE : kept ^ ARST_VALUE;
    \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (
        .D(reset ? {WIDTH{1'b0}} : CLK ? D ^ ARST_VALUE : kept), .Q(kept)
    );
endmodule
