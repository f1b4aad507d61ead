// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_stage3 with memories that take requests ahead (AHEAD = 1): each packet taken with
// HEN requests exactly one read-modify-write, of its bin, and the request is stable until it is
// taken; each packet is decided once, after its bin; each recorded entry is passed on once,
// complete, and only while there is room; each word is counted once; no packet is lost. The proofs
// of simm_dram with AHEAD = 1 assume this of their client.
//
// Packets come as fast as they are taken; the histogram memory answers at any time from the second
// clock on; the queue of entries may have room in any clock; any packets may be recorded, and any
// of them with a marker.
`default_nettype none

module prove_surf_ahead (
    input wire         clk,
    input wire         rst_n,

    input wire         s2_valid,
    input wire [127:0] s2_trace,
    input wire [10:0]  s2_size,
    input wire [23:0]  bin,
    input wire         wen,
    input wire         hen,
    input wire         ten,
    input wire         saturate,
    input wire         wr_wcdr,
    input wire [31:0]  wdata,
    input wire         choose,
    input wire         want_mark,
    input wire [31:0]  missing,
    input wire [21:0]  entry,
    input wire         answer,      // answer of the histogram memory
    input wire [31:0]  h_rdata,
    input wire         t_ready
);
    wire         s2_take, set_lv, set_lu, set_wcv, set_bv, index_push, decide;
    wire         pk_ten, pk_ext, pk_wrapped, obs_take, obs_done;
    wire [31:0]  wcdr, h_wdata, t_wdata;
    wire [23:0]  index, h_addr, t_addr;
    wire         h_req, h_hold, t_req, t_hold;
    wire [127:0] t_line;
    wire         record = decide && pk_ten && choose;
    wire         h_modify = h_req && answer;
    reg          marked;            // a marker was written before the packet
    wire         mark = want_mark && !marked;

    surf_stage3 #(.AHEAD(1)) u_s3 (
        .clk25(clk), .rst_n(rst_n),
        .s2_valid(s2_valid), .s2_trace(s2_trace), .s2_size(s2_size), .s2_v(1'b0), .s2_u(1'b0),
        .s2_ext(1'b0), .bin(bin), .s2_take(s2_take),
        .wen(wen), .hen(hen), .ten(ten), .saturate(saturate), .wr_wcdr(wr_wcdr), .wdata(wdata),
        .wcdr(wcdr), .set_lv(set_lv), .set_lu(set_lu), .set_wcv(set_wcv), .set_bv(set_bv),
        .index_push(index_push), .index(index),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(record), .entry(entry), .mark(mark), .missing(missing), .outlier(1'b0),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(h_rdata), .h_wdata(h_wdata), .h_done(h_modify),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(2'd0), .t_wdata(t_wdata),
        .t_line(t_line), .t_done(1'b0), .t_ready(t_ready), .obs_take(obs_take),
        .obs_done(obs_done)
    );

    (* hierconn *) wire [2:0]   \u_s3.state ;
    (* hierconn *) wire [127:0] \u_s3.trace ;
    (* hierconn *) wire         \u_s3.pk_hen ;
    (* hierconn *) wire         \u_s3.pk_wen ;
    (* hierconn *) wire         \u_s3.marking ;
    (* hierconn *) wire [10:0]  \u_s3.size ;

    localparam [2:0] IDLE = 0, WORDS = 1, BIN = 2, DECIDE = 3;

    initial assume (!rst_n);
    always @* if (!$initstate) assume (rst_n);
    // The memory needs time to read (5 clocks in simm_dram).
    always @* if (since == 1) assume (!answer);

    // The packet in Stage 3
    reg          busy, owed, counts;
    reg  [23:0]  its_bin;
    reg  [127:0] its_trace;
    reg  [10:0]  its_size;
    reg  [31:0]  words;
    reg  [5:0]   since;             // clocks since the last take
    wire         settled = decide && !(record && mark);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {busy, owed, counts, marked} <= 4'd0;
            its_bin   <= 24'd0;
            its_trace <= 128'd0;
            its_size  <= 11'd0;
            words     <= 32'd0;
            since     <= 6'd0;
        end else begin
            busy   <= s2_take || (busy && !settled);
            owed   <= s2_take ? hen : owed && !h_modify;
            counts <= s2_take && wen;
            marked <= !s2_take && (marked || (record && mark));
            if (s2_take)
                {its_bin, its_trace, its_size} <= {bin, s2_trace, s2_size};
            words <= wr_wcdr ? wdata : words + (counts ? its_size : 11'd0);
            since <= s2_take ? 6'd1 : &since ? since : since + 6'd1;
        end

    wire [127:0] marker = {3'b010, 29'd0, its_trace[95:64], 20'd0, its_trace[43:32], missing};

    always @* if (rst_n) begin
        // There is one packet at a time, and the next is taken as soon as there is none.
        assert (s2_take == (s2_valid && !busy) && obs_take == s2_take);
        // surf_loss and surf_history know its losses two clocks after it was taken.
        assert (since != 6'd1 || !decide);
        // It requests the read-modify-write of its bin.
        assert (h_req == owed);
        if (owed)
            assert (h_addr == its_bin && busy);
        // It is decided once, after its bin, and recorded only with room.
        if (decide)
            assert (busy && !owed && t_ready);
        assert (t_req == record);
        if (t_req)
            assert (t_addr == {entry, 2'b00} && t_line == (mark ? marker : its_trace));
        // words
        assert (wcdr == words);
        // Overflow is signalled exactly when the bin wraps or becomes full.
        assert (set_bv == (h_modify && h_rdata == (saturate ? 32'hFFFFFFFE : 32'hFFFFFFFF)));
        assert (index_push == set_bv && (!index_push || index == its_bin));
        if (h_modify)
            assert (h_wdata == (saturate && &h_rdata ? h_rdata : h_rdata + 32'd1));
        // The hold outputs are never asserted.
        assert (!h_hold && !t_hold);
        // invariants
        assert (\u_s3.state <= DECIDE && busy == (\u_s3.state != IDLE));
        assert (!\u_s3.marking );
        if (\u_s3.state == WORDS)
            assert (owed == \u_s3.pk_hen && counts == \u_s3.pk_wen && !marked);
        else
            assert (!counts);
        if (\u_s3.state == BIN)
            assert (!marked && (owed == \u_s3.pk_hen ));
        if (\u_s3.state == DECIDE)
            assert (!owed);
        if (busy)
            assert (\u_s3.trace == its_trace && \u_s3.size == its_size);
    end

    // Done follows the decision
    reg was_settled;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            was_settled <= 1'b0;
        else
            was_settled <= settled;
    always @* if (rst_n) assert (obs_done == was_settled);

    always @* begin
        cover (rst_n && s2_take && since == 4 && \u_s3.pk_hen );
        cover (rst_n && record && !mark && marked);
        cover (rst_n && \u_s3.state == DECIDE && !t_ready);
    end
endmodule
