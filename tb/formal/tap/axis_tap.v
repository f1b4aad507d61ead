// SPDX-License-Identifier: Apache-2.0
//
// Proof of axis_tap: for any stream and port, and resets of the tap at any time. Each frame that
// ends is counted once and either becomes a packet or is dropped; each packet is that of the frame
// that ended two clocks before, according to a model of the stream that follows the rules of the
// interface. A frame with a beat during a reset of the tap alone does not become a packet; one in
// progress at a reset of the stream alone is counted as dropped.
`default_nettype none

`ifdef FIELD
`define TX_FRAME 1
`else
`define TX_FRAME 0
`endif

module prove_axis_tap (
    input wire        clk,
    input wire        rst_n,
    input wire        bus_rst_n,
    input wire        tap_rst_n,
    input wire [63:0] time_ext,
    input wire        tvalid,
    input wire        tready,
    input wire        tlast,
    input wire [31:0] tdata,
    input wire [3:0]  tkeep,
    input wire [1:0]  tid,
    input wire [1:0]  tdest,
    input wire [2:0]  tuser,
    input wire        p_ready,
    input wire        clear
);
    // the field is in bytes 3 to 8: lane 3 of beat 0, beat 1, and lane 0 of beat 2
    localparam OFFSET = 3, BYTES = 6;

    wire        p_valid, p_irq, p_lost;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [24:0] p_addr;
    wire [7:0]  frames, packets, dropped;
    wire [2:0]  flags;

    axis_tap #(
        .DATA_BYTES(4), .ID_BITS(2), .DEST_BITS(2), .USER_BITS(3), .SENDER(10'h155),
        .COLOR_USER(`TX_FRAME), .CATEGORY(4'd9), .TX_FRAME(`TX_FRAME), .TX_OFFSET(OFFSET),
        .TX_BYTES(BYTES), .TIME_EXT(1), .COUNT_BITS(8)
    ) dut (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(tap_rst_n),
        .time_ext(time_ext), .tvalid(tvalid), .tready(tready),
        .tlast(tlast), .tdata(tdata), .tkeep(tkeep), .tid(tid), .tdest(tdest), .tuser(tuser),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost), .clear(clear),
        .frames(frames),
        .packets(packets), .dropped(dropped), .flags(flags)
    );

    initial assume (!rst_n);

    (* hierconn *) wire \dut.bus_up ;
    (* hierconn *) wire \dut.tap_up ;
    reg  bus_1, tap_1, bus_up, tap_up;      // the resets, one and two clocks later

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {bus_1, tap_1, bus_up, tap_up} <= 4'b1111;
        else
            {bus_1, tap_1, bus_up, tap_up} <= {bus_rst_n, tap_rst_n, bus_1, tap_1};

    // no beat in a reset of the stream
    always @* assume (bus_up || !beat);

    // The pins, one clock later
    reg        beat, last;
    reg        in_frame;
    reg [31:0] data;
    reg [3:0]  keep;
    reg [1:0]  tid_q, tdest_q;
    reg [2:0]  tuser_q;
    reg [43:0] now;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {last, in_frame} <= 2'd0;
        else begin
            last <= tlast;
            if (!bus_up)
                in_frame <= 1'b0;
            else if (beat)
                in_frame <= !last;
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {beat, data, keep, tid_q, tdest_q, tuser_q, now} <= 88'd0;
        else
            {beat, data, keep, tid_q, tdest_q, tuser_q, now} <=
                {tvalid && tready, tdata, tkeep, tid, tdest, tuser, time_ext[43:0]};

    // The current frame according to the rules: bytes so far, position, and fields of the first
    // beat
    reg          changed;       // TID or TDEST has changed, or a beat came during a reset of the
                                // tap
    reg  [13:0]  bytes;         // bytes so far; saturates at 8192
    reg  [1:0]   at;            // beats so far; 3: at least 3
    reg  [1:0]   id, dest;
    reg  [2:0]   user;
    reg  [43:0]  began;
    reg  [47:0]  field;
    reg  [5:0]   have;
    wire [2:0]   new_bytes = keep[0] + keep[1] + keep[2] + keep[3];
    wire [13:0]  bytes_now = (in_frame ? bytes : 14'd0) + new_bytes;
    wire [1:0]   at_now = in_frame ? at : 2'd0;
    wire         changed_now = in_frame && (changed || tid_q != id || tdest_q != dest);
    wire [1:0]   id_now = in_frame ? id : tid_q, dest_now = in_frame ? dest : tdest_q;
    wire [2:0]   user_now = in_frame ? user : tuser_q;
    wire [43:0]  began_now = in_frame ? began : now;
    reg  [47:0]  field_now;
    reg  [5:0]   have_now;

    // most significant byte first
    always @* begin
        field_now = field;
        have_now = in_frame ? have : 6'd0;
        case (at_now)
        0: begin
            field_now[47:40] = data[31:24];
            have_now[0] = keep[3];
        end
        1: begin
            field_now[39:8] = {data[7:0], data[15:8], data[23:16], data[31:24]};
            have_now[4:1] = keep;
        end
        2: begin
            field_now[7:0] = data[7:0];
            have_now[5] = keep[0];
        end
        default: ;
        endcase
    end

    // The expected event in the next clock: 0 nothing, 1 a packet, 2 a dropped frame, 3 a frame
    // that a reset of the stream cut off
    wire         good = tap_up && bytes_now != 0 && !changed_now &&
                        (`TX_FRAME == 0 || have_now == 63);
    wire [13:0]  words = (bytes_now + 3) / 4;
    reg  [1:0]   kind;
    reg  [115:0] packet;
    reg  [7:0]   ended, taken;  // counts since the reset or the last clear
    reg          lost, bad, cut;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            changed <= 1'b0;
            {bytes, at, id, dest, user, began, field, have} <= 121'd0;
            kind <= 2'd0;
            packet <= 116'd0;
            ended <= 8'd0;
            taken <= 8'd0;
            {lost, bad, cut} <= 3'd0;
        end else begin
            changed <= !tap_up || (beat ? changed_now : changed);
            if (beat) begin
                bytes <= bytes_now[13] ? 14'd8192 : bytes_now;
                at <= at_now == 3 ? 2'd3 : at_now + 2'd1;
                id <= id_now;
                dest <= dest_now;
                user <= user_now;
                began <= began_now;
                field <= field_now;
                have <= have_now;
            end
            kind <= beat && last ? (good ? 2'd1 : 2'd2) : !bus_up && in_frame ? 2'd3 : 2'd0;
            packet <= {8'h55, id_now | 2'd1, words > 1024, words > 1024 ? 11'd1024 : words[10:0],
                       `TX_FRAME != 0 ? {3'd0, user_now} : {4'd0, dest_now},
                       now, `TX_FRAME != 0 ? field_now[43:0] : began_now};
            ended <= (clear ? 8'd0 : ended) + (kind != 0);
            taken <= (clear ? 8'd0 : taken) + (p_valid && p_ready);
            lost <= (lost && !clear) || (kind != 0 && !(p_valid && p_ready));
            bad <= (bad && !clear) || kind >= 2;
            cut <= (cut && !clear) || (p_valid && p_ready && p_irq);
        end

    wire [7:0]   sum = packets + dropped;
    wire [115:0] got = {p_y, p_x, p_irq, p_words, p_color, p_rxtime, p_txtime};

    always @* if (rst_n) begin
        // Each frame is counted, and either becomes a packet or is dropped.
        assert (frames == ended);
        assert (packets == taken);
        assert (frames == sum);
        assert (flags == {cut, bad, lost});
        // A packet comes with each valid frame, and only then; it has the fields of the frame.
        assert (p_valid == (kind == 1));
        assert (p_lost == (kind >= 2));
        if (p_valid)
            assert (got == packet && p_words >= 1 && p_words <= 1024);
        assert (p_category == 9 && p_be == 15 && p_addr == 0);
    end

    // Invariants
    (* hierconn *) wire        \dut.b_valid ;
    (* hierconn *) wire        \dut.b_last ;
    (* hierconn *) wire [7:0]  \dut.b_count ;
    (* hierconn *) wire [1:0]  \dut.b_id ;
    (* hierconn *) wire [1:0]  \dut.b_dest ;
    (* hierconn *) wire [5:0]  \dut.b_color ;
    (* hierconn *) wire [43:0] \dut.b_time ;
    (* hierconn *) wire        \dut.first ;
    (* hierconn *) wire        \dut.mixed ;
    (* hierconn *) wire [12:0] \dut.bytes ;
    (* hierconn *) wire [1:0]  \dut.id ;
    (* hierconn *) wire [1:0]  \dut.dest ;
    (* hierconn *) wire [5:0]  \dut.f_color ;
    (* hierconn *) wire [43:0] \dut.start ;
    (* hierconn *) wire        \dut.ended ;
    (* hierconn *) wire        \dut.given_up ;

    (* hierconn *) wire [1:0] \dut.u_up.meta ;

    always @* if (rst_n)
        assert (\dut.b_last == last && \dut.first == !in_frame);

    always @* if (rst_n)
        assert (\dut.u_up.meta == {bus_1, tap_1} && \dut.bus_up == bus_up &&
                \dut.tap_up == tap_up);

    always @* if (rst_n) begin
        assert (\dut.b_valid == beat && \dut.b_count == new_bytes &&
                \dut.b_id == tid_q && \dut.b_dest == tdest_q && \dut.b_time == now &&
                \dut.b_color == (`TX_FRAME != 0 ? {3'd0, tuser_q} : {4'd0, tdest_q}));
        assert (\dut.ended == (kind == 1 || kind == 2) && \dut.given_up == (kind == 3));
        if (in_frame) begin
            assert (\dut.mixed == changed && \dut.id == id && \dut.dest == dest);
            assert (\dut.f_color == (`TX_FRAME != 0 ? {3'd0, user} : {4'd0, dest}));
            assert (\dut.start == began);
            assert (\dut.bytes == (bytes > 4096 ? 4097 : bytes) && bytes <= 8192);
        end
    end
`ifdef FIELD
    (* hierconn *) wire [31:0] \dut.g_field.b_data ;
    (* hierconn *) wire [3:0]  \dut.g_field.b_keep ;
    (* hierconn *) wire [12:0] \dut.g_field.beat ;
    (* hierconn *) wire [47:0] \dut.g_field.field ;
    (* hierconn *) wire [5:0]  \dut.g_field.have ;

    always @* if (rst_n) begin
        assert (\dut.g_field.b_data == data && \dut.g_field.b_keep == keep);
        assert (\dut.g_field.field == field);
        if (in_frame)
            assert (\dut.g_field.beat == at && \dut.g_field.have == have);
    end
`endif

    // Reachable
    reg cut_off;        // the tap was reset during a frame

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            cut_off <= 1'b0;
        else
            cut_off <= cut_off || (in_frame && !tap_up);

    always @* begin
        cover (rst_n && p_valid && p_ready && p_words == 3);
        cover (rst_n && p_valid && !p_ready && packets == 1 && dropped == 1 && bad);
        cover (rst_n && p_valid && p_rxtime == 44'h123456789AB && frames == 1);
        cover (rst_n && cut_off && p_lost && p_ready);
        cover (rst_n && kind == 3 && frames == 1);
    end
endmodule
