// SPDX-License-Identifier: Apache-2.0
//
// axi_tap - passive tap on AXI4: turns each read and each write into a packet with its latency
//
// Purpose     measures latency by id without affecting the bus: for reads from the address to
//             the last (or first) beat of data, for writes from the address to the response. The
//             time of a request is that of its handshake or, with START_VALID = 1, of the first
//             clock of its AxVALID.
// Interface   ar*, r*, aw*, b*: the signals of the bus, all inputs. A request or response counts in
//             the clock in which its valid and ready are 1.
//             p_*: the packet port, as in axis_tap.
//               p_y, p_x      the bits of the id from SENDER_LSB on, 10 at most, or-ed with SENDER
//               p_color       COLOR_READ or COLOR_WRITE; COLOR_READ_ERROR or
//                             COLOR_WRITE_ERROR if a beat of the read so far, or the write's
//                             response, was SLVERR or DECERR
//               p_words       (AxLEN + 1) << AxSIZE bytes in words of 4, rounded up, at most
//                             1024; an unaligned first beat counts as a whole one
//               p_irq         1: the burst has more than 1024 words
//               p_addr        bits 26..2 of the address
//               p_txtime, p_rxtime   time of the request, of the response
//             Two FIFOs store a read and a write that end at the same time. Packets that do not
//             fit, and requests beyond 2**DEPTH_LOG2 of an id (see axi_latency), are dropped:
//             frames = packets + dropped, separately for reads and for writes. p_lost: see tap_mux.
//             Ids of more than TAG_BITS bits share 2**TAG_BITS tags (tap_tag). While requests of
//             two ids of one tag are outstanding, the transactions of this tag are dropped and
//             counted: see axi_latency.
//             With READ_FIRST = 1 a read counts as a frame at its first beat.
//             rd_about, wr_about: what the tap is, constant, for tap_table.
// Latency     response to p_valid: 5 clocks, if p_ready is 1 and no packet is queued.
// Throughput  a read request, a write request and a beat in each clock; one packet per clock at the
//             port.
// Domain      clk, that of the bus.
// Errors      Wrong ids, responses without a request, requests without a response: see axi_latency.
// Reset       rst_n asynchronous, released synchronously: everything begins anew, counters and
//             queued packets, too. bus_rst_n = 0 alone: the bus is in reset, and no request is
//             outstanding; those that were are counted as dropped. tap_rst_n = 0 alone: requests
//             that are outstanding are dropped and counted when they end (axi_latency). In both
//             cases packets, counters and time go on. Both come from a flip-flop, as that of a
//             reset_sync; such a reset lasts at least 4 clocks.
`default_nettype none

module axi_tap #(
    parameter ID_BITS = 4,                  // width of the ids, 1 to 32
    parameter TAG_BITS = ID_BITS > 8 ? 6 : ID_BITS,     // as in axi_latency; READ_FIRST = 1 needs
                                            // TAG_BITS = ID_BITS
    parameter ADDR_BITS = 32,               // width of the addresses, 12 to 64
    parameter DEPTH_LOG2 = 2,               // 2**DEPTH_LOG2 requests are kept per id, 1 to 6
    parameter SKIP_BITS = 8,                // as in axi_latency
    parameter AT_ONCE = 1,                  // as in axi_latency
    parameter FIFO_LOG2 = 2,                // 2**FIFO_LOG2 packets in each FIFO, 1 to 10
    parameter RAM = "block",                // ram_style of the kept requests: "block",
                                            // "distributed" or "auto"
    parameter SMALL_RAM = RAM,              // and that of their numbers and of these FIFOs, which
                                            // are on the longest paths
    parameter QUIET_LOG2 = 20,              // clocks of silence after which the outstanding
                                            // requests are given up: 2**QUIET_LOG2 to twice as
                                            // many, 4 to 31
    parameter READ_FIRST = 0,               // the end of a read: 0: last beat, 1: first beat
    parameter START_VALID = 0,              // the beginning of a request: 0: handshake, 1: AxVALID
    parameter [9:0] SENDER = 10'd0,         // sender of id 0: {y, x}
    parameter SENDER_LSB = 0,               // lowest bit of the id that is in the sender
    parameter [5:0] COLOR_READ = 6'd0,
    parameter [5:0] COLOR_WRITE = 6'd1,
    parameter [5:0] COLOR_READ_ERROR = COLOR_READ,
    parameter [5:0] COLOR_WRITE_ERROR = COLOR_WRITE,
    parameter [3:0] CATEGORY = 4'd0,
    parameter TIME_EXT = 0,                 // the time is 0: clocks, 1: time_ext
    parameter [43:0] TIME_INIT = 44'd0,     // value of the local time after reset
    parameter COUNT_BITS = 32               // width of each counter
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  bus_rst_n,
    input  wire                  tap_rst_n,
    input  wire [63:0]           time_ext,

    // bus
    input  wire                  arvalid,
    input  wire                  arready,
    input  wire [ID_BITS-1:0]    arid,
    input  wire [ADDR_BITS-1:0]  araddr,
    input  wire [7:0]            arlen,
    input  wire [2:0]            arsize,
    input  wire                  rvalid,
    input  wire                  rready,
    input  wire [ID_BITS-1:0]    rid,
    input  wire [1:0]            rresp,
    input  wire                  rlast,
    input  wire                  awvalid,
    input  wire                  awready,
    input  wire [ID_BITS-1:0]    awid,
    input  wire [ADDR_BITS-1:0]  awaddr,
    input  wire [7:0]            awlen,
    input  wire [2:0]            awsize,
    input  wire                  bvalid,
    input  wire                  bready,
    input  wire [ID_BITS-1:0]    bid,
    input  wire [1:0]            bresp,

    // packet port
    output wire                  p_valid,
    output wire [4:0]            p_y,
    output wire [4:0]            p_x,
    output wire [3:0]            p_category,
    output wire [10:0]           p_words,
    output wire [5:0]            p_color,
    output wire [43:0]           p_rxtime,
    output wire [43:0]           p_txtime,
    output wire                  p_irq,
    output wire [26:2]           p_addr,
    output wire [3:0]            p_be,
    input  wire                  p_ready,
    output wire [7:0]            p_lost,

    // counters
    input  wire                  clear,
    output wire [COUNT_BITS-1:0] rd_frames,
    output wire [COUNT_BITS-1:0] rd_packets,
    output wire [COUNT_BITS-1:0] rd_dropped,
    output wire [2:0]            rd_flags,
    output wire [COUNT_BITS-1:0] wr_frames,
    output wire [COUNT_BITS-1:0] wr_packets,
    output wire [COUNT_BITS-1:0] wr_dropped,
    output wire [2:0]            wr_flags,
    output wire [63:0]           rd_about,
    output wire [63:0]           wr_about
);
    generate
        if (ADDR_BITS < 12 || ADDR_BITS > 64 || READ_FIRST < 0 || READ_FIRST > 1) begin : g_illegal
            axi_tap_ADDR_BITS_must_be_12_to_64_READ_FIRST_0_or_1 illegal_parameter ();
        end
        if (START_VALID < 0 || START_VALID > 1) begin : g_illegal_start
            axi_tap_START_VALID_must_be_0_or_1 illegal_parameter ();
        end
        if (QUIET_LOG2 < 4 || QUIET_LOG2 > 31) begin : g_illegal_quiet
            axi_tap_QUIET_LOG2_must_be_4_to_31 illegal_parameter ();
        end
        if (READ_FIRST != 0 && TAG_BITS != ID_BITS) begin : g_illegal_first
            axi_tap_READ_FIRST_must_be_0_with_TAG_BITS_less_than_ID_BITS illegal_parameter ();
        end
        if (SENDER_LSB < 0 || SENDER_LSB >= ID_BITS) begin : g_illegal_sender
            axi_tap_SENDER_LSB_must_be_0_to_ID_BITS_less_1 illegal_parameter ();
        end
        if (FIFO_LOG2 < 1 || FIFO_LOG2 > 10) begin : g_illegal_fifo
            axi_tap_FIFO_LOG2_must_be_1_to_10 illegal_parameter ();
        end
    endgenerate

    // bits of the id in the sender
    localparam SENT = ID_BITS - SENDER_LSB > 10 ? 10 : ID_BITS - SENDER_LSB;

    tap_about #(
        .KIND(2), .ID_BITS(SENT), .DEPTH_LOG2(DEPTH_LOG2), .READ_FIRST(READ_FIRST),
        .START_VALID(START_VALID), .TIME_EXT(TIME_EXT), .SENDER(SENDER), .CATEGORY(CATEGORY),
        .COLOR(COLOR_READ), .COLOR_ERROR(COLOR_READ_ERROR)
    ) u_about_read (.about(rd_about));

    tap_about #(
        .KIND(3), .ID_BITS(SENT), .DEPTH_LOG2(DEPTH_LOG2), .START_VALID(START_VALID),
        .TIME_EXT(TIME_EXT), .SENDER(SENDER), .CATEGORY(CATEGORY), .COLOR(COLOR_WRITE),
        .COLOR_ERROR(COLOR_WRITE_ERROR)
    ) u_about_write (.about(wr_about));

    // Resets of the bus or of the tap alone, as levels
    wire bus_up, tap_up;

    sync_bits #(.WIDTH(2), .RESET(2'b11)) u_up (
        .clk(clk), .rst_n(rst_n), .d({bus_rst_n, tap_rst_n}), .q({bus_up, tap_up})
    );

    wire [43:0] now;

    tap_time #(.TIME_EXT(TIME_EXT), .TIME_INIT(TIME_INIT)) u_time (
        .clk(clk), .rst_n(rst_n), .time_ext(time_ext), .now(now)
    );

    // Divides time for the end of silence
    localparam [QUIET_LOG2-1:0] ONE_CLOCK = 1;
    reg  [QUIET_LOG2-1:0] clocks;
    wire                  tick = clocks == {QUIET_LOG2{1'b0}};

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            clocks <= {QUIET_LOG2{1'b0}};
        else
            clocks <= clocks + ONE_CLOCK;

    wire [ADDR_BITS+26:0] araddr_x = {27'd0, araddr};
    wire [ADDR_BITS+26:0] awaddr_x = {27'd0, awaddr};
    wire                  unused = &{1'b0, araddr_x, awaddr_x};

    // The beat that ends a read; the number of its beats so far, and whether one reported an error
    wire r_beat = rvalid && rready;
    wire b_beat = bvalid && bready;
    wire ar = arvalid && arready;
    wire aw = awvalid && awready;
    wire r_ends, r_error;
    wire r_none, b_none;        // no read, no write was outstanding before this clock
    localparam            TAGS = 1 << TAG_BITS;
    localparam [TAGS-1:0] FIRST_TAG = 1;
    reg  [TAGS-1:0]       r_midway;             // for each tag: between the first beat and the last
    wire [TAG_BITS-1:0]   r_tag;
    wire [TAGS-1:0]       r_which = FIRST_TAG << r_tag & {TAGS{r_beat}};
    wire                  r_anew = r_none && !ar;
    reg  [9:0]            so_far [0:TAGS-1];    // while r_midway: an error; the beats less one are
                                                // 256 or more; their number
    wire                  failed_before;
    wire [8:0]            beats_before;
    assign {failed_before, beats_before} = so_far[r_tag];
    // one more, in LUTs that also clear it; a carry chain would take twice as many
    wire [8:0]            b = beats_before;
    wire                  c3 = &b[2:0];
    wire                  c5 = &b[4:3] && c3;
    wire                  c7 = &b[6:5] && c5;
    wire [8:0]            r_beats = {9{r_midway[r_tag]}} & {
        b[8] | (b[7] & c7), b[7] ^ c7, b[6] ^ (b[5] & c5), b[5] ^ c5, b[4] ^ (b[3] & c3),
        b[3] ^ c3, b[2] ^ (&b[1:0]), b[1] ^ b[0], !b[0]};

    tap_tag #(.ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS)) u_tag (.id(rid), .tag(r_tag));

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            r_midway <= {TAGS{1'b0}};
        else
            r_midway <= (rlast ? r_midway & ~r_which : r_midway | r_which) & {TAGS{!r_anew}};

    always @(posedge clk)
        if (r_beat)
            so_far[r_tag] <= {r_error, r_beats};

    assign r_ends  = r_beat && (READ_FIRST != 0 ? !r_midway[r_tag] : rlast);
    assign r_error = rresp[1] || (r_midway[r_tag] && failed_before);

    // Times at which the requests began
    wire [43:0] ar_time, aw_time;
    wire        ar_known, aw_known;

    generate
        if (START_VALID != 0) begin : g_valid
            tap_start u_ar (
                .clk(clk), .rst_n(rst_n), .up(tap_up && bus_up), .now(now), .valid(arvalid),
                .ready(arready), .start(ar_time), .known(ar_known)
            );
            tap_start u_aw (
                .clk(clk), .rst_n(rst_n), .up(tap_up && bus_up), .now(now), .valid(awvalid),
                .ready(awready), .start(aw_time), .known(aw_known)
            );
        end else begin : g_handshake
            assign {ar_time, ar_known} = {now, 1'b1};
            assign {aw_time, aw_known} = {now, 1'b1};
        end
    endgenerate

    // Channel 0 is for reads, 1 for writes
    wire [1:0]           t_valid, t_irq, t_ready, t_failed;
    wire [3:0]           t_lost;
    wire [2*ID_BITS-1:0] t_id;
    wire [SENT-1:0]      t_read = t_id[SENDER_LSB +: SENT];
    wire [SENT-1:0]      t_write = t_id[ID_BITS + SENDER_LSB +: SENT];
    wire [21:0]          t_burst;
    wire [87:0]          t_rxtime, t_txtime;
    wire [49:0]          t_addr;

    axi_latency #(
        .ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS), .DEPTH_LOG2(DEPTH_LOG2), .SKIP_BITS(SKIP_BITS),
        .AT_ONCE(AT_ONCE), .BEATS(READ_FIRST == 0 ? 1 : 0), .RAM(RAM), .SMALL_RAM(SMALL_RAM),
        .COUNT_BITS(COUNT_BITS)
    ) u_read (
        .clk(clk), .rst_n(rst_n), .bus_up(bus_up), .tap_up(tap_up), .tick(tick),
        .busy(ar || r_beat), .now(now), .q_valid(ar), .q_id(arid), .q_addr(araddr_x[26:2]),
        .q_burst({arsize, arlen}), .q_time(ar_time), .q_keep(ar_known),
        .r_valid(r_ends), .r_id(rid), .r_error(r_error),
        .r_over(r_beat && rlast), .r_beats(r_beats), .idle(r_none),
        .p_valid(t_valid[0]), .p_id(t_id[ID_BITS-1:0]), .p_failed(t_failed[0]),
        .p_burst(t_burst[10:0]), .p_irq(t_irq[0]), .p_rxtime(t_rxtime[43:0]),
        .p_txtime(t_txtime[43:0]), .p_addr(t_addr[24:0]), .p_ready(t_ready[0]),
        .p_lost(t_lost[1:0]), .clear(clear), .frames(rd_frames), .packets(rd_packets),
        .dropped(rd_dropped), .flags(rd_flags)
    );

    axi_latency #(
        .ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS), .DEPTH_LOG2(DEPTH_LOG2), .SKIP_BITS(SKIP_BITS),
        .AT_ONCE(AT_ONCE), .RAM(RAM), .SMALL_RAM(SMALL_RAM), .COUNT_BITS(COUNT_BITS)
    ) u_write (
        .clk(clk), .rst_n(rst_n), .bus_up(bus_up), .tap_up(tap_up), .tick(tick),
        .busy(aw || b_beat), .now(now), .q_valid(aw), .q_id(awid), .q_addr(awaddr_x[26:2]),
        .q_burst({awsize, awlen}), .q_time(aw_time), .q_keep(aw_known),
        .r_valid(b_beat), .r_id(bid), .r_error(bresp[1]),
        .r_over(b_beat), .r_beats(9'd0), .idle(b_none),
        .p_valid(t_valid[1]), .p_id(t_id[2*ID_BITS-1:ID_BITS]), .p_failed(t_failed[1]),
        .p_burst(t_burst[21:11]), .p_irq(t_irq[1]), .p_rxtime(t_rxtime[87:44]),
        .p_txtime(t_txtime[87:44]), .p_addr(t_addr[49:25]), .p_ready(t_ready[1]),
        .p_lost(t_lost[3:2]), .clear(clear), .frames(wr_frames), .packets(wr_packets),
        .dropped(wr_dropped), .flags(wr_flags)
    );

    // A packet waits with AxSIZE and AxLEN, the id, the direction and the error; its words, sender
    // and color are made of these at the port, once for both channels.
    localparam           WORD = 1 + 1 + SENT + 11 + 1 + 44 + 44 + 25;
    wire                 write, failed;
    wire [SENT-1:0]      id;
    wire [10:0]          burst;

    tap_queue #(.N(2), .WIDTH(WORD), .DEPTH_LOG2(FIFO_LOG2), .RAM(SMALL_RAM)) u_queue (
        .clk(clk), .rst_n(rst_n), .t_valid(t_valid),
        .t_word({1'b1, t_failed[1], t_write, t_burst[21:11], t_irq[1],
                 t_rxtime[87:44], t_txtime[87:44], t_addr[49:25],
                 1'b0, t_failed[0], t_read, t_burst[10:0], t_irq[0],
                 t_rxtime[43:0], t_txtime[43:0], t_addr[24:0]}),
        .t_ready(t_ready), .t_lost({6'd0, t_lost[3:2], 6'd0, t_lost[1:0]}), .p_valid(p_valid),
        .p_word({write, failed, id, burst, p_irq, p_rxtime, p_txtime, p_addr}),
        .p_ready(p_ready), .p_lost(p_lost)
    );

    // words - 1 = ((AxLEN + 1) << AxSIZE) - 1 bytes, in words of 4
    wire [12:0] less = {burst[7:0], 5'd31} >> ~burst[10:8];

    assign p_words    = {1'b0, less[9:0] | {10{p_irq}}} + 11'd1;
    reg [9:0] sender;

    always @* begin
        sender = 10'd0;
        sender[SENT-1:0] = id;
    end

    assign {p_y, p_x} = SENDER | sender;
    assign p_category = CATEGORY;
    assign p_be       = 4'd15;
    assign p_color    = write ? (failed ? COLOR_WRITE_ERROR : COLOR_WRITE) :
                                (failed ? COLOR_READ_ERROR : COLOR_READ);

    wire unused_resp = &{1'b0, rresp[0], bresp[0], b_none, less[12:10], t_id};
endmodule
