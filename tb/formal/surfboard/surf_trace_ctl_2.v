// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_trace_ctl with all that revision 2 adds: loss markers, histories, the sequencer in
// place of QUAL, and a memory of any size. Packets, registers and configuration change in any
// clock; software can write every register, so that a few clocks lead from reset to every state.
`default_nettype none

`include "surfboard_regs.vh"

module prove_surf_trace_ctl_2 #(
    parameter TRACE_LOG2 = 0
) (
    input wire        clk,
    input wire        rst_n,
    input wire [1:0]  tsize,
    input wire [1:0]  mode,
    input wire [1:0]  qual,
    input wire        ten,
    input wire        wr_htcr,
    input wire        wr_ticr,
    input wire        wr_tecr,
    input wire [2:0]  wr_tpir,
    input wire [31:0] wdata,
    input wire        decide,
    input wire        pk_ten,
    input wire        pk_ext,
    input wire        pk_wrapped,
    input wire        seq,
    input wire        seq_hit,
    input wire        mark,
    input wire        history,
    input wire        skip,
    input wire [10:0] offset,
    input wire [10:0] advance
);
    wire [21:0] ticr, tpir, entry;
    wire [22:0] tecr, room;
    wire        trg, record, marks, set_tp, complete;

    surf_trace_ctl #(.TRACE_LOG2(TRACE_LOG2)) dut (.clk25(clk), .*);

    localparam [1:0] MIDDLE = 2'd1, END = 2'd2;

    initial assume (!rst_n);
    // Only a history skips packets.
    always @* assume (history || !skip);

    // Number of entries: 4 words each
    reg [22:0] n;
    always @*
        if (tsize == 0)
            n = 23'd16;
        else if (TRACE_LOG2 != 0)
            n = 23'd1 << (TRACE_LOG2 - 2);
        else
            n = tsize == 1 ? 23'd1 << 18 : tsize == 2 ? 23'd1 << 20 : 23'd1 << 22;

    // The index keeps the bits that TSIZE does not select.
    reg [21:0] index;

    wire [1:0]  place     = history ? 2'd0 : mode;
    wire        qualifies = seq ? seq_hit : qual == 0 || (qual[0] && pk_ext) ||
                                            (qual[1] && pk_wrapped);
    wire        in_turn   = place == END ? !trg :
                            tecr < n && (place == MIDDLE || trg || qualifies);
    wire        recorded  = decide && pk_ten && !skip && in_turn;
    wire        marker    = recorded && mark;
    wire        trigger   = decide && pk_ten && !trg && qualifies && !marker;
    wire        counted   = recorded && tecr < n &&
                            !(place == MIDDLE && !trg && !trigger && tecr >= n >> 1);
    wire [21:0] lanes     = {{6{wr_tpir[2]}}, {8{wr_tpir[1]}}, {8{wr_tpir[0]}}};
    wire [21:0] at        = (index + offset) & (n - 23'd1);

    reg [21:0] x_tpir;
    reg [22:0] x_tecr;
    reg        x_trg;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            index  <= 22'd0;
            x_tpir <= 22'd0;
            x_tecr <= 23'd0;
            x_trg  <= 1'b0;
        end else begin
            index  <= (index & ~(n - 23'd1)) | (n - 23'd1) &
                      (wr_ticr ? wdata[`SURFBOARD_TICR_DATA] :
                                 index + (recorded ? advance : 11'd0));
            x_tpir <= (lanes & wdata[`SURFBOARD_TPIR_DATA]) |
                      (~lanes & (trigger && recorded && !history ? at : x_tpir));
            x_tecr <= wr_tecr ? wdata[`SURFBOARD_TECR_DATA] : x_tecr + (counted ? advance : 11'd0);
            x_trg  <= wr_htcr ? wdata[`SURFBOARD_HTCR_TRG] : x_trg || trigger;
        end

    always @* if (rst_n) begin
        assert (record == recorded && marks == marker);
        assert (entry == at && room == n - 23'd1 - tecr);
        assert (ticr == (index & (n - 23'd1)));
        assert (tpir == x_tpir && tecr == x_tecr && trg == x_trg);
        assert (set_tp == (trigger || (wr_htcr && wdata[`SURFBOARD_HTCR_TRG] && !trg && ten)));
        assert (complete == (place == END ? trg : tecr == n));
    end

    // invariant
    (* hierconn *) wire [21:0] \dut.index ;

    always @* if (rst_n)
        assert (\dut.index == index);

    always @* begin
        cover (rst_n && history && trigger && recorded && tpir != at);
        cover (rst_n && marker && mode == MIDDLE && seq && seq_hit && !trg);
        cover (rst_n && complete && decide && pk_ten && history && trg);
    end
endmodule
