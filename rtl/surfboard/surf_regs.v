// SPDX-License-Identifier: Apache-2.0
//
// surf_regs - register map: decoder, read data, and the plain registers
//
// Purpose     decodes register accesses, holds FCCR.PROG, FCDR, ACDR, TTCR, ECDR,
//             PCLR and HTCR (but TRG), and gives the other registers, which live
//             where they are used, their write and read strobes.
// Interface   wr or rd (one clock) with offset, be (1 = byte takes part) and wdata.
//             rdata is valid in the clock after rd while offset stands still, all
//             32 bits whatever be is. Side effects happen once, in the clock of the
//             strobe, and only with byte lane 0. Strobes wr_* with several bits have
//             one per byte lane; WCDR, TICR and TECR are written by all four lanes
//             at once or not at all.
//             fcdr with cclk (one clock) goes to the bin selector.
// Latency     write: the register follows in the next clock. rdata 1 clock.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       TR-596-99 A.6.
`default_nettype none

`include "surfboard_regs.vh"

module surf_regs (
    input  wire        clk25,
    input  wire        rst_n,

    // access
    input  wire        wr,
    input  wire        rd,
    input  wire [5:2]  offset,
    input  wire [3:0]  be,
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,

    // FCCR, FCDR
    input  wire [3:0]  t_pd,
    input  wire [3:0]  h_pd,
    input  wire        sel_done,
    input  wire        sel_err,
    input  wire        sel_cfg,
    output reg         prog,
    output reg         cclk,
    output reg         fcdr,

    // ACDR
    output wire [2:0]  sendid,
    output wire        catmux,
    output wire [4:0]  lat_s,
    output wire [3:0]  lat_n,
    output wire [1:0]  tsize,

    // TTCR, ECDR, PCLR
    output reg  [8:0]  ttcr,
    output reg         ecdr,
    output reg  [4:0]  pclr,

    // ISCR, IEMR
    output wire [1:0]  wr_iscr,
    output wire [1:0]  wr_iemr,
    input  wire        pend,
    input  wire [13:0] iscr,
    input  wire [13:0] iemr,

    // HTCR
    output wire        wr_htcr,
    output reg         prs,
    output reg         frs,
    output reg         wen,
    output reg         hen,
    output reg         ten,
    input  wire        trg,

    // WCDR
    output wire        wr_wcdr,
    input  wire [31:0] wcdr,

    // HFCR, HFDR
    output wire        wr_hfcr,
    output wire        rd_hfcr,
    output wire        wr_hfdr,
    output wire        rd_hfdr,
    input  wire [7:0]  hfcr,
    input  wire [8:0]  hfdr,

    // TICR, TECR, TPIR
    output wire        wr_ticr,
    output wire        wr_tecr,
    output wire [2:0]  wr_tpir,
    input  wire [21:0] ticr,
    input  wire [22:0] tecr,
    input  wire [21:0] tpir
);
    // Decoder
    wire [31:0] where = {26'd0, offset, 2'b00};
    wire [3:0]  lanes = be & {4{wr}};
    wire        all   = lanes == 4'b1111;

    wire wr_fccr = where == `SURFBOARD_FCCR && lanes[0];
    wire wr_fcdr = where == `SURFBOARD_FCDR && lanes[0];
    wire wr_acdr = where == `SURFBOARD_ACDR && lanes[0];
    wire wr_ecdr = where == `SURFBOARD_ECDR && lanes[0];
    wire wr_pclr = where == `SURFBOARD_PCLR && lanes[0];
    wire [1:0] wr_ttcr = {2{where == `SURFBOARD_TTCR}} & lanes[1:0];

    assign wr_iscr = {2{where == `SURFBOARD_ISCR}} & lanes[1:0];
    assign wr_iemr = {2{where == `SURFBOARD_IEMR}} & lanes[1:0];
    assign wr_htcr = where == `SURFBOARD_HTCR && lanes[0];
    assign wr_wcdr = where == `SURFBOARD_WCDR && all;
    assign wr_hfcr = where == `SURFBOARD_HFCR && lanes[0];
    assign rd_hfcr = where == `SURFBOARD_HFCR && rd;
    assign wr_hfdr = where == `SURFBOARD_HFDR && lanes[0];
    assign rd_hfdr = where == `SURFBOARD_HFDR && rd && be[0];
    assign wr_ticr = where == `SURFBOARD_TICR && all;
    assign wr_tecr = where == `SURFBOARD_TECR && all;
    assign wr_tpir = {3{where == `SURFBOARD_TPIR}} & lanes[2:0];

    // Plain registers
    reg [27:0] acdr;

    assign sendid = acdr[`SURFBOARD_ACDR_IMAGE_SENDID];
    assign catmux = acdr[`SURFBOARD_ACDR_IMAGE_CATMUX];
    assign lat_s  = acdr[`SURFBOARD_ACDR_IMAGE_LAT_S];
    assign lat_n  = acdr[`SURFBOARD_ACDR_IMAGE_LAT_N];
    assign tsize  = acdr[`SURFBOARD_ACDR_IMAGE_TSIZE];

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            prog <= 1'b1;
            cclk <= 1'b0;
            fcdr <= 1'b0;
            acdr <= 28'd0;
            ttcr <= 9'd0;
            ecdr <= 1'b0;
            pclr <= 5'd0;
            prs  <= 1'b0;
            frs  <= 1'b1;
            wen  <= 1'b0;
            hen  <= 1'b0;
            ten  <= 1'b0;
        end else begin
            cclk <= wr_fcdr;
            if (wr_fccr)
                prog <= wdata[`SURFBOARD_FCCR_PROG];
            if (wr_fcdr)
                fcdr <= wdata[`SURFBOARD_FCDR_DATA];
            if (wr_acdr)
                acdr <= {wdata[`SURFBOARD_ACDR_DATA], acdr[27:1]};
            if (wr_ttcr[0])
                ttcr[7:0] <= wdata[7:0];
            if (wr_ttcr[1])
                ttcr[8] <= wdata[8];
            if (wr_ecdr)
                ecdr <= wdata[`SURFBOARD_ECDR_DATA];
            if (wr_pclr)
                pclr <= wdata[4:0];
            if (wr_htcr) begin
                prs <= wdata[`SURFBOARD_HTCR_PRS];
                frs <= wdata[`SURFBOARD_HTCR_FRS];
                wen <= wdata[`SURFBOARD_HTCR_WEN];
                hen <= wdata[`SURFBOARD_HTCR_HEN];
                ten <= wdata[`SURFBOARD_HTCR_TEN];
            end
        end

    wire unused = &{1'b0, wdata, acdr};

    // Read data; fields in the order of the register table
    always @* begin
        case (where)
        `SURFBOARD_FCCR: rdata = {20'd0, t_pd, h_pd, sel_done, sel_err, sel_cfg, prog};
        `SURFBOARD_FCDR: rdata = {31'd0, fcdr};
        `SURFBOARD_ACDR: rdata = {31'd0, acdr[0]};
        `SURFBOARD_TTCR: rdata = {23'd0, ttcr};
        `SURFBOARD_ECDR: rdata = {31'd0, ecdr};
        `SURFBOARD_PCLR: rdata = {27'd0, pclr};
        `SURFBOARD_ISCR: rdata = {pend, 17'd0, iscr};
        `SURFBOARD_IEMR: rdata = {18'd0, iemr};
        `SURFBOARD_HTCR: rdata = {26'd0, prs, frs, trg, wen, hen, ten};
        `SURFBOARD_WCDR: rdata = wcdr;
        `SURFBOARD_HFCR: rdata = {24'd0, hfcr};
        `SURFBOARD_HFDR: rdata = {23'd0, hfdr};
        `SURFBOARD_TICR: rdata = {10'd0, ticr};
        `SURFBOARD_TECR: rdata = {9'd0, tecr};
        `SURFBOARD_TPIR: rdata = {10'd0, tpir};
        default:         rdata = 32'd0;
        endcase
    end
endmodule
