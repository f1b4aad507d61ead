// SPDX-License-Identifier: Apache-2.0
//
// surf_loss - counts lost packets and places loss markers in the trace
//
// Purpose     loss markers of revision 2: counts the packets lost between two accepted packets,
//             and requests a marker in front of the second.
// Registers   wr (one clock) writes TMCR by lane 0; rdata is TMCR or, with miss = 1, MISS.
// Packets     lost: number of packets lost in front of Stage 2, by its queue or before it, in the
//             previous clock. arrive (one clock): a packet comes to Stage 2, which drops, accepts
//             or, if it is disabled, ignores it. earlier: number of packets lost in front of
//             Stage 2 while counts = 1, between the previous packet and this one; all bits 1: at
//             least that many. flush: the queue is emptied; all its losses count as losses before
//             the next packet. take: Stage 3 takes the packet accepted last, in the clock of accept
//             at the earliest. Losses count while counts = 1, that is, TMCR.MARK and ten are 1.
// MISS        all losses that no marker reports, including those in the queue, whose place in the
//             trace is not known yet.
// Marker      missing: number of packets lost before the packet in Stage 3 that no marker reports
//             yet; FFFFFFFF = at least that many. want = 1 requests the marker until write (one
//             clock) signals that it has been written in front of the packet. keep (one clock):
//             the marker stays in the trace, and missing starts again at 0. give_up (one clock):
//             it does not stay, and want rises again. restart (one clock): packets are missing
//             before the packet that was taken.
// Latency     missing and want are those of take two clocks after it, restart comes one clock after
//             take: Stage 3 decides on a packet two clocks after it has taken it, or later. MISS
//             shows a loss two clocks after lost or drop; other registers change in the next one.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       not in the report.
`default_nettype none

`include "surfboard_regs.vh"

module surf_loss #(
    parameter WIDTH = 32,       // bits of a packet count, more than LOST and EARLIER
    parameter LOST = 9,         // bits of lost
    parameter EARLIER = 8       // bits of earlier
) (
    input  wire        clk25,
    input  wire        rst_n,

    input  wire        wr,
    input  wire        miss,
    input  wire [31:0] wdata,
    output wire [31:0] rdata,

    input  wire        ten,
    output wire        counts,
    input  wire [LOST-1:0] lost,
    input  wire        flush,
    input  wire        arrive,
    input  wire [EARLIER-1:0] earlier,
    input  wire        drop,
    input  wire        accept,
    input  wire        take,

    output reg  [WIDTH-1:0] missing,
    output wire        want,
    output wire        restart,
    input  wire        write,
    input  wire        keep,
    input  wire        give_up
);
    reg             mark, written, counted;
    reg [WIDTH-1:0] unplaced;   // lost in the queue; the packet after them has not arrived
    reg [WIDTH-1:0] placed;     // of them, before the packet that arrived in the previous clock
    reg             dropped, accepted, taken;   // that packet; take of the previous clock
    reg [WIDTH-1:0] open;       // lost since the packet accepted last
    reg [WIDTH-1:0] held;       // lost before the packet in Stage 2
    reg [WIDTH-1:0] front, back; // for MISS: lost before and after the packet accepted last

    localparam [WIDTH-1:0] NONE = 0;

    // A sum of up to four counts; one adder of all operands is faster than one after the other
    function [WIDTH-1:0] bounded(input [WIDTH+1:0] sum);
        bounded = sum[WIDTH+1:WIDTH] != 2'd0 ? {WIDTH{1'b1}} : sum[WIDTH-1:0];
    endfunction

    wire [WIDTH-1:0] queued = bounded({2'd0, unplaced} +
                                      {{(WIDTH + 2 - LOST){1'b0}}, lost & {LOST{counted}}});
    wire [WIDTH-1:0] due    = {{(WIDTH - EARLIER){1'b0}}, earlier};
    // earlier saturates: its largest value also means any larger one
    wire             all    = &earlier || due > unplaced;
    wire [WIDTH-1:0] place  = flush ? queued : !arrive ? NONE : all ? unplaced : due;

    // losses before a packet that a reset removed are kept
    wire [WIDTH+1:0] one     = {{(WIDTH + 1){1'b0}}, dropped};
    wire [WIDTH-1:0] settles = open & {WIDTH{accepted}};
    wire [WIDTH-1:0] joins   = placed & {WIDTH{accepted}};
    wire [WIDTH-1:0] here    = bounded({2'd0, open} + {2'd0, placed} + one);
    wire [WIDTH-1:0] ahead   = bounded({2'd0, held} + {2'd0, settles} + {2'd0, joins});
    wire [WIDTH-1:0] reports = bounded({2'd0, missing} + {2'd0, held} + {2'd0, settles} +
                                       {2'd0, joins});

    assign restart = mark && taken && (held != NONE || settles != NONE || joins != NONE);
    assign want    = missing != NONE && !written;
    assign rdata   = miss ? 32'd0 | bounded({2'd0, front} + {2'd0, back}) : {31'd0, mark};
    assign counts  = mark && ten;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            mark    <= 1'b0;
            counted <= 1'b0;
        end else begin
            counted <= counts;
            if (wr)
                mark <= wdata[`SURFBOARD_TMCR_MARK];
        end

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {written, dropped, accepted, taken} <= 4'd0;
            {unplaced, placed, open, held, missing, front, back} <= {7{NONE}};
        end else if (!mark) begin
            {written, dropped, accepted, taken} <= 4'd0;
            {unplaced, placed, open, held, missing, front, back} <= {7{NONE}};
        end else begin
            unplaced <= queued - place;
            placed   <= place;
            dropped  <= ten && drop;
            accepted <= accept;
            taken    <= take;
            open     <= accepted ? NONE : here;
            held     <= taken ? NONE : ahead;
            if (taken)
                missing <= reports;
            else if (keep && written)
                missing <= NONE;
            written <= (written || write) && !keep && !give_up;
            front   <= bounded({2'd0, missing} + {2'd0, held});
            back    <= bounded({2'd0, unplaced} + {2'd0, placed} + {2'd0, open} + one);
        end

    wire unused = &{1'b0, wdata};
endmodule
