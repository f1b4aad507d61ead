// SPDX-License-Identifier: Apache-2.0
//
// surf_regs - register map: decoder, read data, and registers without other functions
//
// Purpose     decodes register accesses, contains FCCR.PROG, FCDR, ACDR, TTCR, ECDR, PCLR and HTCR
//             (except TRG), and drives the write and read strobes of the other registers, which are
//             in the modules that use them.
// Interface   wr or rd (one clock) with offset, be (1 = byte is accessed) and wdata. rdata is valid
//             from the clock after rd while offset is stable; all 32 bits are valid, independent of
//             be. Side effects happen once, in the clock of the
//             strobe, and only with byte lane 0. Strobes wr_* with several bits have
//             one per byte lane; WCDR, TICR and TECR are written only if all four lanes are
//             enabled. fcdr with cclk (one clock) drives the bin selector.
// Latency     a register changes in the clock after its write. rdata 1 clock.
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
    output reg  [1:0]  wr_iscr,
    output reg  [1:0]  wr_iemr,
    input  wire        pend,
    input  wire [13:0] iscr,
    input  wire [13:0] iemr,

    // HTCR
    output reg         wr_htcr,
    output reg         prs,
    output reg         frs,
    output reg         wen,
    output reg         hen,
    output reg         ten,
    input  wire        trg,

    // WCDR
    output reg         wr_wcdr,
    input  wire [31:0] wcdr,

    // HFCR, HFDR
    output reg         wr_hfcr,
    output reg         rd_hfcr,
    output reg         wr_hfdr,
    output reg         rd_hfdr,
    input  wire [7:0]  hfcr,
    input  wire [8:0]  hfdr,

    // TICR, TECR, TPIR
    output reg         wr_ticr,
    output reg         wr_tecr,
    output reg  [2:0]  wr_tpir,
    input  wire [21:0] ticr,
    input  wire [22:0] tecr,
    input  wire [21:0] tpir
);
    // Decoder
    wire [31:0] where = {26'd0, offset, 2'b00};
    wire        all   = be == 4'b1111;

    reg       wr_fccr, wr_fcdr, wr_acdr, wr_ecdr, wr_pclr;
    reg [1:0] wr_ttcr;

    always @* begin
        {wr_fccr, wr_fcdr, wr_acdr, wr_ecdr, wr_pclr, wr_ttcr} = 7'd0;
        {wr_iscr, wr_iemr, wr_htcr, wr_wcdr} = 6'd0;
        {wr_hfcr, rd_hfcr, wr_hfdr, rd_hfdr} = 4'd0;
        {wr_ticr, wr_tecr, wr_tpir} = 5'd0;
        if (wr)
            case (where)
            `SURFBOARD_FCCR: wr_fccr = be[0];
            `SURFBOARD_FCDR: wr_fcdr = be[0];
            `SURFBOARD_ACDR: wr_acdr = be[0];
            `SURFBOARD_TTCR: wr_ttcr = be[1:0];
            `SURFBOARD_ECDR: wr_ecdr = be[0];
            `SURFBOARD_PCLR: wr_pclr = be[0];
            `SURFBOARD_ISCR: wr_iscr = be[1:0];
            `SURFBOARD_IEMR: wr_iemr = be[1:0];
            `SURFBOARD_HTCR: wr_htcr = be[0];
            `SURFBOARD_WCDR: wr_wcdr = all;
            `SURFBOARD_HFCR: wr_hfcr = be[0];
            `SURFBOARD_HFDR: wr_hfdr = be[0];
            `SURFBOARD_TICR: wr_ticr = all;
            `SURFBOARD_TECR: wr_tecr = all;
            `SURFBOARD_TPIR: wr_tpir = be[2:0];
            default: ;
            endcase
        if (rd)
            case (where)
            `SURFBOARD_HFCR: rd_hfcr = 1'b1;
            `SURFBOARD_HFDR: rd_hfdr = be[0];
            default: ;
            endcase
    end

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
                ttcr[8] <= wdata[`SURFBOARD_TTCR_EIP];
            if (wr_ecdr)
                ecdr <= wdata[`SURFBOARD_ECDR_DATA];
            if (wr_pclr)
                pclr <= {wdata[`SURFBOARD_PCLR_LED], wdata[`SURFBOARD_PCLR_CAT]};
            if (wr_htcr) begin
                prs <= wdata[`SURFBOARD_HTCR_PRS];
                frs <= wdata[`SURFBOARD_HTCR_FRS];
                wen <= wdata[`SURFBOARD_HTCR_WEN];
                hen <= wdata[`SURFBOARD_HTCR_HEN];
                ten <= wdata[`SURFBOARD_HTCR_TEN];
            end
        end

    wire unused = &{1'b0, wdata, acdr};

    // Read data
    always @* begin
        rdata = 32'd0;
        case (where)
        `SURFBOARD_FCCR: begin
            rdata[`SURFBOARD_FCCR_TSPD] = t_pd;
            rdata[`SURFBOARD_FCCR_HSPD] = h_pd;
            rdata[`SURFBOARD_FCCR_DONE] = sel_done;
            rdata[`SURFBOARD_FCCR_ERR]  = sel_err;
            rdata[`SURFBOARD_FCCR_CFG]  = sel_cfg;
            rdata[`SURFBOARD_FCCR_PROG] = prog;
        end
        `SURFBOARD_FCDR: rdata = {31'd0, fcdr};
        `SURFBOARD_ACDR: rdata = {31'd0, acdr[0]};
        `SURFBOARD_TTCR: rdata = {23'd0, ttcr};
        `SURFBOARD_ECDR: rdata = {31'd0, ecdr};
        `SURFBOARD_PCLR: rdata = {27'd0, pclr};
        `SURFBOARD_ISCR: begin
            rdata[`SURFBOARD_ISCR_PEND] = pend;
            rdata[`SURFBOARD_IEMR_MASK] = iscr;
        end
        `SURFBOARD_IEMR: rdata = {18'd0, iemr};
        `SURFBOARD_HTCR: begin
            rdata[`SURFBOARD_HTCR_PRS] = prs;
            rdata[`SURFBOARD_HTCR_FRS] = frs;
            rdata[`SURFBOARD_HTCR_TRG] = trg;
            rdata[`SURFBOARD_HTCR_WEN] = wen;
            rdata[`SURFBOARD_HTCR_HEN] = hen;
            rdata[`SURFBOARD_HTCR_TEN] = ten;
        end
        `SURFBOARD_WCDR: rdata = wcdr;
        `SURFBOARD_HFCR: rdata = {24'd0, hfcr};
        `SURFBOARD_HFDR: rdata = {23'd0, hfdr};
        `SURFBOARD_TICR: rdata = {10'd0, ticr};
        `SURFBOARD_TECR: rdata = {9'd0, tecr};
        `SURFBOARD_TPIR: rdata = {10'd0, tpir};
        default: ;
        endcase
    end
endmodule
