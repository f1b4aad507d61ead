// SPDX-License-Identifier: Apache-2.0
//
// Memory model for proofs with many words: of a memory with one write and one read port only one
// slot, which the solver chooses, is stored; other slots read arbitrary values. A property that
// holds with this model also holds with the real memory. In the module with the memory mem the
// address of the slot is mem.slot and its contents mem.word.
(* techmap_celltype = "$mem_v2" *)
module slot_mem (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR,
                 WR_DATA);
    parameter MEMID = "";
    parameter SIZE = 4;
    parameter OFFSET = 0;
    parameter ABITS = 2;
    parameter WIDTH = 8;
    parameter INIT = 1'bx;
    parameter RD_PORTS = 1;
    parameter RD_CLK_ENABLE = 1'b1;
    parameter RD_CLK_POLARITY = 1'b1;
    parameter RD_TRANSPARENCY_MASK = 1'b0;
    parameter RD_COLLISION_X_MASK = 1'b0;
    parameter RD_WIDE_CONTINUATION = 1'b0;
    parameter RD_CE_OVER_SRST = 1'b0;
    parameter RD_ARST_VALUE = 1'b0;
    parameter RD_SRST_VALUE = 1'b0;
    parameter RD_INIT_VALUE = 1'b0;
    parameter WR_PORTS = 1;
    parameter WR_CLK_ENABLE = 1'b1;
    parameter WR_CLK_POLARITY = 1'b1;
    parameter WR_PRIORITY_MASK = 1'b0;
    parameter WR_WIDE_CONTINUATION = 1'b0;
    input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
    input [RD_PORTS*ABITS-1:0] RD_ADDR;
    output [RD_PORTS*WIDTH-1:0] RD_DATA;
    input [WR_PORTS-1:0] WR_CLK;
    input [WR_PORTS*WIDTH-1:0] WR_EN;
    input [WR_PORTS*ABITS-1:0] WR_ADDR;
    input [WR_PORTS*WIDTH-1:0] WR_DATA;

    // an output register is not part of the memory cell (memory -nordff)
    wire _TECHMAP_FAIL_ = RD_PORTS != 1 || WR_PORTS != 1 || RD_CLK_ENABLE != 0 ||
                          WR_CLK_ENABLE != 1 ||
                          WR_CLK_POLARITY != 1 || OFFSET != 0 || SIZE != (1 << ABITS);

    wire [ABITS-1:0] \_TECHMAP_REPLACE_.slot ;
    reg  [WIDTH-1:0] \_TECHMAP_REPLACE_.word ;
    wire [WIDTH-1:0] other;

    \$anyconst #(.WIDTH(ABITS)) u_slot (.Y(\_TECHMAP_REPLACE_.slot ));
    \$anyseq #(.WIDTH(WIDTH)) u_other (.Y(other));

    always @(posedge WR_CLK[0])
        if (WR_ADDR == \_TECHMAP_REPLACE_.slot )
            \_TECHMAP_REPLACE_.word <= (WR_DATA & WR_EN) | (\_TECHMAP_REPLACE_.word & ~WR_EN);

    assign RD_DATA = RD_ADDR == \_TECHMAP_REPLACE_.slot ? \_TECHMAP_REPLACE_.word : other;
endmodule
