// SPDX-License-Identifier: Apache-2.0
//
// axis_tap - passive tap on an AXI4-Stream: turns each frame into a packet for the monitor
//
// Purpose     observes a stream without affecting it and presents size, sender, color, transmit
//             and receive time of each frame.
// Interface   t*: the signals of the stream, all inputs. A beat counts in the clock in which
//             tvalid and tready are 1; a frame ends with the beat that has tlast.
//             p_*: the packet, in the clock in which p_valid is 1. If p_ready is 0 in that clock,
//             the whole packet is lost; the tap never waits.
//               p_y, p_x      TID of the first beat, or-ed with SENDER
//               p_color       6 bits of TDEST or TUSER of the first beat, from COLOR_LSB on
//               p_category    CATEGORY
//               p_words       bytes with TKEEP, in words of 4 bytes, rounded up; at most 1024
//               p_irq         1: the frame has more than 1024 words
//               p_rxtime      time of the last beat
//               p_txtime      time of the first beat, or with TX_FRAME = 1 the field of
//                             TX_BYTES bytes from byte TX_OFFSET of the frame on
//               p_addr, p_be  0 and 15
//             A frame that cannot become a packet is dropped, too: one without any byte, one that
//             lacks the complete field of TX_FRAME = 1, or one in which TID or TDEST changes (beats
//             of interleaved frames are not sorted). Null bytes (TKEEP = 0) count as
//             bytes of the frame for the position of the field.
//             frames = packets + dropped at all times; flags (lost, bad, cut): see tap_count.
//             p_lost (one clock): a frame was dropped without having been presented.
//             about: what the tap is, constant, for tap_table.
// Latency     last beat to p_valid: 2 clocks.
// Throughput  one beat per clock, even with frames of one beat.
// Domain      clk, that of the stream.
// Reset       rst_n asynchronous, released synchronously: everything begins anew, counters, too.
//             bus_rst_n = 0 alone: the stream is in reset, after which the first beat begins a
//             frame; a frame in progress is dropped and counted. tap_rst_n = 0 alone: a frame in
//             progress is dropped and counted when it ends. In both cases counters and time go on.
//             Both come from a flip-flop, as that of a reset_sync; such a reset lasts at least 4
//             clocks.
`default_nettype none

module axis_tap #(
    parameter DATA_BYTES = 8,           // bytes of TDATA, 1 to 128
    parameter ID_BITS = 5,              // bits of TID, 1 to 10
    parameter DEST_BITS = 6,            // bits of TDEST, 1 to 32
    parameter USER_BITS = 6,            // bits of TUSER, 1 to 512
    parameter [9:0] SENDER = 10'd0,     // sender of TID 0: {y, x}
    parameter COLOR_USER = 0,           // source of the color, 0: TDEST, 1: TUSER
    parameter COLOR_LSB = 0,            // lowest bit of the color in it
    parameter [3:0] CATEGORY = 4'd0,
    parameter TX_FRAME = 0,             // transmit time, 0: time of the first beat, 1: field of the
                                        // frame
    parameter TX_OFFSET = 0,            // first byte of the field, 0 to 4000
    parameter TX_BYTES = 8,             // bytes of the field, 6 to 8; the low 44 bits are used
    parameter TX_LITTLE = 0,            // byte order of the field, 0: most significant byte first,
                                        // 1: least
    parameter TIME_EXT = 0,             // the time is 0: clocks, 1: time_ext
    parameter [43:0] TIME_INIT = 44'd0, // value of the local time after reset
    parameter COUNT_BITS = 32           // width of each counter
) (
    input  wire                    clk,
    input  wire                    rst_n,
    input  wire                    bus_rst_n,
    input  wire                    tap_rst_n,
    input  wire [63:0]             time_ext,

    // stream
    input  wire                    tvalid,
    input  wire                    tready,
    input  wire                    tlast,
    input  wire [8*DATA_BYTES-1:0] tdata,
    input  wire [DATA_BYTES-1:0]   tkeep,
    input  wire [ID_BITS-1:0]      tid,
    input  wire [DEST_BITS-1:0]    tdest,
    input  wire [USER_BITS-1:0]    tuser,

    // packet port
    output reg                     p_valid,
    output reg  [4:0]              p_y,
    output reg  [4:0]              p_x,
    output wire [3:0]              p_category,
    output reg  [10:0]             p_words,
    output reg  [5:0]              p_color,
    output reg  [43:0]             p_rxtime,
    output reg  [43:0]             p_txtime,
    output reg                     p_irq,
    output wire [26:2]             p_addr,
    output wire [3:0]              p_be,
    input  wire                    p_ready,
    output wire                    p_lost,

    // counters
    input  wire                    clear,
    output wire [COUNT_BITS-1:0]   frames,
    output wire [COUNT_BITS-1:0]   packets,
    output wire [COUNT_BITS-1:0]   dropped,
    output wire [2:0]              flags,
    output wire [63:0]             about
);
    localparam COLOR_BITS = COLOR_USER != 0 ? USER_BITS : DEST_BITS;

    tap_about #(
        .KIND(1), .ID_BITS(ID_BITS), .TX_FRAME(TX_FRAME), .TIME_EXT(TIME_EXT), .BYTES(DATA_BYTES),
        .SENDER(SENDER), .CATEGORY(CATEGORY), .COLORS(COLOR_USER != 0 ? 2 : 1)
    ) u_about (.about(about));

    generate
        if (DATA_BYTES < 1 || DATA_BYTES > 128 || ID_BITS < 1 || ID_BITS > 10 ||
            DEST_BITS < 1 || DEST_BITS > 32 || USER_BITS < 1 || USER_BITS > 512) begin : g_width
            axis_tap_width_of_the_stream_must_be_legal illegal_parameter ();
        end
        if (COLOR_USER < 0 || COLOR_USER > 1 || COLOR_LSB < 0 ||
            COLOR_LSB >= COLOR_BITS) begin : g_color
            axis_tap_COLOR_must_be_in_TDEST_or_TUSER illegal_parameter ();
        end
        if (TX_FRAME < 0 || TX_FRAME > 1 || TX_OFFSET < 0 || TX_OFFSET > 4000 || TX_BYTES < 6 ||
            TX_BYTES > 8 || TX_LITTLE < 0 || TX_LITTLE > 1) begin : g_tx
            axis_tap_TX_must_be_6_to_8_bytes_within_the_first_4000 illegal_parameter ();
        end
    endgenerate

    localparam [12:0] LONGEST = 13'd4096;   // bytes of 1024 words

    // Resets of the stream or of the tap alone, as levels
    wire bus_up, tap_up;

    sync_bits #(.WIDTH(2), .RESET(2'b11)) u_up (
        .clk(clk), .rst_n(rst_n), .d({bus_rst_n, tap_rst_n}), .q({bus_up, tap_up})
    );

    wire [43:0] now;

    tap_time #(.TIME_EXT(TIME_EXT), .TIME_INIT(TIME_INIT)) u_time (
        .clk(clk), .rst_n(rst_n), .time_ext(time_ext), .now(now)
    );

    // The beat, one clock later
    reg                 b_valid, b_last;
    reg [7:0]           b_count;            // its bytes
    reg [ID_BITS-1:0]   b_id;
    reg [DEST_BITS-1:0] b_dest;
    reg [5:0]           b_color;
    reg [43:0]          b_time;

    function [7:0] ones(input [DATA_BYTES-1:0] bits);
        integer i;
        begin
            ones = 8'd0;
            for (i = 0; i < DATA_BYTES; i = i + 1)
                ones = ones + {7'd0, bits[i]};
        end
    endfunction

    wire [COLOR_BITS+5:0] color;

    generate
        if (COLOR_USER != 0) begin : g_user
            assign color = {6'd0, tuser};
        end else begin : g_dest
            wire unused = &{1'b0, tuser};
            assign color = {6'd0, tdest};
        end
    endgenerate

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            b_valid <= 1'b0;
            b_last  <= 1'b0;
            b_count <= 8'd0;
            b_id    <= {ID_BITS{1'b0}};
            b_dest  <= {DEST_BITS{1'b0}};
            b_color <= 6'd0;
            b_time  <= 44'd0;
        end else begin
            b_valid <= tvalid && tready;
            b_last  <= tlast;
            b_count <= ones(tkeep);
            b_id    <= tid;
            b_dest  <= tdest;
            b_color <= color[COLOR_LSB +: 6];
            b_time  <= now;
        end

    // The frame up to this beat
    reg                 first;              // the next beat begins a frame
    reg                 mixed;              // TID or TDEST has changed, or the tap has missed the
                                            // start of the frame
    reg [12:0]          bytes;              // bytes so far; saturates at LONGEST + 1
    reg [ID_BITS-1:0]   id;
    reg [DEST_BITS-1:0] dest;
    reg [5:0]           f_color;
    reg [43:0]          start;

    wire [12:0]          so_far = first ? 13'd0 : bytes;
    wire [13:0]          sum = {1'b0, so_far} + {6'd0, b_count};
    wire                 long = sum > {1'b0, LONGEST};
    wire [12:0]          total = long ? LONGEST + 13'd1 : sum[12:0];
    // not the sum plus 3, which would be a longer path
    wire [8:0]           count_up = {1'b0, b_count} + 9'd3;
    wire [12:0]          up = so_far + {4'd0, count_up};
    wire                 mixes = !first && (mixed || b_id != id || b_dest != dest);
    wire [ID_BITS-1:0]   id_now = first ? b_id : id;
    wire [DEST_BITS-1:0] dest_now = first ? b_dest : dest;
    wire [5:0]           color_now = first ? b_color : f_color;
    wire [43:0]          start_now = first ? b_time : start;
    wire                 ends = b_valid && b_last;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            first <= 1'b1;
        else if (!bus_up)
            first <= 1'b1;
        else if (b_valid)
            first <= b_last;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            mixed   <= 1'b0;
            bytes   <= 13'd0;
            id      <= {ID_BITS{1'b0}};
            dest    <= {DEST_BITS{1'b0}};
            f_color <= 6'd0;
            start   <= 44'd0;
        end else begin
            mixed <= !tap_up || (b_valid ? mixes : mixed);
            if (b_valid) begin
                bytes   <= total;
                id      <= id_now;
                dest    <= dest_now;
                f_color <= color_now;
                start   <= start_now;
            end
        end

    // The transmit time
    wire        timed;                      // the transmit time is complete
    wire [43:0] txtime;

    generate
        if (TX_FRAME != 0) begin : g_field
            localparam integer BEATS = (TX_OFFSET + TX_BYTES - 1) / DATA_BYTES + 1;

            reg  [8*DATA_BYTES-1:0] b_data;
            reg  [DATA_BYTES-1:0]   b_keep;
            reg  [12:0]             beat;   // number of the beat in the frame; saturates at BEATS
            reg  [8*TX_BYTES-1:0]   field;
            reg  [TX_BYTES-1:0]     have;
            wire [12:0]             beat_now = first ? 13'd0 : beat;
            wire [8*TX_BYTES-1:0]   field_now;
            wire [TX_BYTES-1:0]     have_now;
            wire                    unused = &{1'b0, b_data, b_keep, field_now};

            genvar i;
            for (i = 0; i < TX_BYTES; i = i + 1) begin : g_byte
                localparam integer LANE = (TX_OFFSET + i) % DATA_BYTES;
                localparam integer BEAT = (TX_OFFSET + i) / DATA_BYTES;
                localparam integer PLACE = TX_LITTLE != 0 ? i : TX_BYTES - 1 - i;
                wire               here = {19'd0, beat_now} == BEAT;

                assign field_now[8*PLACE +: 8] = here ? b_data[8*LANE +: 8] : field[8*PLACE +: 8];
                assign have_now[i] = here ? b_keep[LANE] : !first && have[i];
            end

            always @(posedge clk or negedge rst_n)
                if (!rst_n) begin
                    b_data <= {8 * DATA_BYTES{1'b0}};
                    b_keep <= {DATA_BYTES{1'b0}};
                    beat   <= 13'd0;
                    field  <= {8 * TX_BYTES{1'b0}};
                    have   <= {TX_BYTES{1'b0}};
                end else begin
                    b_data <= tdata;
                    b_keep <= tkeep;
                    if (b_valid) begin
                        beat  <= beat_now + {12'd0, {19'd0, beat_now} != BEATS};
                        field <= field_now;
                        have  <= have_now;
                    end
                end
            assign timed  = &have_now;
            assign txtime = field_now[43:0];
        end else begin : g_beat
            wire unused = &{1'b0, tdata};
            assign timed  = 1'b1;
            assign txtime = start_now;
        end
    endgenerate

    // The packet
    wire [9:0] sender = SENDER | {{10 - ID_BITS{1'b0}}, id_now};
    wire       good = tap_up && timed && !mixes && (so_far != 13'd0 || b_count != 8'd0);
    reg        ended, given_up;
    wire       unused = &{1'b0, up[1:0], color};

    assign p_lost     = (ended && !p_valid) || given_up;
    assign p_category = CATEGORY;
    assign p_addr     = 25'd0;
    assign p_be       = 4'd15;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            ended    <= 1'b0;
            given_up <= 1'b0;
            p_valid  <= 1'b0;
            {p_y, p_x} <= 10'd0;
            p_words  <= 11'd0;
            p_color  <= 6'd0;
            p_rxtime <= 44'd0;
            p_txtime <= 44'd0;
            p_irq    <= 1'b0;
        end else begin
            ended    <= ends;
            given_up <= !bus_up && !first && !b_valid;
            p_valid  <= ends && good;
            if (ends) begin
                {p_y, p_x} <= sender;
                p_words    <= long ? 11'd1024 : up[12:2];
                p_color    <= color_now;
                p_rxtime   <= b_time;
                p_txtime   <= txtime;
                p_irq      <= long;
            end
        end

    tap_count #(.COUNT_BITS(COUNT_BITS)) u_count (
        .clk(clk), .rst_n(rst_n), .clear(clear), .ended(ended), .taken(p_valid && p_ready),
        .given_up(given_up), .bad(!p_valid), .cut(p_irq), .frames(frames), .packets(packets),
        .dropped(dropped), .flags(flags)
    );
endmodule
