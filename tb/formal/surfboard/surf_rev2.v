// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_rev2: the totals count each outcome once, so that their identities hold; a copy has
// the values of all counters in one clock; the registers do what surfboard_ext.def says; and passes
// of the decay begin on command and periodically.
//
// Packets are lost, dropped and decided in any clock, all three at once if need be; the host
// reads and writes anything at any time.
`default_nettype none

`include "surfboard_regs.vh"

module prove_surf_rev2 (
    input wire        clk,
    input wire        rst_n,
    input wire        wr,
    input wire [11:2] offset,
    input wire [3:0]  be,
    input wire [31:0] wdata,
    input wire [8:0]  lost,
    input wire        drop,
    input wire        decide,
    input wire        pk_hen,
    input wire        record,
    input wire        marks,
    input wire        decay_busy,
    input wire        decay_ended,
    input wire        decay_taken_valid,
    input wire [31:0] decay_taken,
    input wire [10:0] size,
    input wire [127:0] s2_trace,
    input wire [10:0] s2_size,
    input wire [31:0] wcdr,
    input wire [21:0] ticr,
    input wire [22:0] tecr,
    input wire [13:0] iscr
);
    wire [31:0] rdata;
    wire [13:0] set_sticky;
    wire        saturate, decay_go, settled, snap;
    wire [23:0] decay_last;

    surf_rev2 #(.BUS(2), .TRACE_LOG2(12), .HIST_LOG2(20)) dut (
        .clk25(clk), .rst_n(rst_n), .wr(wr), .offset(offset), .be(be), .wdata(wdata),
        .rdata(rdata), .lost(lost), .drop(drop), .decide(decide), .pk_hen(pk_hen),
        .record(record), .size(size), .s2_trace(s2_trace), .s2_size(s2_size), .wcdr(wcdr),
        .ticr(ticr), .tecr(tecr), .iscr(iscr),
        .marks(marks), .decay_go(decay_go), .decay_last(decay_last), .decay_busy(decay_busy),
        .decay_ended(decay_ended),
        .decay_taken_valid(decay_taken_valid), .decay_taken(decay_taken),
        .settled(settled), .snap(snap), .set_sticky(set_sticky), .saturate(saturate)
    );

    always @*
        if ($initstate)
            assume (!rst_n);

    (* hierconn *) wire [63:0] \dut.seen ;
    (* hierconn *) wire [63:0] \dut.dropped ;
    (* hierconn *) wire [63:0] \dut.hist ;
    (* hierconn *) wire [63:0] \dut.not_hist ;
    (* hierconn *) wire [63:0] \dut.traced ;
    (* hierconn *) wire [63:0] \dut.not_traced ;
    (* hierconn *) wire [63:0] \dut.words ;
    (* hierconn *) wire [63:0] \dut.decayed ;
    (* hierconn *) wire [10:0] \dut.kept ;
    (* hierconn *) wire        \dut.its_hen ;
    (* hierconn *) wire [9:0]  \dut.lost_of ;
    (* hierconn *) wire [9:0]  \dut.all_of ;
    (* hierconn *) wire [10:0] \dut.words_of ;
    (* hierconn *) wire [10:0] \dut.traced_of ;
    (* hierconn *) wire [11:0] \dut.others_of ;

    // What happened in the clock before
    reg  [8:0]  was_lost;
    reg         was, was_drop, was_decide, was_hen, was_record, was_wr;
    reg  [10:0] was_size;
    reg  [11:2] was_offset;
    wire [11:0] at = {offset, 2'b00}, was_at = {was_offset, 2'b00};
    reg  [3:0]  was_be;
    reg  [31:0] was_wdata;
    reg  [63:0] o_seen, o_dropped, o_hist, o_not_hist, o_traced, o_not_traced, o_words;
    reg  [76:0] o_other;
    reg         o_saturate;
    reg         was_taken;
    reg  [31:0] was_much;
    reg  [10:0] was_kept;
    reg  [63:0] o_decayed;

    initial was = 1'b0;

    always @(posedge clk) begin
        was <= rst_n;
        {was_lost, was_drop, was_decide} <= {lost, drop, decide && !marks};
        {was_taken, was_much} <= {decay_taken_valid, decay_taken};
        {was_kept, o_decayed} <= {\dut.kept , \dut.decayed };
        {was_hen, was_record, was_size} <= {pk_hen, record, size};
        {was_wr, was_offset, was_be, was_wdata} <= {wr, offset, be, wdata};
        {o_seen, o_dropped, o_hist, o_not_hist} <=
            {\dut.seen , \dut.dropped , \dut.hist , \dut.not_hist };
        {o_traced, o_not_traced, o_words} <= {\dut.traced , \dut.not_traced , \dut.words };
        o_other <= {wcdr, ticr, tecr};
        o_saturate <= saturate;
    end

    // and two clocks before, when it is counted
    reg  [8:0]  old_lost;
    reg         old_drop, old_decide, old_hen, old_record;
    reg  [10:0] old_size, old_kept;

    always @(posedge clk)
        if (was) begin
            {old_lost, old_drop, old_decide} <= {was_lost, was_drop, was_decide};
            {old_hen, old_record, old_size, old_kept} <=
                {was_hen, was_record, was_size, was_kept};
        end else
            {old_lost, old_drop, old_decide, old_hen, old_record, old_size, old_kept} <= 35'd0;

    // The reference copy: made by a write of SNCR.TAKE, of the totals in the clock after it, and
    // kept
    wire        took = was && was_wr && was_at == `SURFBOARD_SNCR && was_be[0] && was_wdata[0];
    reg  [63:0] k_seen, k_dropped, k_hist, k_not_hist, k_traced, k_not_traced, k_words;
    reg  [76:0] k_other;
    reg  [63:0] k_decayed;
    reg  [15:0] k_number;
    reg         counts;
    wire [63:0] c_seen       = counts ? o_seen : k_seen;
    wire [63:0] c_dropped    = counts ? o_dropped : k_dropped;
    wire [63:0] c_hist       = counts ? o_hist : k_hist;
    wire [63:0] c_not_hist   = counts ? o_not_hist : k_not_hist;
    wire [63:0] c_traced     = counts ? o_traced : k_traced;
    wire [63:0] c_not_traced = counts ? o_not_traced : k_not_traced;
    wire [63:0] c_words      = counts ? o_words : k_words;
    wire [76:0] c_other      = took ? o_other : k_other;
    wire [63:0] c_decayed    = took ? o_decayed : k_decayed;
    wire [15:0] c_number     = k_number + {15'd0, took};

    initial counts = 1'b0;

    always @(posedge clk) begin
        counts <= rst_n && took;
        if (!rst_n) begin
            {k_seen, k_dropped, k_hist, k_not_hist} <= 256'd0;
            {k_traced, k_not_traced, k_words, k_other, k_decayed, k_number} <= 349'd0;
        end else begin
            {k_seen, k_dropped, k_hist, k_not_hist} <= {c_seen, c_dropped, c_hist, c_not_hist};
            {k_traced, k_not_traced, k_words} <= {c_traced, c_not_traced, c_words};
            {k_other, k_decayed, k_number} <= {c_other, c_decayed, c_number};
        end
    end

    wire [9:0] drops = {1'b0, old_lost} + {9'd0, old_drop};
    wire [9:0] outcomes = drops + {9'd0, old_decide};

    always @* if (rst_n) begin
        assert (outcomes == drops + (old_decide && old_hen) + (old_decide && !old_hen));
        // Each outcome counts once, starting from 0. So SEEN = DROP + HIST + NHST and
        // SEEN = DROP + TRCE + NTRC in every clock.
        if (was) begin
            assert (\dut.seen == o_seen + {54'd0, outcomes});
            assert (\dut.dropped == o_dropped + {54'd0, drops});
            assert (\dut.hist == o_hist + {63'd0, old_decide && old_hen});
            assert (\dut.not_hist == o_not_hist + {63'd0, old_decide && !old_hen});
            // kept is 1 without outlier capture, otherwise the number of packets that stay
            assert (\dut.traced == o_traced + (old_decide && old_record ? {53'd0, old_kept} :
                    64'd0));
            assert (\dut.not_traced == o_not_traced + {63'd0, old_decide} -
                    (old_decide && old_record ? {53'd0, old_kept} : 64'd0));
            assert (\dut.decayed == o_decayed + (was_taken ? {32'd0, was_much} : 64'd0));
            assert (\dut.words == o_words + {53'd0, old_decide ? old_size : 11'd0});
            assert (saturate == (was_wr && was_at == `SURFBOARD_HMCR && was_be[0] ?
                                 was_wdata[0] : o_saturate));
        end else begin
            assert (\dut.seen == 64'd0 && \dut.words == 64'd0 && !saturate);
            assert (\dut.dropped == 64'd0 && \dut.hist == 64'd0 && \dut.traced == 64'd0);
            assert (\dut.not_hist == 64'd0 && \dut.not_traced == 64'd0 && \dut.decayed == 64'd0);
        end
        // what is counted in this clock
        assert (settled == (was && was_decide));
        assert (snap == took);
        if (was)
            assert ({\dut.its_hen , \dut.lost_of , \dut.all_of , \dut.words_of } ==
                    {was_hen, {1'b0, was_lost} + {9'd0, was_drop},
                     {1'b0, was_lost} + {9'd0, was_drop} + {9'd0, was_decide},
                     was_decide ? was_size : 11'd0});
        else
            assert ({\dut.its_hen , \dut.lost_of , \dut.all_of , \dut.words_of } == 32'd0);
        assert (\dut.traced_of == (was && was_decide && was_record ? was_kept : 11'd0));
        assert (\dut.others_of == {11'd0, was && was_decide} - {1'b0, \dut.traced_of });

        // only sticky bits, by their byte lanes
        assert (set_sticky == (wr && at == `SURFBOARD_ISSR ?
                               {be[1] ? wdata[13:8] & 6'b011111 : 6'd0,
                                be[0] ? wdata[7:0] & 8'b10000111 : 8'd0} : 14'd0));

        // read data
        case (at)
        `SURFBOARD_CAPR: assert (rdata == 32'h1461FF22);
        `SURFBOARD_CAWR: assert (rdata == `SURFBOARD_CAWR_RESET);
        `SURFBOARD_SNCR: assert (rdata == {c_number, 16'd0});
        `SURFBOARD_ISSR: assert (rdata == {18'd0, iscr});
        `SURFBOARD_HMCR: assert (rdata == {31'd0, saturate});
        `SURFBOARD_SEEN_L: assert (rdata == c_seen[31:0]);
        `SURFBOARD_SEEN_H: assert (rdata == c_seen[63:32]);
        `SURFBOARD_DROP_L: assert (rdata == c_dropped[31:0]);
        `SURFBOARD_DROP_H: assert (rdata == c_dropped[63:32]);
        `SURFBOARD_HIST_L: assert (rdata == c_hist[31:0]);
        `SURFBOARD_HIST_H: assert (rdata == c_hist[63:32]);
        `SURFBOARD_NHST_L: assert (rdata == c_not_hist[31:0]);
        `SURFBOARD_NHST_H: assert (rdata == c_not_hist[63:32]);
        `SURFBOARD_TRCE_L: assert (rdata == c_traced[31:0]);
        `SURFBOARD_TRCE_H: assert (rdata == c_traced[63:32]);
        `SURFBOARD_NTRC_L: assert (rdata == c_not_traced[31:0]);
        `SURFBOARD_NTRC_H: assert (rdata == c_not_traced[63:32]);
        `SURFBOARD_WORD_L: assert (rdata == c_words[31:0]);
        `SURFBOARD_WORD_H: assert (rdata == c_words[63:32]);
        `SURFBOARD_SWCD: assert (rdata == c_other[76:45]);
        `SURFBOARD_STIC: assert (rdata == {10'd0, c_other[44:23]});
        `SURFBOARD_STEC: assert (rdata == {9'd0, c_other[22:0]});
        `SURFBOARD_DCCR: assert (rdata == {passes, 14'd0, decay_busy, 1'b0});
        `SURFBOARD_DCLB: assert (rdata == {8'd0, last});
        `SURFBOARD_DCPR: assert (rdata == {8'd0, period});
        `SURFBOARD_DCAY_L: assert (rdata == c_decayed[31:0]);
        `SURFBOARD_DCAY_H: assert (rdata == c_decayed[63:32]);
        // registers of submodules, which have their own proofs
        `SURFBOARD_TMCR, `SURFBOARD_MISS, `SURFBOARD_OLCR, `SURFBOARD_OLPR, `SURFBOARD_OLLB,
        `SURFBOARD_OLSB, `SURFBOARD_SQNW, `SURFBOARD_SQCR, `SURFBOARD_SQS0, `SURFBOARD_SQS1,
        `SURFBOARD_SQS2, `SURFBOARD_SQS3: ;
        default: if (offset[11:6] < 6'h04 || offset[11:6] > 6'h06) assert (rdata == 32'd0);
        endcase
    end

    // The copy in the design equals the reference.
    (* hierconn *) wire [63:0] \dut.c_seen ;
    (* hierconn *) wire [63:0] \dut.c_dropped ;
    (* hierconn *) wire [63:0] \dut.c_hist ;
    (* hierconn *) wire [63:0] \dut.c_not_hist ;
    (* hierconn *) wire [63:0] \dut.c_traced ;
    (* hierconn *) wire [63:0] \dut.c_not_traced ;
    (* hierconn *) wire [63:0] \dut.c_words ;
    (* hierconn *) wire [63:0] \dut.c_decayed ;
    (* hierconn *) wire [31:0] \dut.c_wcdr ;
    (* hierconn *) wire [21:0] \dut.c_ticr ;
    (* hierconn *) wire [22:0] \dut.c_tecr ;
    (* hierconn *) wire [15:0] \dut.number ;

    // Decay: the clocks since the last periodic pass, or since DCPR was written
    reg  [33:0] elapsed;
    reg  [23:0] last, period;
    reg  [15:0] passes;
    wire        periodic = period != 0 && elapsed == {period, 10'd0} - 1;

    function [23:0] put(input [23:0] old);
        integer i;
        for (i = 0; i < 24; i = i + 1)
            put[i] = be[i / 8] ? wdata[i] : old[i];
    endfunction

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            elapsed <= 34'd0;
            {last, period, passes} <= 64'd0;
        end else begin
            elapsed <= periodic ? 34'd0 : elapsed + 34'd1;
            passes  <= passes + {15'd0, decay_ended};
            if (wr && at == `SURFBOARD_DCLB)
                last <= put(last);
            if (wr && at == `SURFBOARD_DCPR) begin
                period  <= put(period);
                elapsed <= 34'd0;
            end
        end

    (* hierconn *) wire [15:0] \dut.passes ;
    (* hierconn *) wire [23:0] \dut.period ;
    (* hierconn *) wire [23:0] \dut.periods ;
    (* hierconn *) wire [9:0]  \dut.clocks ;

    always @* if (rst_n) begin
        assert (decay_go == (periodic ||
                             (wr && at == `SURFBOARD_DCCR && be[0] &&
                              wdata[`SURFBOARD_DCCR_START])));
        assert (decay_last == last);
    end

    wire same = c_seen == \dut.c_seen && c_dropped == \dut.c_dropped && c_hist == \dut.c_hist &&
                c_not_hist == \dut.c_not_hist && c_traced == \dut.c_traced &&
                c_not_traced == \dut.c_not_traced && c_words == \dut.c_words &&
                c_decayed == \dut.c_decayed &&
                c_other == {\dut.c_wcdr , \dut.c_ticr , \dut.c_tecr } && c_number == \dut.number &&
                decay_last == last && passes == \dut.passes && period == \dut.period &&
                (period == 0 || (elapsed == {\dut.periods , \dut.clocks } &&
                                 elapsed[33:10] < period));

    always @*
        if (rst_n)
            assert (same);

    // Reachable: lost, drop and decide in the clock of a copy, and the copy after it
    always @* begin
        cover (rst_n && was && counts && old_lost && old_drop && old_decide && c_seen == 64'd3);
        cover (rst_n && !took && k_number == 16'd1 && c_hist == 64'd1 && c_not_traced == 64'd1 &&
               \dut.seen == 64'd4);
    end
endmodule
