// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_stage3 with two surf_bram: each packet taken with HEN adds one to exactly its
// bin, each packet recorded writes exactly its entry, the host reads and writes the requested
// words, and all of them end in time. The proof examines one word of the histogram memory and one
// entry of the trace memory, which the solver chooses (slot.map.v).
//
// Packets come at any time, as fast as they are taken; host accesses come at any time; any packets
// may be recorded.
`default_nettype none

module prove_surf_quick #(
    parameter LOG2 = 10
) (
    input wire         clk,
    input wire         rst_n,

    input wire         s2_valid,
    input wire [127:0] s2_trace,
    input wire [10:0]  s2_size,
    input wire         s2_v,
    input wire         s2_u,
    input wire         s2_ext,
    input wire [23:0]  bin,
    input wire         wen,
    input wire         hen,
    input wire         ten,
    input wire         saturate,
    input wire         wr_wcdr,
    input wire [31:0]  wdata,
    input wire         choose,
    input wire [21:0]  entry,

    input wire         he_req,
    input wire         he_write,
    input wire [23:0]  he_addr,
    input wire [3:0]   he_be,
    input wire [31:0]  he_wdata,
    input wire         te_req,
    input wire         te_write,
    input wire [23:0]  te_addr,
    input wire [3:0]   te_be,
    input wire [31:0]  te_wdata
);
    wire         s2_take, set_lv, set_lu, set_wcv, set_bv, index_push, decide;
    wire         pk_ten, pk_ext, pk_wrapped, obs_take, obs_done;
    wire [31:0]  wcdr, h_wdata, h_rdata, t_wdata, t_rdata;
    wire [23:0]  index, h_addr, t_addr;
    wire         h_req, h_hold, h_modify, h_done, t_req, t_hold, t_modify, t_done;
    wire         he_done, te_done;
    wire [127:0] t_line;
    wire         record = decide && pk_ten && choose;

    surf_stage3 #(.QUICK(1)) u_s3 (
        .clk25(clk), .rst_n(rst_n),
        .s2_valid(s2_valid), .s2_trace(s2_trace), .s2_size(s2_size), .s2_v(s2_v), .s2_u(s2_u),
        .s2_ext(s2_ext), .bin(bin), .s2_take(s2_take),
        .wen(wen), .hen(hen), .ten(ten), .saturate(saturate), .wr_wcdr(wr_wcdr), .wdata(wdata),
        .wcdr(wcdr),
        .set_lv(set_lv), .set_lu(set_lu), .set_wcv(set_wcv), .set_bv(set_bv),
        .index_push(index_push), .index(index),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(record), .entry(entry), .mark(1'b0), .missing(32'd0), .outlier(1'b0),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(h_rdata), .h_wdata(h_wdata), .h_done(h_done),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(2'd0), .t_wdata(t_wdata),
        .t_line(t_line), .t_done(t_done), .obs_take(obs_take), .obs_done(obs_done)
    );

    surf_bram #(.BURST(0), .LOG2(LOG2)) u_hist (
        .clk(clk), .rst_n(rst_n),
        .p_req(h_req), .p_hold(h_hold), .p_addr(h_addr), .p_modify(h_modify), .p_wdata(h_wdata),
        .p_line(128'd0), .p_done(h_done),
        .e_req(he_req), .e_write(he_write), .e_addr(he_addr), .e_be(he_be),
        .e_wdata(he_wdata), .e_done(he_done), .rdata(h_rdata)
    );

    surf_bram #(.BURST(1), .LOG2(LOG2)) u_trace (
        .clk(clk), .rst_n(rst_n),
        .p_req(t_req), .p_hold(t_hold), .p_addr(t_addr), .p_modify(t_modify), .p_wdata(32'd0),
        .p_line(t_line), .p_done(t_done),
        .e_req(te_req), .e_write(te_write), .e_addr(te_addr), .e_be(te_be),
        .e_wdata(te_wdata), .e_done(te_done), .rdata(t_rdata)
    );

    initial assume (!rst_n);

    // ------------------------------------------------------------ the examined words
    wire [LOG2-1:0] bin_slot;       // of the histogram memory
    wire [LOG2-1:2] line_slot;      // of the trace memory
    wire [31:0]     bin_word;
    wire [127:0]    line_word;

    (* hierconn *) wire [LOG2-1:0] \u_hist.g_bank[0].mem.slot ;
    (* hierconn *) wire [31:0] \u_hist.g_bank[0].mem.word ;
    (* hierconn *) wire [LOG2-1:2] \u_trace.g_bank[0].mem.slot ;
    (* hierconn *) wire [31:0] \u_trace.g_bank[0].mem.word ;
    (* hierconn *) wire [LOG2-1:2] \u_trace.g_bank[1].mem.slot ;
    (* hierconn *) wire [31:0] \u_trace.g_bank[1].mem.word ;
    (* hierconn *) wire [LOG2-1:2] \u_trace.g_bank[2].mem.slot ;
    (* hierconn *) wire [31:0] \u_trace.g_bank[2].mem.word ;
    (* hierconn *) wire [LOG2-1:2] \u_trace.g_bank[3].mem.slot ;
    (* hierconn *) wire [31:0] \u_trace.g_bank[3].mem.word ;

    assign bin_slot  = \u_hist.g_bank[0].mem.slot ;
    assign bin_word  = \u_hist.g_bank[0].mem.word ;
    assign line_slot = \u_trace.g_bank[0].mem.slot ;
    assign line_word = {\u_trace.g_bank[3].mem.word , \u_trace.g_bank[2].mem.word ,
                        \u_trace.g_bank[1].mem.word , \u_trace.g_bank[0].mem.word };

    always @* begin
        assume (\u_trace.g_bank[1].mem.slot == line_slot);
        assume (\u_trace.g_bank[2].mem.slot == line_slot);
        assume (\u_trace.g_bank[3].mem.slot == line_slot);
    end

    // ------------------------------------------------------------ the host
    reg        h_waits, t_waits;    // values in the previous clock
    reg [61:0] h_asked, t_asked;
    reg [2:0]  h_age, t_age;        // number of clocks that it has waited

    wire [60:0] h_ask = {he_write, he_addr, he_be, he_wdata};
    wire [60:0] t_ask = {te_write, te_addr, te_be, te_wdata};

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {h_waits, t_waits, h_age, t_age} <= 8'd0;
        else begin
            h_waits <= he_req && !he_done;
            t_waits <= te_req && !te_done;
            h_age   <= he_req && !he_done ? h_age + 3'd1 : 3'd0;
            t_age   <= te_req && !te_done ? t_age + 3'd1 : 3'd0;
        end
    always @(posedge clk) {h_asked, t_asked} <= {1'b0, h_ask, 1'b0, t_ask};

    always @* begin
        if (!rst_n)
            assume (!he_req && !te_req);
        if (h_waits)
            assume (he_req && h_ask == h_asked[60:0]);
        if (t_waits)
            assume (te_req && t_ask == t_asked[60:0]);
    end

    // ------------------------------------------------------------ expected values
    function [31:0] merge(input [31:0] old, input [3:0] be, input [31:0] new);
        merge = {be[3] ? new[31:24] : old[31:24], be[2] ? new[23:16] : old[23:16],
                 be[1] ? new[15:8]  : old[15:8],  be[0] ? new[7:0]   : old[7:0]};
    endfunction

    reg  [31:0]  bin_held;
    reg  [127:0] line_held;
    wire         he_here = he_addr[LOG2-1:0] == bin_slot;
    wire         te_here = te_addr[LOG2-1:2] == line_slot;
    // A host write is in the memory in the clock of its done.
    wire [31:0]  bin_now = he_done && he_write && he_here ? merge(bin_held, he_be, he_wdata) :
                           bin_held;
    wire [127:0] line_now;
    reg  [127:0] line_before;       // line_now in the previous clock

    genvar b;
    generate
        for (b = 0; b < 4; b = b + 1) begin : g_line
            wire [31:0] old = line_held[32*b +: 32];
            assign line_now[32*b +: 32] = te_done && te_write && te_here && te_addr[1:0] == b ?
                                          merge(old, te_be, te_wdata) : old;
        end
    endgenerate

    // the packet in Stage 3
    reg          owed;              // the packet was taken with HEN, and its bin is not counted yet
    reg          busy;              // the packet was taken and is not done yet
    reg  [1:0]   age;               // clocks since
    reg  [23:0]  its_bin;
    reg  [127:0] its_trace;
    reg          counted;           // with HEN

    wire counts = owed && h_modify;
    wire hit    = its_bin[LOG2-1:0] == bin_slot;
    wire stays  = saturate && bin_now == 32'hFFFFFFFF;

    // An access that a reset cuts off may or may not have changed the memory.
    always @(posedge clk) begin
        bin_held  <= !rst_n ? bin_word : counts && hit && !stays ? bin_now + 32'd1 : bin_now;
        line_before <= line_now;
        line_held <= !rst_n ? line_word :
                     record && entry[LOG2-3:0] == line_slot ? its_trace : line_now;
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {owed, busy, counted} <= 3'd0;
            age       <= 2'd0;
            its_bin   <= 24'd0;
            its_trace <= 128'd0;
        end else begin
            if (s2_take) begin
                owed      <= hen;
                counted   <= hen;
                busy      <= 1'b1;
                age       <= 2'd0;
                its_bin   <= bin;
                its_trace <= s2_trace;
            end else begin
                if (h_modify)
                    owed <= 1'b0;
                if (decide)
                    busy <= 1'b0;
                age <= age + 2'd1;
            end
        end

    // ------------------------------------------------------------ properties
    always @* if (rst_n) begin
        // The bin is the value written by the host plus one for each packet of the bin.
        assert (bin_word == bin_now);
        assert (line_word == line_now);
        // Each packet is counted once, starting from the latest value of its bin.
        if (s2_take)
            assert (!busy && !owed);
        if (h_modify)
            assert (owed && h_addr == its_bin && index == its_bin && set_bv == index_push);
        if (counts && hit)
            assert (h_wdata == (stays ? bin_now : bin_now + 32'd1) &&
                    set_bv == (bin_now == (saturate ? 32'hFFFFFFFE : 32'hFFFFFFFF)));
        if (!h_modify)
            assert (!set_bv);
        if (decide)
            assert (busy && !owed && age == (counted ? 2'd2 : 2'd1));
        if (busy && age == 2'd2)
            assert (decide);
        if (t_req)
            assert (record && t_line == its_trace && t_addr == {entry, 2'b00});
        assert (t_req == record);
        // The host reads the current value, that of the trace as it was a clock before, and waits
        // at most 3 clocks.
        if (he_done) begin
            assert (he_req);
            if (!he_write && he_here)
                assert (h_rdata == bin_now);
        end
        if (te_done) begin
            assert (te_req);
            if (!te_write && te_here)
                assert (t_rdata == line_before[32*te_addr[1:0] +: 32]);
        end
        if (h_age == (he_write ? 3'd4 : 3'd5))
            assert (he_done);
        if (t_age == (te_write ? 3'd2 : 3'd3))
            assert (te_done);
        assert (h_age <= 5 && t_age <= 3);
    end

    // ------------------------------------------------------------ invariants
    (* hierconn *) wire [2:0]   \u_s3.state ;
    (* hierconn *) wire         \u_s3.pk_hen ;
    (* hierconn *) wire [127:0] \u_s3.trace ;
    (* hierconn *) wire [1:0]   \u_trace.bank ;
    (* hierconn *) wire         \u_hist.p_wait ;
    (* hierconn *) wire         \u_hist.e_wait ;
    (* hierconn *) wire         \u_trace.e_wait ;
    (* hierconn *) wire [31:0]  \u_hist.g_bank[0].out ;
    (* hierconn *) wire [31:0]  \u_trace.g_bank[0].out ;
    (* hierconn *) wire [31:0]  \u_trace.g_bank[1].out ;
    (* hierconn *) wire [31:0]  \u_trace.g_bank[2].out ;
    (* hierconn *) wire [31:0]  \u_trace.g_bank[3].out ;
    localparam [2:0] IDLE = 0, WORDS = 1, BIN = 2, DECIDE = 3;

    always @* if (rst_n) begin
        assert (\u_s3.state <= DECIDE);
        assert (busy == (\u_s3.state != IDLE));
        assert (owed == (counted && (\u_s3.state == WORDS || \u_s3.state == BIN)));
        if (busy)
            assert (\u_s3.pk_hen == counted && its_trace == \u_s3.trace && h_addr == its_bin);
        case (\u_s3.state )
        WORDS:   assert (age == 0);
        BIN:     assert (age == 1 && counted);
        DECIDE:  assert (age == (counted ? 2'd2 : 2'd1));
        default: assert (1'b1);
        endcase
        assert (h_req == (s2_take || (busy && counted)));
        assert (\u_hist.p_wait == (\u_s3.state == WORDS));
        if (\u_s3.state == WORDS && hit)
            assert (\u_hist.g_bank[0].out == bin_now);
        if (busy)
            assert (index == its_bin);
        assert (h_modify == (\u_s3.state == BIN));
        assert (h_done == (\u_s3.state == DECIDE && counted));
        if (h_modify && hit)
            assert (h_rdata == bin_now);
        if (he_done)
            assert (h_waits && (\u_s3.state == IDLE || (!he_write && \u_s3.state == WORDS)));
        if (\u_hist.e_wait ) begin
            assert (h_waits && h_age <= 4 && !he_done && !he_write && \u_s3.state == IDLE);
            if (he_here)
                assert (\u_hist.g_bank[0].out == bin_now);
        end
        if (te_done)
            assert (t_waits && \u_trace.bank == te_addr[1:0]);
        if (\u_trace.e_wait ) begin
            assert (t_waits && t_age <= 2 && !te_done && !te_write &&
                    \u_trace.bank == te_addr[1:0]);
            if (te_here)
                assert (line_now[32*te_addr[1:0] +: 32] ==
                        (te_addr[1:0] == 0 ? \u_trace.g_bank[0].out :
                         te_addr[1:0] == 1 ? \u_trace.g_bank[1].out :
                         te_addr[1:0] == 2 ? \u_trace.g_bank[2].out :
                         \u_trace.g_bank[3].out ));
        end
        if (h_waits && !he_done && !\u_hist.e_wait )
            assert (\u_s3.state == WORDS ? h_age == 1 : \u_s3.state == BIN ? h_age <= 2 :
                    \u_s3.state == DECIDE && h_age <= 3);
        if (t_waits && !te_done && !\u_trace.e_wait )
            assert (t_age == 1 && \u_s3.state == IDLE);
        assert (h_waits == (h_age != 0) && t_waits == (t_age != 0));
        if (t_done)
            assert (\u_s3.state == IDLE || \u_s3.state == WORDS);
    end

    // Reachable: packets of one bin 4 clocks apart, with a host access between; a bin that wraps
    reg [2:0] since;

    initial since = 3'd0;

    always @(posedge clk) since <= s2_take ? 3'd1 : since == 3'd7 ? since : since + 3'd1;

    always @* begin
        cover (rst_n && s2_take && since == 4 && counted && hit && bin_now == 32'h12345678);
        cover (rst_n && s2_take && since == 3 && !counted);
        cover (rst_n && counts && hit && set_bv && !saturate);
        cover (rst_n && counts && hit && set_bv && saturate);
        cover (rst_n && counts && hit && stays);
        cover (rst_n && he_done && h_age == 5 && !he_write && he_here);
        cover (rst_n && te_done && t_age == 3 && te_here && !te_write && line_word[31:0] == 32'h1);
    end
endmodule
