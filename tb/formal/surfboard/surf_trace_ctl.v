// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_trace_ctl with surf_stage3: which packets are recorded, where, and with which
// values of TICR, TECR, TPIR, TRG, TP and TC.
//
// Packets come, and registers and configuration change, at any time; the memories answer at any
// time. The count of recorded packets begins when software writes TECR := 0 with TRG = 0, and is
// valid until software changes TICR, TECR, TRG, TSIZE or MODE.
`default_nettype none

`include "surfboard_regs.vh"

module prove_surf_trace_ctl (
    input wire         clk25,
    input wire         rst_n,
    input wire         s2_valid,
    input wire [127:0] s2_trace,
    input wire         s2_ext,
    input wire [23:0]  bin,
    input wire         hen,
    input wire         ten,
    input wire         saturate,
    input wire [1:0]   tsize,
    input wire [1:0]   mode,
    input wire [1:0]   qual,
    input wire         wr_htcr,
    input wire         wr_ticr,
    input wire         wr_tecr,
    input wire [2:0]   wr_tpir,
    input wire [31:0]  wdata,
    input wire         h_modify,
    input wire [31:0]  h_rdata,
    input wire         h_done,
    input wire         t_done
);
    wire        s2_take, set_lv, set_lu, set_wcv, set_bv, index_push, decide, pk_ten, pk_ext,
        pk_wrapped;
    wire        record, h_req, h_hold, t_req, t_hold, obs_take, obs_done, trg, set_tp, complete;
    wire [31:0] wcdr, h_wdata, t_wdata;
    wire [23:0] index, h_addr, t_addr;
    wire [21:0] entry, ticr, tpir;
    wire [22:0] tecr;

    surf_stage3 u_s3 (
        .clk25(clk25), .rst_n(rst_n),
        .s2_valid(s2_valid), .s2_trace(s2_trace), .s2_size(11'd1), .s2_v(1'b0), .s2_u(1'b0),
        .s2_ext(s2_ext), .bin(bin), .s2_take(s2_take),
        .wen(1'b0), .hen(hen), .ten(ten), .saturate(saturate), .wr_wcdr(1'b0), .wdata(wdata),
        .wcdr(wcdr),
        .set_lv(set_lv), .set_lu(set_lu), .set_wcv(set_wcv), .set_bv(set_bv),
        .index_push(index_push), .index(index),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(record), .entry(entry), .mark(1'b0), .missing(32'd0), .outlier(1'b0),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(h_rdata), .h_wdata(h_wdata), .h_done(h_done),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(2'd0), .t_wdata(t_wdata),
        .t_done(t_done), .obs_take(obs_take), .obs_done(obs_done)
    );

    surf_trace_ctl dut (
        .clk25(clk25), .rst_n(rst_n), .tsize(tsize), .mode(mode), .qual(qual), .ten(ten),
        .wr_htcr(wr_htcr), .wr_ticr(wr_ticr), .wr_tecr(wr_tecr), .wr_tpir(wr_tpir),
        .wdata(wdata), .ticr(ticr), .tecr(tecr), .tpir(tpir), .trg(trg),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(record), .entry(entry), .seq(1'b0), .seq_hit(1'b0), .mark(1'b0), .history(1'b0),
        .skip(1'b0), .offset(11'd0), .advance(11'd1), .set_tp(set_tp), .complete(complete)
    );

    localparam [1:0] MIDDLE = 2'd1, END = 2'd2;
    localparam TRG = `SURFBOARD_HTCR_TRG_LSB;

    initial assume (!rst_n);

    // The memories answer each request, but not in its first clock; a bin is written 3 clocks after
    // its change and before the entry; software writes one register at a time
    reg h_asked, t_asked;

    always @(posedge clk25) begin
        h_asked <= rst_n && h_req && !h_done;
        t_asked <= rst_n && t_req && !t_done;
    end
    initial {h_asked, t_asked} = 2'b00;

    always @* begin
        assume (!h_modify || (h_asked && !modified));
        assume (!h_done || (h_asked && modified && !decide));
        assume (!t_done || (t_asked && !h_req));
        assume (!(wr_htcr && (wr_ticr || wr_tecr || wr_tpir != 0)));
        assume (!(wr_ticr && (wr_tecr || wr_tpir != 0)) && !(wr_tecr && wr_tpir != 0));
    end

    // The packet in Stage 3
    reg        inside;          // the packet was taken, and its decision is still to come
    reg        p_ten, p_ext, p_wrapped, modified;
    reg        writing;         // the packet is recorded, and its entry is not written yet
    reg [21:0] place;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            {inside, p_ten, p_ext, p_wrapped, modified, writing} <= 6'd0;
            place <= 22'd0;
        end else begin
            inside  <= s2_take || (inside && !decide);
            writing <= record || (writing && !t_done);
            if (record)
                place <= ticr;
            if (s2_take) begin
                p_ten     <= ten;
                p_ext     <= s2_ext;
                p_wrapped <= 1'b0;
                modified  <= 1'b0;
            end else if (h_modify) begin
                p_wrapped <= h_rdata == (saturate ? 32'hFFFFFFFE : 32'hFFFFFFFF);
                modified  <= 1'b1;
            end
        end

    // Recording according to the report
    reg [22:0] n;               // number of entries in the memory
    always @*
        case (tsize)
        0:       n = 23'd16;
        1:       n = 23'd1 << 18;
        2:       n = 23'd1 << 20;
        default: n = 23'd1 << 22;
        endcase

    wire hit = qual == 0 || (qual[0] && p_ext) || (qual[1] && p_wrapped);
    wire trigger = decide && p_ten && !trg && hit;
    reg  recorded;

    always @* begin
        recorded = 1'b0;
        if (decide && p_ten)
            case (mode)
            MIDDLE:  recorded = tecr < n;
            END:     recorded = !trg;
            default: recorded = tecr < n && (trg || trigger);
            endcase
    end

    always @* if (rst_n) begin
        // Each packet is decided once, with its own inputs.
        if (decide)
            assert (inside && pk_ten == p_ten && pk_ext == p_ext && pk_wrapped == p_wrapped);
        assert (record == recorded);
        // Nothing is written after completion, except the current entry, nor without TEN.
        if (record)
            assert (!complete && p_ten);
        assert (t_req == (record || writing));
        if (t_req)
            assert (t_addr == {record ? ticr : place, 2'b00});
        // status
        assert (complete == (mode == END ? trg : tecr == n));
        assert (set_tp == (trigger || (wr_htcr && wdata[TRG] && !trg && ten)));
        assert ((ticr & ~(n - 23'd1)) == 0);
    end

    // TPIR, TRG, TICR and TECR one clock later
    reg        there, record_was, trigger_was, wrote_trg, wrote_ticr, wrote_tecr;
    reg [2:0]  wrote_tpir;
    reg [31:0] wdata_was;
    reg        trg_was;
    reg [21:0] ticr_was, tpir_was;
    reg [22:0] tecr_was, n_was;

    wire [21:0] tpir_lanes = {{6{wrote_tpir[2]}}, {8{wrote_tpir[1]}}, {8{wrote_tpir[0]}}};
    wire [21:0] tpir_new   = trigger_was && record_was ? ticr_was : tpir_was;

    initial there = 1'b0;
    always @(posedge clk25) begin
        there       <= rst_n;
        record_was  <= record;
        trigger_was <= trigger;
        wrote_trg   <= wr_htcr;
        wrote_ticr  <= wr_ticr;
        wrote_tecr  <= wr_tecr;
        wrote_tpir  <= wr_tpir;
        wdata_was   <= wdata;
        trg_was     <= trg;
        ticr_was    <= ticr;
        tpir_was    <= tpir;
        tecr_was    <= tecr;
        n_was       <= n;
    end

    always @* if (rst_n && there) begin
        assert (trg == (wrote_trg ? wdata_was[TRG] : trg_was || trigger_was));
        // a write changes its lanes, after a packet in the same clock
        assert (tpir == ((tpir_new & ~tpir_lanes) | (wdata_was[21:0] & tpir_lanes)));
        if (n == n_was)
            assert (ticr == ((wrote_ticr ? wdata_was[21:0] : ticr_was + record_was) & (n - 23'd1)));
        if (wrote_tecr)
            assert (tecr == wdata_was[22:0]);
        else
            assert (tecr == tecr_was || (tecr == tecr_was + 23'd1 && record_was));
    end

    // Counts since software wrote TECR := 0: all recorded packets, those before the trigger, and
    // those from the trigger on; the latter two saturate at N
    reg        counting;
    reg [1:0]  mode_then, size_then;    // MODE and TSIZE when the counting began
    reg [21:0] first, all;
    reg [22:0] before, after;
    wire       same = counting && mode == mode_then && tsize == size_then;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            counting <= 1'b0;
            {mode_then, size_then, first, all, before, after} <= 94'd0;
        end else if (wr_tecr && wdata[`SURFBOARD_TECR_DATA] == 0 && !trg && !trigger) begin
            counting  <= 1'b1;
            mode_then <= mode;
            size_then <= tsize;
            first     <= ticr + record;
            all       <= 22'd0;
            before    <= 23'd0;
            after     <= 23'd0;
        end else begin
            counting <= same && !wr_tecr && !wr_ticr && !wr_htcr;
            if (record) begin
                all <= all + 22'd1;
                if (trg || trigger)
                    after <= after == n ? n : after + 23'd1;
                else
                    before <= before == n ? n : before + 23'd1;
            end
        end

    wire [22:0] kept = mode == MIDDLE ? (before < n >> 1 ? before : n >> 1) : before;

    always @* if (rst_n && same) begin
        assert (ticr == ((first + all) & (n - 23'd1)));
        assert (tecr <= n);
        case (mode)
        MIDDLE: begin
            // At most N/2 of the packets before the trigger count (kept); the trace ends N - kept
            // packets after it.
            assert (tecr == kept + after);
            assert (complete == (after != 0 && after == n - kept));
        end
        END: begin
            // The trace is a ring, and the trigger packet is the last one.
            assert (tecr == (before + after < n ? before + after : n));
            assert (after == trg && complete == trg);
        end
        default: begin
            assert (before == 0 && tecr == after);
            assert (complete == (after == n));
        end
        endcase
    end

    // Invariants
    localparam [2:0] IDLE = 3'd0, WORDS = 3'd1, BIN = 3'd2, DECIDE = 3'd3, TRACE = 3'd4,
                     FINISH = 3'd5;
    (* hierconn *) wire [2:0]  \u_s3.state ;
    (* hierconn *) wire       \u_s3.marking ;

    always @* if (rst_n)
        assert (!\u_s3.marking );

    (* hierconn *) wire        \u_s3.pk_hen ;
    (* hierconn *) wire [21:0] \u_s3.pk_entry ;

    always @* if (rst_n) begin
        assert (\u_s3.state <= FINISH);
        assert (inside == (\u_s3.state >= WORDS && \u_s3.state <= DECIDE));
        assert (writing == (\u_s3.state == TRACE));
        if (inside)
            assert (pk_ten == p_ten && pk_ext == p_ext && pk_wrapped == p_wrapped);
        if (writing)
            assert (\u_s3.pk_entry == place);
        case (\u_s3.state )
        IDLE:    assert (!h_req);
        WORDS:   assert (h_req == \u_s3.pk_hen && !h_asked && !modified && !p_wrapped);
        BIN:     assert (h_req && \u_s3.pk_hen && !modified && !p_wrapped);
        DECIDE:  assert (modified == \u_s3.pk_hen );
        FINISH:  assert (\u_s3.pk_hen && h_req);
        default: ;
        endcase
        if (h_asked)
            assert (h_req);
        if (t_asked)
            assert (writing);
        if (there)
            assert (tpir_was == tpir || wrote_tpir != 0 || (trigger_was && record_was));
        assert (before <= n || !same);
        assert (after <= n || !same);
        if (same && !trg)
            assert (after == 0);
        if (same && mode == MIDDLE)
            assert (kept + after <= n);
    end

    always @* begin
        cover (rst_n && same && mode == MIDDLE && after == 2 && before == 1);
        cover (rst_n && same && mode == END && complete && before == 1 && p_wrapped);
        cover (rst_n && writing && complete && tsize == 0);
    end
endmodule
