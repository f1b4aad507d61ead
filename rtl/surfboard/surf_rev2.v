// SPDX-License-Identifier: Apache-2.0
//
// surf_rev2 - extension registers of revision 2 and their functions
//
// Purpose     counts the outcomes of packets in 64 bits, copies all totals in one clock, and
//             holds the registers of surfboard_ext.def: filters, loss markers, outlier
//             capture, trigger sequencer, control of surf_decay. surf_rev3 has the registers of
//             revision 3.
// Interface   wr (one clock) writes the byte lanes be of the register at offset with wdata. rdata
//             is a combinational function of offset; all 32 bits are valid, independent of be.
//             lost: number of packets lost in front of Stage 2 in the previous clock. drop: Stage 2
//             drops one. decide, with pk_hen, record and size: it is now known whether a packet is
//             in the histogram and in the trace. drop and decide last one clock; lost, drop and
//             decide may come together. set_sticky (one clock): bits of ISCR to be set.
//             h_pass, t_pass: the packet with s2_trace and s2_size passes the filter of the
//             histogram, of the trace; BOARD_REV = 3: those of the clock before.
//             counts, flush, earlier to take, and missing: ports of surf_loss. seq to room: ports
//             of surf_trace_ctl. decay_*: ports of surf_decay.
// Identities  in every clock, for the totals and for their copy: SEEN = DROP + HIST + NHST =
//             DROP + TRCE + NTRC. A packet that a reset removes is in none of them.
//             settled, snap: in the clock before, a packet was decided on, SNCR.TAKE was written.
// Latency     a total changes two clocks after its packet is lost or decided on. A write of
//             SNCR.TAKE copies the totals of the next clock, which contain the packets of all
//             clocks before that of wr; the copy is valid from the second clock on.
// Domain      clk25.
// Reset       rst_n, power-on only.
// Paper       not in the report.
`default_nettype none

`include "surfboard_regs.vh"

module surf_rev2 #(
    parameter BUS = 0,                  // CAPR.BUS
    parameter BOARD_REV = 2,            // CAPR.REV; 3: CAPR has what surf_rev3 adds
    parameter EXTRAS = 1,               // 0 = without loss markers, outlier capture, trigger
                                        // sequencer and decay: their registers read 0
    parameter TRACE_LOG2 = 0,           // words of the trace memory; 0 = a SIMM
    parameter HIST_LOG2 = 0             // bins; 0 = a SIMM
) (
    input  wire        clk25,
    input  wire        rst_n,

    // access
    input  wire        wr,
    input  wire [11:2] offset,
    input  wire [3:0]  be,
    input  wire [31:0] wdata,
    output reg  [31:0] rdata,

    // packets
    input  wire [8:0]  lost,
    output wire        counts,
    input  wire        flush,
    input  wire [7:0]  earlier,
    input  wire        arrive,
    input  wire        drop,
    input  wire        decide,
    input  wire        pk_hen,
    input  wire        record,
    input  wire [10:0] size,
    input  wire        accept,
    input  wire        take,
    input  wire [127:0] s2_trace,
    input  wire [10:0] s2_size,
    output wire        h_pass,
    output wire        t_pass,

    // trace control
    input  wire        ten,
    input  wire        trg,
    input  wire        pk_ten,
    input  wire        pk_ext,
    input  wire        pk_wrapped,
    input  wire        anew,
    output wire        seq,
    output wire        seq_hit,
    output wire        mark,
    input  wire        marks,
    output wire [31:0] missing,
    output wire        outlier,
    output wire        history,
    output wire        skip,
    output wire [10:0] move,
    output wire [10:0] advance,
    input  wire [22:0] room,

    // decay
    output wire        decay_go,
    output reg  [23:0] decay_last,
    input  wire        decay_busy,
    input  wire        decay_ended,
    input  wire        decay_taken_valid,
    input  wire [31:0] decay_taken,

    // counters that are copied with the totals, and the status
    input  wire [31:0] wcdr,
    input  wire [21:0] ticr,
    input  wire [22:0] tecr,
    input  wire [13:0] iscr,

    // revision 3: the clocks in which a packet is counted and the totals are copied
    output reg         settled,
    output reg         snap,

    output wire [13:0] set_sticky,
    output reg         saturate
);
    localparam [13:0] STICKY = ~(14'd1 << `SURFBOARD_ISCR_RTV_LSB |
                                 14'd1 << `SURFBOARD_ISCR_FF_LSB |
                                 14'd1 << `SURFBOARD_ISCR_FAF_LSB |
                                 14'd1 << `SURFBOARD_ISCR_FPF_LSB |
                                 14'd1 << `SURFBOARD_ISCR_FNE_LSB);

    wire [31:0] where = {20'd0, offset, 2'b00};
    wire        sets  = wr && where == `SURFBOARD_ISSR;
    wire        takes = wr && where == `SURFBOARD_SNCR && be[0] &&
                        wdata[`SURFBOARD_SNCR_TAKE];

    assign set_sticky = wdata[`SURFBOARD_IEMR_MASK] & STICKY &
                        {{6{sets && be[1]}}, {8{sets && be[0]}}};

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            saturate <= 1'b0;
        else if (wr && where == `SURFBOARD_HMCR && be[0])
            saturate <= wdata[`SURFBOARD_HMCR_SAT];

    // Totals. What happens in a clock is known late in it, so the totals add it in the next one.
    wire        decided = decide && !marks;       // the packet's own decision
    wire [9:0]  drops = {1'b0, lost} + {9'd0, drop};
    wire [10:0] kept;
    // a packet in the outlier ring counts as not traced until an outlier keeps it
    wire [10:0] stays = decided && record ? kept : 11'd0;
    reg         its_hen;
    reg  [9:0]  lost_of, all_of;                  // packets dropped, and packets
    reg  [10:0] words_of, traced_of;
    reg  [11:0] others_of;                        // not traced; negative if an outlier keeps others
    reg  [63:0] seen, dropped, hist, not_hist, traced, not_traced, words;
    reg  [63:0] decayed, c_decayed;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {settled, its_hen, snap} <= 3'd0;
            lost_of    <= 10'd0;
            all_of     <= 10'd0;
            words_of   <= 11'd0;
            traced_of  <= 11'd0;
            others_of  <= 12'd0;
            seen       <= 64'd0;
            dropped    <= 64'd0;
            hist       <= 64'd0;
            not_hist   <= 64'd0;
            traced     <= 64'd0;
            not_traced <= 64'd0;
            words      <= 64'd0;
            decayed    <= 64'd0;
        end else begin
            settled    <= decided;
            its_hen    <= pk_hen;
            snap       <= takes;
            lost_of    <= drops;
            all_of     <= drops + {9'd0, decided};
            words_of   <= decided ? size : 11'd0;
            traced_of  <= stays;
            others_of  <= {11'd0, decided} - {1'b0, stays};
            seen       <= seen + {54'd0, all_of};
            dropped    <= dropped + {54'd0, lost_of};
            hist       <= hist + {63'd0, settled && its_hen};
            not_hist   <= not_hist + {63'd0, settled && !its_hen};
            traced     <= traced + {53'd0, traced_of};
            not_traced <= not_traced + {{52{others_of[11]}}, others_of};
            words      <= words + {53'd0, words_of};
            decayed    <= decayed + (decay_taken_valid ? {32'd0, decay_taken} : 64'd0);
        end

    // Their copy
    reg [63:0] c_seen, c_dropped, c_hist, c_not_hist, c_traced, c_not_traced, c_words;
    reg [31:0] c_wcdr;
    reg [21:0] c_ticr;
    reg [22:0] c_tecr;
    reg [15:0] number;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            c_seen       <= 64'd0;
            c_dropped    <= 64'd0;
            c_hist       <= 64'd0;
            c_not_hist   <= 64'd0;
            c_traced     <= 64'd0;
            c_not_traced <= 64'd0;
            c_words      <= 64'd0;
            c_decayed    <= 64'd0;
            c_wcdr       <= 32'd0;
            c_ticr       <= 22'd0;
            c_tecr       <= 23'd0;
            number       <= 16'd0;
        end else begin
            if (takes) begin
                c_decayed <= decayed;
                c_wcdr    <= wcdr;
                c_ticr    <= ticr;
                c_tecr    <= tecr;
                number    <= number + 16'd1;
            end
            if (snap) begin
                c_seen       <= seen;
                c_dropped    <= dropped;
                c_hist       <= hist;
                c_not_hist   <= not_hist;
                c_traced     <= traced;
                c_not_traced <= not_traced;
                c_words      <= words;
            end
        end

    // Filters
    localparam  LATE = BOARD_REV >= 3 ? 1 : 0;
    wire [31:0] h_rdata, t_rdata, s_rdata;
    wire        s_pass;
    wire        at_h = (where & ~32'h3F) == `SURFBOARD_FHCR;   // or one of its other words
    wire        at_t = (where & ~32'h3F) == `SURFBOARD_FTCR;
    wire        at_s = (where & ~32'h3F) == `SURFBOARD_FSCR;

    surf_filter #(.LATE(LATE)) u_hist (
        .clk25(clk25), .rst_n(rst_n), .wr(wr && at_h), .index(offset[5:2]), .be(be),
        .wdata(wdata), .rdata(h_rdata), .trace(s2_trace), .size(s2_size), .pass(h_pass)
    );

    surf_filter #(.LATE(LATE)) u_trace (
        .clk25(clk25), .rst_n(rst_n), .wr(wr && at_t), .index(offset[5:2]), .be(be),
        .wdata(wdata), .rdata(t_rdata), .trace(s2_trace), .size(s2_size), .pass(t_pass)
    );

    // Loss markers, outlier capture, trigger sequencer
    wire [31:0] loss_rdata, history_rdata, sequence_rdata;
    wire        at_history  = where >= `SURFBOARD_OLCR && where <= `SURFBOARD_OLSB;
    wire        at_sequence = where >= `SURFBOARD_SQNW && where <= `SURFBOARD_SQS3;
    wire        want, no_mark, restart, settle, give_up;

    assign mark = want && !no_mark;

    generate
        if (EXTRAS != 0) begin : g_extras
            surf_filter #(.LATE(LATE)) u_sequence_filter (
                .clk25(clk25), .rst_n(rst_n), .wr(wr && at_s), .index(offset[5:2]), .be(be),
                .wdata(wdata), .rdata(s_rdata), .trace(s2_trace), .size(s2_size), .pass(s_pass)
            );

            surf_loss u_loss (
                .clk25(clk25), .rst_n(rst_n), .wr(wr && where == `SURFBOARD_TMCR && be[0]),
                .miss(where == `SURFBOARD_MISS), .wdata(wdata), .rdata(loss_rdata),
                .ten(ten), .counts(counts), .lost(lost), .flush(flush), .arrive(arrive),
                .earlier(earlier), .drop(drop), .accept(accept), .take(take),
                .missing(missing), .want(want), .restart(restart), .write(marks), .keep(settle),
                .give_up(give_up)
            );

            surf_history u_history (
                .clk25(clk25), .rst_n(rst_n), .wr(wr && at_history), .index(offset[3:2]), .be(be),
                .wdata(wdata), .rdata(history_rdata), .take(take), .trace(s2_trace), .size(s2_size),
                .outlier(outlier), .decide(decide), .record(record), .mark(mark), .restart(restart),
                .anew(anew), .room(room), .on(history), .skip(skip), .no_mark(no_mark),
                .offset(move), .advance(advance), .kept(kept), .settle(settle), .give_up(give_up)
            );

            surf_sequence u_sequence (
                .clk25(clk25), .rst_n(rst_n), .wr(wr && at_sequence), .index(offset[4:2] - 3'd4),
                .be(be), .wdata(wdata), .rdata(sequence_rdata), .take(take), .match(s_pass),
                .irq(s2_trace[127]), .decide(decided && pk_ten && !trg), .pk_wrapped(pk_wrapped),
                .pk_ext(pk_ext), .on(seq), .hit(seq_hit)
            );
        end else begin : g_no_extras
            assign {s_rdata, loss_rdata, history_rdata, sequence_rdata, missing} = 160'd0;
            assign {s_pass, counts, want, restart, settle, give_up, no_mark} = 7'd0;
            assign {outlier, history, skip, seq, seq_hit} = 5'd0;
            assign {move, advance} = {11'd0, 11'd1};
            assign kept = 11'd1;

            wire unused_extras = &{1'b0, flush, earlier, arrive, accept, take, ten, trg, pk_ten,
                                   pk_ext, pk_wrapped, anew, room, at_s, at_history, at_sequence,
                                   s_pass, restart, settle, give_up};
        end
    endgenerate

    // Decay: periods of 1024 clocks
    reg [15:0] passes;
    reg [23:0] period, periods;
    reg [9:0]  clocks;
    wire       tick = clocks == 10'h3FF;
    wire       due  = tick && period != 24'd0 && periods + 24'd1 >= period;
    wire       asks = wr && where == `SURFBOARD_DCCR && be[0] && wdata[`SURFBOARD_DCCR_START];
    wire [23:0] lanes = {{8{be[2]}}, {8{be[1]}}, {8{be[0]}}};

    assign decay_go = EXTRAS != 0 && (asks || due);

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            passes     <= 16'd0;
            period     <= 24'd0;
            periods    <= 24'd0;
            clocks     <= 10'd0;
            decay_last <= 24'd0;
        end else begin
            clocks <= clocks + 10'd1;
            if (tick)
                periods <= due || period == 24'd0 ? 24'd0 : periods + 24'd1;
            if (decay_ended)
                passes <= passes + 16'd1;
            if (EXTRAS != 0 && wr && where == `SURFBOARD_DCLB)
                decay_last <= (decay_last & ~lanes) | (wdata[`SURFBOARD_DCLB_BIN] & lanes);
            if (EXTRAS != 0 && wr && where == `SURFBOARD_DCPR) begin
                period  <= (period & ~lanes) | (wdata[`SURFBOARD_DCPR_PERIOD] & lanes);
                periods <= 24'd0;
                clocks  <= 10'd0;
            end
        end

    // Read data; fields in the order of the register table
    localparam [31:0] MISSING = 1 << `SURFBOARD_CAPR_DECAY_LSB | 1 << `SURFBOARD_CAPR_OUT_LSB |
                                1 << `SURFBOARD_CAPR_SEQ_LSB | 1 << `SURFBOARD_CAPR_MARK_LSB;
    localparam [31:0] CAPABILITIES = (`SURFBOARD_CAPR_RESET & ~(EXTRAS != 0 ? 0 : MISSING)) |
                                     HIST_LOG2 << `SURFBOARD_CAPR_HLOG2_LSB |
                                     TRACE_LOG2 << `SURFBOARD_CAPR_TLOG2_LSB |
                                     BUS << `SURFBOARD_CAPR_BUS_LSB |
                                     (BOARD_REV < 3 ? 32'd0 :
                                      1 << `SURFBOARD_CAPR_PASS_LSB |
                                      1 << `SURFBOARD_CAPR_PHASE_LSB |
                                      1 << `SURFBOARD_CAPR_WIDE_LSB |
                                      1 << `SURFBOARD_CAPR_REV_LSB);  // 2 + 1

    always @* begin
        rdata = 32'd0;
        case (where)
        `SURFBOARD_CAPR:   rdata = CAPABILITIES;
        `SURFBOARD_CAWR:   rdata = `SURFBOARD_CAWR_RESET;
        `SURFBOARD_SNCR:   rdata[`SURFBOARD_SNCR_NUMBER] = number;
        `SURFBOARD_ISSR:   rdata = {18'd0, iscr};
        `SURFBOARD_HMCR:   rdata = {31'd0, saturate};
        `SURFBOARD_TMCR,
        `SURFBOARD_MISS:   rdata = loss_rdata;
        `SURFBOARD_SEEN_L: rdata = c_seen[31:0];
        `SURFBOARD_SEEN_H: rdata = c_seen[63:32];
        `SURFBOARD_DROP_L: rdata = c_dropped[31:0];
        `SURFBOARD_DROP_H: rdata = c_dropped[63:32];
        `SURFBOARD_HIST_L: rdata = c_hist[31:0];
        `SURFBOARD_HIST_H: rdata = c_hist[63:32];
        `SURFBOARD_NHST_L: rdata = c_not_hist[31:0];
        `SURFBOARD_NHST_H: rdata = c_not_hist[63:32];
        `SURFBOARD_TRCE_L: rdata = c_traced[31:0];
        `SURFBOARD_TRCE_H: rdata = c_traced[63:32];
        `SURFBOARD_NTRC_L: rdata = c_not_traced[31:0];
        `SURFBOARD_NTRC_H: rdata = c_not_traced[63:32];
        `SURFBOARD_WORD_L: rdata = c_words[31:0];
        `SURFBOARD_WORD_H: rdata = c_words[63:32];
        `SURFBOARD_SWCD:   rdata = c_wcdr;
        `SURFBOARD_STIC:   rdata = {10'd0, c_ticr};
        `SURFBOARD_STEC:   rdata = {9'd0, c_tecr};
        `SURFBOARD_DCCR: begin
            rdata[`SURFBOARD_DCCR_PASSES] = passes;
            rdata[`SURFBOARD_DCCR_BUSY]   = decay_busy;
        end
        `SURFBOARD_DCLB:   rdata = {8'd0, decay_last};
        `SURFBOARD_DCPR:   rdata = {8'd0, period};
        `SURFBOARD_DCAY_L: rdata = c_decayed[31:0];
        `SURFBOARD_DCAY_H: rdata = c_decayed[63:32];
        default:           rdata = at_h ? h_rdata : at_t ? t_rdata : at_s ? s_rdata :
                                   at_history ? history_rdata : at_sequence ? sequence_rdata :
                                   32'd0;
        endcase
    end

    wire unused = &{1'b0, be, wdata};
endmodule
