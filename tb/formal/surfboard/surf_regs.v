// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_regs against the register map of the report: an access affects only its own
// register, in the enabled byte lanes, and each side effect occurs once, in the access that
// requests it.
`default_nettype none

module prove_surf_regs (
    input wire        clk25,
    input wire        rst_n,
    input wire        wr,
    input wire        rd,
    input wire [5:2]  offset,
    input wire [3:0]  be,
    input wire [31:0] wdata,
    input wire [3:0]  t_pd,
    input wire [3:0]  h_pd,
    input wire        sel_done,
    input wire        sel_err,
    input wire        sel_cfg,
    input wire        pend,
    input wire [13:0] iscr,
    input wire [13:0] iemr,
    input wire        trg,
    input wire [31:0] wcdr,
    input wire [7:0]  hfcr,
    input wire [8:0]  hfdr,
    input wire [21:0] ticr,
    input wire [22:0] tecr,
    input wire [21:0] tpir
);
    wire [31:0] rdata;
    wire        prog, cclk, fcdr, catmux, ecdr, wr_htcr, prs, frs, wen, hen, ten;
    wire        wr_wcdr, wr_hfcr, rd_hfcr, wr_hfdr, rd_hfdr, wr_ticr, wr_tecr;
    wire [2:0]  sendid, wr_tpir;
    wire [4:0]  lat_s, pclr;
    wire [3:0]  lat_n;
    wire [1:0]  tsize, wr_iscr, wr_iemr;
    wire [8:0]  ttcr;

    surf_regs dut (.*);

    initial assume (!rst_n);
    always @* assume (!(wr && rd));

    // Offsets according to the report
    localparam [5:2] FCCR = 0, FCDR = 1, ACDR = 2, TTCR = 3, ECDR = 4, PCLR = 5, ISCR = 6, IEMR = 7,
                     HTCR = 8, WCDR = 9, HFCR = 10, HFDR = 11, TICR = 12, TECR = 13, TPIR = 14;

    wire [3:0] lanes = wr ? be : 4'b0000;
    wire       whole = lanes == 4'b1111;

    // Strobes: at most one register per access, by the lanes; only reads of the two FIFO registers
    // have an effect
    always @* begin
        assert (wr_iscr == (offset == ISCR ? lanes[1:0] : 2'b00));
        assert (wr_iemr == (offset == IEMR ? lanes[1:0] : 2'b00));
        assert (wr_tpir == (offset == TPIR ? lanes[2:0] : 3'b000));
        assert (wr_htcr == (offset == HTCR && lanes[0]));
        assert (wr_hfcr == (offset == HFCR && lanes[0]));
        assert (wr_hfdr == (offset == HFDR && lanes[0]));
        assert (wr_wcdr == (offset == WCDR && whole));
        assert (wr_ticr == (offset == TICR && whole));
        assert (wr_tecr == (offset == TECR && whole));
        assert (rd_hfcr == (offset == HFCR && rd));
        assert (rd_hfdr == (offset == HFDR && rd && be[0]));
    end

    // Plain registers
    reg        x_prog, x_cclk, x_fcdr, x_ecdr;
    reg [27:0] x_acdr;
    reg [8:0]  x_ttcr;
    reg [4:0]  x_pclr;
    reg [5:0]  x_htcr;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            x_prog <= 1'b1;
            x_htcr <= 6'h10;
            {x_cclk, x_fcdr, x_ecdr, x_acdr, x_ttcr, x_pclr} <= 45'd0;
        end else begin
            x_cclk <= 1'b0;
            if (lanes[0])
                case (offset)
                FCCR: x_prog <= wdata[0];
                FCDR: {x_cclk, x_fcdr} <= {1'b1, wdata[0]};
                ACDR: x_acdr <= {wdata[0], x_acdr[27:1]};
                TTCR: x_ttcr[7:0] <= wdata[7:0];
                ECDR: x_ecdr <= wdata[0];
                PCLR: x_pclr <= wdata[4:0];
                HTCR: x_htcr <= wdata[5:0];     // TRG is kept elsewhere
                default: ;
                endcase
            if (lanes[1] && offset == TTCR)
                x_ttcr[8] <= wdata[8];
        end

    reg [31:0] x_rdata;

    always @* begin
        case (offset)
        FCCR:    x_rdata = {20'd0, t_pd, h_pd, sel_done, sel_err, sel_cfg, x_prog};
        FCDR:    x_rdata = x_fcdr;
        ACDR:    x_rdata = x_acdr[0];
        TTCR:    x_rdata = x_ttcr;
        ECDR:    x_rdata = x_ecdr;
        PCLR:    x_rdata = x_pclr;
        ISCR:    x_rdata = {pend, 17'd0, iscr};
        IEMR:    x_rdata = iemr;
        HTCR:    x_rdata = {x_htcr[5:4], trg, x_htcr[2:0]};
        WCDR:    x_rdata = wcdr;
        HFCR:    x_rdata = hfcr;
        HFDR:    x_rdata = hfdr;
        TICR:    x_rdata = ticr;
        TECR:    x_rdata = tecr;
        TPIR:    x_rdata = tpir;
        default: x_rdata = 32'd0;
        endcase
    end

    always @* if (rst_n) begin
        assert (prog == x_prog && cclk == x_cclk && fcdr == x_fcdr && ecdr == x_ecdr);
        assert (ttcr == x_ttcr && pclr == x_pclr);
        assert ({prs, frs, wen, hen, ten} == {x_htcr[5:4], x_htcr[2:0]});
        assert (sendid == x_acdr[27:25] && catmux == x_acdr[23] && lat_s == x_acdr[19:15] &&
                lat_n == x_acdr[14:11] && tsize == x_acdr[7:6]);
        assert (rdata == x_rdata);
    end

    // Invariant: the reserved bits of ACDR
    (* hierconn *) wire [27:0] \dut.acdr ;

    always @* if (rst_n)
        assert (\dut.acdr == x_acdr);

    always @* begin
        cover (rst_n && x_acdr[27:22] == 6'b101101 && tsize == 0 && cclk);
        cover (rst_n && ttcr == 9'h155 && rd_hfdr);
    end
endmodule
