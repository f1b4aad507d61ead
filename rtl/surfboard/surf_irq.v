// SPDX-License-Identifier: Apache-2.0
//
// surf_irq - interrupt status, mask and request lines
//
// Purpose     contains ISCR and IEMR and drives the interrupt lines.
// Interface   set has one bit for each condition, at its position in ISCR. Sticky bits (LU, LV, PV,
//             WCV, BV, FV, EXT, TP, TC) stay set until 1 is written to them; a condition in the
//             clock of that write sets the bit again. The other bits (RTV, FF, FAF, FPF, FNE) show
//             the current level. wr_iscr and wr_iemr have one bit per byte lane and are valid for
//             one clock, with wdata. irlev (EBCR.IRLEV) selects the line: 2 to 7 are irq[0] to
//             irq[5], with 0 and 1 no line is driven. pend and irq (IRQ15, 14, 12, 10, 9, 5) rise
//             and fall in the same clock, so ISCR.PEND always shows the state of the lines.
// Latency     condition to ISCR 1 clock, to pend and irq 2.
// Domain      clk25.
// Reset       rst_n: power-on; rst_board_n: power-on and RESDRV, clears IEMR and releases the
//             lines. enable = 0 does the same.
// Paper       TR-596-99 A.5, A.6 ISCR, IEMR.
`default_nettype none

`include "surfboard_regs.vh"

module surf_irq (
    input  wire        clk25,
    input  wire        rst_n,
    input  wire        rst_board_n,
    input  wire        enable,
    input  wire [2:0]  irlev,
    input  wire [13:0] set,
    input  wire [1:0]  wr_iscr,
    input  wire [1:0]  wr_iemr,
    input  wire [13:0] wdata,
    output wire [13:0] iscr,
    output reg  [13:0] iemr,
    output reg         pend,
    output reg  [5:0]  irq
);
    localparam [13:0] LIVE = 14'd1 << `SURFBOARD_ISCR_RTV_LSB | 14'd1 << `SURFBOARD_ISCR_FF_LSB |
                             14'd1 << `SURFBOARD_ISCR_FAF_LSB | 14'd1 << `SURFBOARD_ISCR_FPF_LSB |
                             14'd1 << `SURFBOARD_ISCR_FNE_LSB;

    reg  [13:0] sticky;
    wire [13:0] clear = wdata & {{6{wr_iscr[1]}}, {8{wr_iscr[0]}}};

    assign iscr = sticky | (set & LIVE);

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            sticky <= 14'd0;
        else
            sticky <= (set | (sticky & ~clear)) & ~LIVE;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            iemr <= 14'd0;
        else if (!enable)
            iemr <= 14'd0;
        else begin
            if (wr_iemr[0])
                iemr[7:0] <= wdata[7:0];
            if (wr_iemr[1])
                iemr[13:8] <= wdata[13:8];
        end

    wire pending = enable && irlev[2:1] != 2'b00 && (iscr & iemr) != 14'd0;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            pend <= 1'b0;
            irq  <= 6'b000000;
        end else begin
            pend <= pending;
            irq  <= pending ? 6'd1 << (irlev - 3'd2) : 6'b000000;
        end
endmodule
