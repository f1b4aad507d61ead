// SPDX-License-Identifier: Apache-2.0
//
// Injects errors between the two streams of a third-party network interface (module dut), whose
// line is a loop, and holds each packet of an axis_tap on either stream against a model.
//
// A source sends TRANSACTIONS frames of random lengths, with pauses. Errors: a bit damaged on the
// line, the end of a frame lost, so that it joins the next, resets of the bus, with the interface
// and a frame in progress, and of the taps alone. The receiver is not always ready.
//
// The model counts the beats of both streams. It also knows what was sent: a frame that was sent
// has the packet of its length, and one received that of a frame sent, filled up to SHORTEST bytes,
// in the same order. A damaged bit may make the interface drop a frame or find its beginning
// elsewhere: no more frames may be missing or altered than bits were damaged. A reset of the bus
// ends all frames on their way. Prints "ok" and the counts, or what is wrong.
`timescale 1ns / 1ps
`default_nettype none

module frames;
    parameter TRANSACTIONS = 100000;
    parameter SEED = 1;
    localparam SHORTEST = 60, LONGEST = 300, SENT = 0, RECEIVED = 1;
    localparam UNKNOWN = 8;     // clocks around a reset of the taps in which frames may be lost
    localparam WINDOW = 8;      // a received frame is one of the next that were sent
    localparam RESETS = 40000;  // mean number of clocks between two resets of a kind
    localparam CALM = 20000;    // clocks without a beat after which all frames have arrived
    localparam IN_FLIGHT = 4;   // packets between the end of a frame and their report

`include "bench.vh"
`include "resets.vh"

    // the streams
    reg         s_valid = 0, s_last = 0, m_ready = 0, damage = 0;
    reg  [31:0] s_data = 0;
    reg  [3:0]  s_last_be = 0;
    wire        s_ready, m_valid, m_last;
    wire [31:0] m_data;
    wire [3:0]  m_last_be;

    dut u_dut (
        .clk(clk), .rst_n(bus_rst_n), .damage(damage), .s_valid(s_valid && bus_rst_n),
        .s_ready(s_ready), .s_data(s_data), .s_last(s_last), .s_last_be(s_last_be),
        .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_last(m_last),
        .m_last_be(m_last_be));

    // what the taps and the model see, by stream; last_be is the bit of the last byte
    wire [1:0]  valid = {m_valid, s_valid} & {2{bus_rst_n}};
    wire [1:0]  ready = {m_ready, s_ready};
    wire [1:0]  last = {m_last, s_last};
    wire [63:0] data = {m_data, s_data};
    wire [7:0]  keep = {m_last ? (m_last_be << 1) - 4'd1 : 4'hF,
                        s_last ? (s_last_be << 1) - 4'd1 : 4'hF};

    // the taps
    reg         p_ready = 1;
    wire [1:0]  p_valid, p_lost;
    wire [21:0] p_words;
    wire [87:0] p_rxtime, p_txtime;
    wire [63:0] tap_frames, tap_packets, tap_dropped;
    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_tap
            axis_tap #(.DATA_BYTES(4), .SENDER(g)) u_tap (
                .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(tap_rst_n),
                .time_ext(64'd0), .tvalid(valid[g]), .tready(ready[g]), .tlast(last[g]),
                .tdata(data[32*g +: 32]), .tkeep(keep[4*g +: 4]), .tid(5'd0), .tdest(6'd0),
                .tuser(6'd0), .p_valid(p_valid[g]), .p_y(), .p_x(), .p_category(),
                .p_words(p_words[11*g +: 11]), .p_color(), .p_rxtime(p_rxtime[44*g +: 44]),
                .p_txtime(p_txtime[44*g +: 44]), .p_irq(), .p_addr(), .p_be(),
                .p_ready(p_ready), .p_lost(p_lost[g]), .clear(1'b0),
                .frames(tap_frames[32*g +: 32]), .packets(tap_packets[32*g +: 32]),
                .dropped(tap_dropped[32*g +: 32]), .flags(), .about());
        end
    endgenerate

    // the model, by stream: the frame in progress (clock of its first beat, its bytes); the number
    // of frames that ended, whole or by a reset, and of whole ones; expected packets by the low
    // bits of their time. The words of frames sent, in a ring.
    integer begun [0:1], bytes [0:1], ended [0:1], whole [0:1];
    reg     busy [0:1], unsure [0:1], expected [0:131071];
    integer latency [0:131071], words [0:131071], sent_words [0:4095];
    // frames sent; packets reported, refused by p_ready = 0, and counted by p_lost; whole frames
    // near a reset of the taps, which may be lost; frames received as sent, missing and altered
    integer sent = 0, reported = 0, refused = 0, lost = 0, maybe = 0, compared = 0;
    integer missing = 0, altered = 0, ahead;
    integer damaged = 0, joined = 0;
    integer unknown = 0, calm = 0, w = 0, t, n;
    integer length = 0, at = 0, in_ring = 0, out_ring = 0, unreported = 0;

    initial begin
        for (n = 0; n < 131072; n = n + 1) expected[n] = 0;
        for (n = 0; n < 2; n = n + 1) begin
            busy[n] = 0;
            ended[n] = 0;
            whole[n] = 0;
            unsure[n] = 0;
        end
    end

    // of stream w
    task fail_stream(input [8*64-1:0] what);
        begin
            $sformat(failure, "stream %0s: %0s", w == SENT ? "sent" : "received", what);
            fail(failure);
        end
    endtask

    // the words of n bytes
    function integer in_words(input integer bytes_of_frame);
        in_words = (bytes_of_frame + 3) / 4;
    endfunction

    // a whole frame of stream w has n bytes: which was sent?
    task compare;
        begin
            if (w == SENT) begin
                sent_words[in_ring%4096] = in_words(n < SHORTEST ? SHORTEST : n);
                in_ring = in_ring + 1;
            end else begin
                ahead = 0;
                while (ahead < in_ring - out_ring && ahead < WINDOW &&
                        sent_words[(out_ring+ahead)%4096] != in_words(n))
                    ahead = ahead + 1;
                if (ahead == in_ring - out_ring || ahead == WINDOW)
                    altered = altered + 1;
                else begin
                    missing = missing + ahead;
                    out_ring = out_ring + ahead + 1;
                    compared = compared + 1;
                end
            end
        end
    endtask

    always @(posedge clk) if (rst_n) begin
        now <= now + 1;

        // what the taps report
        for (w = 0; w < 2; w = w + 1) begin
            lost = lost + p_lost[w];
            if (p_valid[w] && !p_ready)
                refused = refused + 1;
            else if (p_valid[w]) begin
                reported = reported + 1;
                t = w * 65536 + p_rxtime[44*w +: 16];
                if (!expected[t] || words[t] != {21'd0, p_words[11*w +: 11]} ||
                        p_rxtime[44*w +: 44] - p_txtime[44*w +: 44] != {12'd0, latency[t]})
                    fail_stream("no frame has this packet");
                expected[t] = 0;
            end
        end

        // frames
        unknown = !tap_rst_n ? UNKNOWN : unknown == 0 ? 0 : unknown - 1;
        for (w = 0; w < 2; w = w + 1) begin
            if (valid[w] && ready[w]) begin
                if (!busy[w]) begin
                    busy[w] = 1;
                    begun[w] = now;
                    bytes[w] = 0;
                    unsure[w] = 0;
                end
                for (n = 0; n < 4; n = n + 1)
                    bytes[w] = bytes[w] + keep[4*w+n];
            end
            if (busy[w] && unknown != 0)
                unsure[w] = 1;
            if (valid[w] && ready[w] && last[w]) begin
                busy[w] = 0;
                ended[w] = ended[w] + 1;
                n = bytes[w];
                compare;
                t = w * 65536 + now[15:0];
                expected[t] = 1;
                words[t] = in_words(bytes[w]);
                latency[t] = now - begun[w];
                whole[w] = whole[w] + 1;
                if (unsure[w])
                    maybe = maybe + 1;
            end
            if (!bus_rst_n && busy[w]) begin
                busy[w] = 0;
                ended[w] = ended[w] + 1;
            end
        end
        if (!bus_rst_n)
            out_ring = in_ring;

        // the source
        damage <= draw(3000) == 0;
        if (damage)
            damaged = damaged + 1;
        if (!bus_rst_n) begin
            s_valid <= 0;
            length = 0;
        end else if (!s_valid || s_ready) begin
            if (s_valid && s_last) begin
                sent = sent + 1;
                length = 0;
            end
            if (length == 0 && sent < TRANSACTIONS && draw(8) == 0) begin
                length = 1 + draw(draw(4) == 0 ? LONGEST : SHORTEST + 8);
                at = 0;
            end
            s_valid <= 0;
            if (length != 0 && at < length) begin
                s_valid <= 1;
                s_data <= draw(32'hFFFFFFFF);
                s_last <= at + 4 >= length;
                s_last_be <= at + 4 >= length ? 4'd1 << ((length - 1) % 4) : 4'd0;
                at = at + 4 >= length ? length : at + 4;
                // the end is lost: the frame goes on as another
                if (at == length && draw(500) == 0) begin
                    s_last <= 0;
                    s_last_be <= 4'd0;
                    joined = joined + 1;
                    at = 0;
                    length = 1 + draw(LONGEST);
                end
            end
        end
        m_ready <= draw(4) != 0;

        resets(RESETS);

        // the packet port waits in the second half only: until then no packet may be missing
        if (sent < TRANSACTIONS / 2)
            unreported = whole[SENT] + whole[RECEIVED] - reported;
        else
            p_ready <= draw(4) != 0;
        calm = sent >= TRANSACTIONS && !s_valid && !m_valid ? calm + 1 : 0;
        if (calm == CALM) begin
            for (w = 0; w < 2; w = w + 1) begin
                if (tap_frames[32*w +: 32] != ended[w])
                    fail_stream("the tap's frames are not those that ended");
                if (tap_packets[32*w +: 32] + tap_dropped[32*w +: 32] != tap_frames[32*w +: 32])
                    fail_stream("packets and dropped ones are not all frames");
            end
            if (reported + refused + lost != ended[SENT] + ended[RECEIVED])
                fail("packets reported and counted as lost are not all");
            if (unreported > maybe + IN_FLIGHT || compared < TRANSACTIONS / 2)
                fail("too few packets reported, or frames received as sent");
            missing = missing + in_ring - out_ring;
            if (missing + altered > damaged)
                fail("more frames missing or altered than bits damaged");
            $display("%0d frames sent, %0d received: %0d reported, %0d counted as lost, of %0d;",
                     whole[SENT], whole[RECEIVED], reported, refused + lost,
                     ended[SENT] + ended[RECEIVED]);
            $display("  %0d received as they were sent, %0d missing, %0d altered; errors:",
                     compared, missing, altered);
            $display("  %0d bits, %0d ends lost, %0d resets of the bus, %0d of the taps",
                     damaged, joined, bus_resets, tap_resets);
            if (errors == 0)
                $display("ok");
            $finish;
        end
    end
endmodule
