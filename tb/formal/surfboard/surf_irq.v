// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_irq: no cause is lost, independent of writes; the lines show exactly the interrupts
// that status and mask request.
`default_nettype none

module prove_surf_irq (
    input wire        clk25,
    input wire        rst_n,
    input wire        rst_board_n,
    input wire        enable,
    input wire [2:0]  irlev,
    input wire [13:0] set,
    input wire [1:0]  wr_iscr,
    input wire [1:0]  wr_iemr,
    input wire [13:0] wdata
);
    wire [13:0] iscr, iemr;
    wire        pend;
    wire [5:0]  irq;

    surf_irq dut (.*);

    // RTV 13, LU, LV, PV, WCV, BV, FV, FF 6, FAF, FPF, FNE, EXT 2, TP, TC
    localparam [13:0] LIVE = 14'b1_000000_1111_000;

    initial assume (!rst_n);
    always @* if (!rst_n) assume (!rst_board_n);

    // Values in the previous clock
    reg        there, board;
    reg        enable_was;
    reg [2:0]  irlev_was;
    reg [13:0] set_was, clear_was, iscr_was, iemr_was, wdata_was;
    reg [1:0]  wr_iemr_was;

    initial there = 1'b0;
    always @(posedge clk25) begin
        there       <= rst_n;
        board       <= rst_board_n;
        enable_was  <= enable;
        irlev_was   <= irlev;
        set_was     <= set;
        clear_was   <= wdata & {{6{wr_iscr[1]}}, {8{wr_iscr[0]}}};
        iscr_was    <= iscr;
        iemr_was    <= iemr;
        wdata_was   <= wdata;
        wr_iemr_was <= wr_iemr;
    end

    integer i;
    always @* begin
        if (rst_n && there)
            for (i = 0; i < 14; i = i + 1)
                if (LIVE[i])
                    assert (iscr[i] == set[i]);
                else if (set_was[i])
                    assert (iscr[i]);       // even if it was cleared in that clock
                else if (clear_was[i])
                    assert (!iscr[i]);
                else
                    assert (iscr[i] == iscr_was[i]);
        if (!rst_n)
            assert ((iscr & ~LIVE) == 0);

        if (!rst_board_n)
            assert (iemr == 0 && !pend && irq == 0);
        else if (there && board) begin
            if (!enable_was)
                assert (iemr == 0);
            else begin
                assert (iemr[7:0] == (wr_iemr_was[0] ? wdata_was[7:0] : iemr_was[7:0]));
                assert (iemr[13:8] == (wr_iemr_was[1] ? wdata_was[13:8] : iemr_was[13:8]));
            end
            assert (pend == (enable_was && irlev_was >= 2 && (iscr_was & iemr_was) != 0));
        end

        // At most one line is active, and only together with PEND.
        if (!pend)
            assert (irq == 0);
        else if (there && board)
            case (irlev_was)
            2:       assert (irq == 6'b000001);     // IRQ5
            3:       assert (irq == 6'b000010);     // IRQ9
            4:       assert (irq == 6'b000100);     // IRQ10
            5:       assert (irq == 6'b001000);     // IRQ12
            6:       assert (irq == 6'b010000);     // IRQ14
            default: assert (irq == 6'b100000);     // IRQ15
            endcase
        // invariant
        if (!there)
            assert (!rst_n || (!pend && irq == 0 && (iscr & ~LIVE) == 0));
    end

    always @* begin
        cover (rst_n && there && set_was[8] && clear_was[8] && iscr_was[8] && pend);
        cover (rst_n && irq == 6'b100000 && iemr == 14'h2A55);
    end
endmodule
