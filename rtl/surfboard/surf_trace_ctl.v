// SPDX-License-Identifier: Apache-2.0
//
// surf_trace_ctl - trace index, event count, trigger and completion
//
// Purpose     contains TICR, TECR, TPIR and HTCR.TRG, and decides for each packet whether it is the
//             trigger packet and whether it is recorded.
// Interface   decide (one clock) with pk_ten (trace enabled for the packet), pk_ext
//             (external input TRUE), pk_wrapped (its bin has wrapped): record and entry answer in
//             the same clock. wr_* are 1 for one clock each, with wdata; wr_tpir has one bit per
//             byte lane. A write in the clock of a decision takes effect after it. ten is HTCR.TEN
//             before the write.
//             ticr shows only the bits that TSIZE selects; the other bits keep their value through
//             writes, increments and changes of TSIZE. set_tp (one clock) sets ISCR.TP; complete, a
//             level, sets ISCR.TC.
// Revision 2  seq = 1: seq_hit, instead of QUAL, decides whether the packet qualifies. mark = 1: a
//             loss marker before the packet is recorded (marks); a marker is no trigger. history =
//             1: MODE counts as 00, a packet with skip = 1 is not recorded, an entry is written to
//             TICR + offset, and TICR and TECR increase by advance (see surf_history); TPIR is not
//             written. room: number of entries left, minus one. If all these are 0, except advance
//             = 1, the module behaves like the board of the report.
// Recording   N = entries of the trace memory. A packet qualifies by QUAL; while TRG = 0, the first
//             packet that qualifies is the trigger packet and sets TRG.
//               MODE 00, 11  from the trigger packet on until TECR = N
//               MODE 01      until TECR = N; before the trigger TECR stays at N/2
//               MODE 10      up to and with the trigger packet; TECR stays at N
//             complete: TECR = N or, in MODE 10, TRG = 1. A trigger packet that comes when the
//             memory is full sets TRG but not TPIR, because it has no entry.
// Latency     0 clocks; registers change in the next clock.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       TR-596-99 3.5, 3.6, A.6 TTCR, TICR, TECR, TPIR.
`default_nettype none

`include "surfboard_regs.vh"

module surf_trace_ctl #(
    parameter TRACE_LOG2 = 0    // 0 = a memory of the report; otherwise its size is 2**TRACE_LOG2
                                // words, 6 to 24
) (
    input  wire        clk25,
    input  wire        rst_n,

    // configuration
    input  wire [1:0]  tsize,
    input  wire [1:0]  mode,
    input  wire [1:0]  qual,
    input  wire        ten,

    // registers
    input  wire        wr_htcr,
    input  wire        wr_ticr,
    input  wire        wr_tecr,
    input  wire [2:0]  wr_tpir,
    input  wire [31:0] wdata,
    output wire [21:0] ticr,
    output reg  [22:0] tecr,
    output reg  [21:0] tpir,
    output reg         trg,

    // packet
    input  wire        decide,
    input  wire        pk_ten,
    input  wire        pk_ext,
    input  wire        pk_wrapped,
    output wire        record,
    output wire [21:0] entry,

    // revision 2
    input  wire        seq,
    input  wire        seq_hit,
    input  wire        mark,
    output wire        marks,
    input  wire        history,
    input  wire        skip,
    input  wire [10:0] offset,
    input  wire [10:0] advance,
    output wire [22:0] room,

    // status
    output wire        set_tp,
    output wire        complete
);
    localparam [1:0] MIDDLE = 2'd1, END = 2'd2;

    // Size of the trace memory. With TRACE_LOG2, every TSIZE except 0 selects the whole memory.
    wire [21:0] whole = ~(22'h3FFFFF << (TRACE_LOG2 != 0 ? TRACE_LOG2 - 2 : 0));
    reg  [21:0] mask;
    always @* begin
        case (tsize)
        2'd0:    mask = 22'h00000F;
        2'd1:    mask = 22'h03FFFF;
        2'd2:    mask = 22'h0FFFFF;
        default: mask = 22'h3FFFFF;
        endcase
        if (TRACE_LOG2 != 0 && tsize != 2'd0)
            mask = whole;
    end
    // N and N/2 are powers of two, so a comparison is an OR of the upper bits.
    wire [22:0] above   = ~{1'b0, mask};
    wire [22:0] entries = above & {mask, 1'b1};
    wire        full    = |(tecr & above);
    wire        half    = |(tecr & {1'b1, above[22:1]});

    // Trigger
    wire [1:0] place = history ? 2'd0 : mode;
    wire hit = seq ? seq_hit : qual == 2'd0 || (qual[0] && pk_ext) || (qual[1] && pk_wrapped);
    wire trigger   = decide && pk_ten && !trg && hit && !marks;
    wire triggered = trg || hit;

    assign record = decide && pk_ten && !skip &&
                    (place == END ? !trg : !full && (place == MIDDLE || triggered));
    assign marks  = record && mark;
    assign room   = entries - 23'd1 - tecr;
    wire counts = record && !full &&
                  (place != MIDDLE || trg || (hit && !marks) || !half);

    reg  [21:0] index;
    wire [21:0] index_next = index + {11'd0, advance};

    assign ticr     = index & mask;
    assign entry    = (index + {11'd0, offset}) & mask;
    assign complete = place == END ? trg : tecr == entries;
    assign set_tp   = trigger || (wr_htcr && wdata[`SURFBOARD_HTCR_TRG] && !trg && ten);

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            index <= 22'd0;
            tecr  <= 23'd0;
            tpir  <= 22'd0;
            trg   <= 1'b0;
        end else begin
            if (record)
                index <= (index & ~mask) | (index_next & mask);
            if (counts)
                tecr <= tecr + {12'd0, advance};
            if (trigger)
                trg <= 1'b1;
            if (trigger && record && !history)
                tpir <= entry;

            if (wr_ticr)
                index <= (index & ~mask) | (wdata[`SURFBOARD_TICR_DATA] & mask);
            if (wr_tecr)
                tecr <= wdata[`SURFBOARD_TECR_DATA];
            if (wr_tpir[0])
                tpir[7:0] <= wdata[7:0];
            if (wr_tpir[1])
                tpir[15:8] <= wdata[15:8];
            if (wr_tpir[2])
                tpir[21:16] <= wdata[21:16];
            if (wr_htcr)
                trg <= wdata[`SURFBOARD_HTCR_TRG];
        end

    wire unused = &{1'b0, wdata};
endmodule
