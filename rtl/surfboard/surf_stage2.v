// SPDX-License-Identifier: Apache-2.0
//
// surf_stage2 - Stage 2 of the SurfBoard: computes latency and trace entry of a packet
//
// Purpose     pops packets from the Stage-1 FIFO, maps the sender, chooses the category, runs the
//             latency generator, drives the bin selector and presents the packet to Stage 3.
// Interface   An entry is popped in the clock in which it appears (rd = !empty). With enable = 0 it
//             is ignored. Otherwise, if Stage 2 holds a packet that Stage 3 does not take in the
//             same clock, it is dropped (pv = 1); if not, it is accepted. local_cat, catmux, sendid
//             and ext_true are sampled in the clock of the pop, lat_s and lat_n 4 clocks later.
//             s2_valid = 1: sel_in, s2_trace, s2_size, s2_v, s2_u and s2_ext belong
//             to the packet and are stable; s2_take (one clock, only with
//             s2_valid) takes it.
//             sel_in   latency 23..0, sender 29..24, color 35..30, category 39..36,
//                      size mod 1024 49..40
//             s2_trace the 128-bit trace entry, word 0 in bits 31..0
//             s2_size  1 to 1024, for the word count
//             obs_arrive is 1 for one clock, the clock after the pop, together with the other obs_*
//             fields and with obs_accept, obs_drop or neither (packet ignored). pv is the same as
//             obs_drop.
// Latency     s2_valid is 1 after the 4th edge that follows the edge of the pop.
//             Legal traffic completes packets at least 6 clk_s1 = 9 clk25 apart (the end of a long
//             packet, 4 clocks of pause, a short packet), so an idle Stage 3 must take a packet
//             within 2 clocks.
// Throughput  one packet per 5 clocks if Stage 3 takes it at once.
// Domain      clk25.
// Reset       rst_n (POR, RESDRV, HTCR.PRS) asynchronous, released synchronously: the packet is
//             discarded.
// Paper       TR-596-99 A.1, A.6 ACDR, A.7.
`default_nettype none

module surf_stage2 #(
    parameter QUICK = 0,        // as in surf_latency
    parameter MODULO = 0,       // as in surf_latency
    parameter QUEUED = 0        // 1 = packets wait in their FIFO while Stage 2 is busy
) (
    input  wire         clk25,
    input  wire         rst_n,
    input  wire         enable,

    // Stage 1
    input  wire [148:0] entry,
    input  wire         empty,
    output wire         rd,

    // configuration
    input  wire [2:0]   sendid,
    input  wire         catmux,
    input  wire [4:0]   lat_s,
    input  wire [3:0]   lat_n,
    input  wire [3:0]   local_cat,
    input  wire         ext_true,

    // bin selector and Stage 3
    output wire [49:0]  sel_in,
    output wire         s2_valid,
    output wire [127:0] s2_trace,
    output wire [10:0]  s2_size,
    output wire         s2_v,
    output wire         s2_u,
    output wire         s2_ext,
    input  wire         s2_take,

    // status and observation
    output wire         run,        // a packet is in Stage 2 (LED 8)
    output wire         pv,
    output reg          obs_arrive,
    output reg          obs_accept,
    output reg          obs_drop,
    output reg  [43:0]  obs_rxtime,
    output reg  [3:0]   obs_cat,
    output reg          obs_ext
);
    // Fields of the entry
    wire [4:0]  e_y, e_x;
    wire [3:0]  e_rcat, e_be;
    wire [10:0] e_size;
    wire [5:0]  e_color;
    wire [43:0] e_rx, e_tx;
    wire        e_irq;
    wire [26:2] e_addr;

    assign {e_y, e_x, e_rcat, e_size, e_color, e_rx, e_tx, e_irq, e_addr, e_be} = entry;

    reg  [5:0] e_sender;
    wire [3:0] e_cat = catmux ? e_rcat : local_cat;

    always @* begin
        case (sendid)
        3'd1:    e_sender = {e_y[1:0], e_x[3:0]};
        3'd2:    e_sender = {e_y[2:0], e_x[2:0]};
        3'd3:    e_sender = {e_y[3:0], e_x[1:0]};
        3'd4:    e_sender = {e_y[4:0], e_x[0]};
        default: e_sender = {e_y[0], e_x[4:0]};
        endcase
    end

    // Arrival
    reg  occupied;
    wire accept = !empty && enable && (!occupied || s2_take);     // with rd = 1
    wire drop   = rd && enable && !accept;

    assign rd  = !empty && (QUEUED == 0 || !enable || !occupied || s2_take);
    assign run = occupied;
    assign pv  = obs_drop;

    // The trace register without the latency, and the other fields needed of the packet.
    reg [43:0] tx, rx;
    reg [5:0]  sender, color;
    reg [3:0]  cat, be;
    reg [10:0] size;
    reg        ext, irq;
    reg [26:2] addr;

    wire        lat_done;
    reg         waiting;    // the packet is complete but not taken yet
    wire [23:0] latency;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            occupied <= 1'b0;
            waiting  <= 1'b0;
            {tx, rx, sender, color, cat, be, size, ext, irq, addr} <= 146'd0;
        end else begin
            if (accept) begin
                occupied <= 1'b1;
                tx       <= e_tx;
                rx       <= e_rx;
                sender   <= e_sender;
                color    <= e_color;
                cat      <= e_cat;
                be       <= e_be;
                size     <= e_size;
                ext      <= ext_true;
                irq      <= e_irq;
                addr     <= e_addr;
            end else if (s2_take)
                occupied <= 1'b0;

            waiting <= s2_valid && !s2_take;
        end

    surf_latency #(.QUICK(QUICK), .MODULO(MODULO)) u_latency (
        .clk(clk25), .rst_n(rst_n), .start(accept), .rx(rx), .tx(tx),
        .lat_s(lat_s), .lat_n(lat_n),
        .done(lat_done), .latency(latency), .v(s2_v), .u(s2_u)
    );

    assign s2_valid = lat_done || waiting;
    assign sel_in   = {size[9:0], cat, color, sender, latency};
    assign s2_trace = {irq, 2'b00, addr, be,
                       rx[31:0],
                       cat, size[9:0], color, rx[43:32],
                       sender, s2_v, s2_u, latency};
    assign s2_size  = size;
    assign s2_ext   = ext;

    // Observation: registered, so that the outputs are 0 before the first packet.
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            obs_arrive <= 1'b0;
            obs_accept <= 1'b0;
            obs_drop   <= 1'b0;
            obs_rxtime <= 44'd0;
            obs_cat    <= 4'd0;
            obs_ext    <= 1'b0;
        end else begin
            obs_arrive <= rd;
            obs_accept <= accept;
            obs_drop   <= drop;
            if (rd) begin
                obs_rxtime <= e_rx;
                obs_cat    <= e_cat;
                obs_ext    <= ext_true;
            end
        end
endmodule
