// SPDX-License-Identifier: Apache-2.0
//
// surf_history - outlier capture: records the packets around a slow or a large one
//
// Purpose     is the outlier capture of revision 2: of the packets that may be recorded, it keeps
//             those whose latency or size exceeds a bound ("outliers"), with BEFORE packets before
//             and AFTER packets after each of them.
// Registers   wr (one clock) writes word index by byte lanes: OLCR, OLPR, OLLB, OLSB from 0;
//             rdata belongs to index.
// Packets     take (one clock) with the packet's trace and size; outlier = 1 from the next clock on
//             if the packet, which is then in Stage 3, is an outlier.
// Recording   decide (one clock) with record and mark (a loss marker, not the packet itself):
//             the entry goes to TICR + offset, then TICR and TECR move by advance. skip = 1: the
//             packet is not recorded. kept: the number of packets that stay in the trace because
//             of this one. Until an outlier comes, packets are written to a ring of the entries
//             from TICR on, at most BEFORE of them. With an outlier the packets of the ring stay in
//             the trace; their receive times give their order. A loss marker before them is kept
//             with them. settle (one clock): a loss marker written for the packet stays. give_up
//             (one clock): the marker does not stay. room: number of entries left, minus one.
//             restart: packets are missing before the packet that is taken; anew: registers of the
//             trace were written. In both cases the ring is discarded.
// on          0: both criteria are disabled, and every packet is kept.
// Latency     0 clocks; registers change in the next clock.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       not in the report.
`default_nettype none

`include "surfboard_regs.vh"

module surf_history (
    input  wire         clk25,
    input  wire         rst_n,

    input  wire         wr,
    input  wire [1:0]   index,
    input  wire [3:0]   be,
    input  wire [31:0]  wdata,
    output reg  [31:0]  rdata,

    input  wire         take,
    input  wire [127:0] trace,
    input  wire [10:0]  size,
    output reg          outlier,

    input  wire         decide,
    input  wire         record,
    input  wire         mark,
    input  wire         restart,
    input  wire         anew,
    input  wire [22:0]  room,
    output wire         on,
    output wire         skip,
    output wire         no_mark,        // no entry is left for a marker
    output wire [10:0]  offset,
    output wire [10:0]  advance,
    output wire [10:0]  kept,
    output wire         settle,
    output wire         give_up
);
    reg [1:0]  enable;          // SIZE, LAT
    reg [9:0]  ahead, behind;
    reg [23:0] lat_bound;
    reg [10:0] size_bound;

    wire [31:0] lanes = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
    wire [31:0] value = (wdata & lanes) | (rdata & ~lanes);

    always @* begin
        case (index)
        2'd0:    rdata = {30'd0, enable};
        2'd1:    rdata = {6'd0, behind, 6'd0, ahead};
        2'd2:    rdata = {8'd0, lat_bound};
        default: rdata = {21'd0, size_bound};
        endcase
    end

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            enable     <= 2'd0;
            ahead      <= 10'd0;
            behind     <= 10'd0;
            lat_bound  <= 24'd0;
            size_bound <= 11'd0;
        end else if (wr)
            case (index)
            2'd0:    enable <= {value[`SURFBOARD_OLCR_SIZE], value[`SURFBOARD_OLCR_LAT]};
            2'd1:    {behind, ahead} <= {value[`SURFBOARD_OLPR_AFTER],
                                          value[`SURFBOARD_OLPR_BEFORE]};
            2'd2:    lat_bound <= value[`SURFBOARD_OLLB_LAT];
            default: size_bound <= value[`SURFBOARD_OLSB_SIZE];
            endcase

    // The packet in Stage 3
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            outlier <= 1'b0;
        else if (take)
            outlier <= (enable[0] && trace[23:0] > lat_bound) || (enable[1] && size > size_bound);

    // The ring
    reg [9:0] count, at;        // number of packets in the ring, and place of the next one
    reg [9:0] left;             // packets still to be kept after an outlier
    reg       marker;           // a loss marker precedes them

    wire [22:0] fits  = room - {22'd0, marker};
    wire [9:0]  limit = fits < {13'd0, ahead} ? fits[9:0] : ahead;
    wire        round = on && !outlier && left == 10'd0;

    assign on      = enable != 2'd0;
    assign skip    = round && !mark && limit == 10'd0;
    assign no_mark = round && (ahead == 10'd0 || room == 23'd0);
    assign offset  = !on || mark ? 11'd0 : round ? {10'd0, marker} + {1'b0, at} :
                     outlier ? {10'd0, marker} + {1'b0, count} : 11'd0;
    assign kept    = mark || round ? 11'd0 : outlier ? {1'b0, count} + 11'd1 : 11'd1;
    assign advance = mark ? {10'd0, !round} : kept + {10'd0, on && outlier && marker};
    assign settle  = decide && !(record && mark) && !round && (record || !marker);
    assign give_up = marker && (!on || wr || anew || restart);

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            count  <= 10'd0;
            at     <= 10'd0;
            left   <= 10'd0;
            marker <= 1'b0;
        end else if (!on || wr || anew) begin
            count  <= 10'd0;
            at     <= 10'd0;
            left   <= 10'd0;
            marker <= 1'b0;
        end else if (restart) begin
            count  <= 10'd0;
            at     <= 10'd0;
            marker <= 1'b0;
        end else if (decide && record) begin
            if (mark)
                marker <= round;
            else if (outlier) begin
                count  <= 10'd0;
                at     <= 10'd0;
                marker <= 1'b0;
                left   <= behind;
            end else if (left != 10'd0)
                left <= left - 10'd1;
            else begin
                at <= at + 10'd1 == limit ? 10'd0 : at + 10'd1;
                if (count != limit)
                    count <= count + 10'd1;
            end
        end

    wire unused = &{1'b0, trace, value};
endmodule
