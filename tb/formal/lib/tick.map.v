// SPDX-License-Identifier: Apache-2.0
//
// Clock model for proofs with several clocks: a step of the solver is an instant at
// which any of the clocks may rise. A clock input is 1 in the steps in which the clock rises.
// Asynchronous resets act at once, with or without a clock. With IN_RESET, a flip-flop whose
// initial value would be 0 starts with its reset value (ci/checks/equivalent).
(* techmap_celltype = "$dff" *)
module tick_dff (CLK, D, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1;
    input CLK;
    input [WIDTH-1:0] D;
    output [WIDTH-1:0] Q;

    wire _TECHMAP_FAIL_ = CLK_POLARITY != 1;

    \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(CLK ? D : Q), .Q(Q));
endmodule

(* techmap_celltype = "$adff" *)
module tick_adff (CLK, ARST, D, Q);
    parameter WIDTH = 1;
    parameter CLK_POLARITY = 1;
    parameter ARST_POLARITY = 1;
    parameter [WIDTH-1:0] ARST_VALUE = 0;
    input CLK, ARST;
    input [WIDTH-1:0] D;
    output [WIDTH-1:0] Q;

    wire _TECHMAP_FAIL_ = CLK_POLARITY != 1;

`ifdef IN_RESET
    localparam [WIDTH-1:0] ZERO = ARST_VALUE;
`else
    localparam [WIDTH-1:0] ZERO = 0;
`endif
    wire reset = ARST == ARST_POLARITY;
    wire [WIDTH-1:0] kept;      // Q is kept ^ ZERO

    assign Q = reset ? ARST_VALUE : kept ^ ZERO;
    \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (
        .D(reset ? ARST_VALUE ^ ZERO : CLK ? D ^ ZERO : kept), .Q(kept)
    );
endmodule
