// SPDX-License-Identifier: Apache-2.0
//
// bridge_frames - the protocol between a serial line and a bus (README.md)
//
// Purpose     receives frames from a serial line, makes the accesses that they request, and sends
//             the answers. A checked frame has a CRC and a sequence number: its accesses are made
//             only after the CRC has been found correct, and only once even if the frame is sent
//             again. A plain frame is a frame of LiteX's UARTBone.
// Line        rx_* and tx_* connect to uart_rx and uart_tx. A byte that arrives while the bridge
//             makes accesses or sends an answer waits; a second one is lost, and with it its frame.
// Back end    req is 1 for one clock, and only while no access is in progress. write, addr (of a
//             word), be and wdata are stable from the clock of req to that of ack, inclusive. ack
//             is 1 for one clock, at the earliest in the clock after req. If ack has not come
//             within BUS_CLOCKS clocks, the frame ends with status 2, and so does each later frame
//             that requests accesses, until ack comes.
// Recovery    after a wrong CRC, an unknown command, a stop bit that is 0, or a lost byte all
//             bytes are ignored until the line has been quiet for GAP clocks. A frame that
//             stops for GAP clocks is dropped.
// Observation obs_frame is 1 for one clock for each accepted frame, obs_drop for each dropped one.
// Latency     a checked frame takes, for each word, 3 clocks plus those of the back end, before its
//             answer begins.
// Throughput  that of the line.
// Domain      clk. The outputs are flip-flops.
// Reset       rst_n asynchronous, released synchronously: the current frame and the sequence number
//             are discarded; plain frames are accepted.
`default_nettype none

module bridge_frames #(
    parameter WORDS_LOG2 = 8,       // a checked frame has at most 2**WORDS_LOG2 words (8: 255); 1
                                    // to 8
    parameter PLAIN = 1,            // 1: accept frames of UARTBone, too
    parameter GAP = 2_500_000,      // clocks, to 2**27 - 1
    parameter BUS_CLOCKS = 65_535   // clocks, to 2**27 - 1
) (
    input  wire        clk,
    input  wire        rst_n,

    // line
    input  wire        rx_valid,
    input  wire [7:0]  rx_data,
    input  wire        rx_bad,
    input  wire        rx_quiet,
    output reg         tx_valid,
    input  wire        tx_ready,
    output reg  [7:0]  tx_data,

    // back end
    output reg         req,
    output reg         write,
    output reg  [31:2] addr,
    output reg  [3:0]  be,
    output reg  [31:0] wdata,
    input  wire        ack,
    input  wire        ack_error,
    input  wire [31:0] ack_rdata,
    input  wire        irq,

    output reg         obs_frame,
    output reg         obs_drop
);
    generate
        if (WORDS_LOG2 < 1 || WORDS_LOG2 > 8) begin : g_illegal_words
            bridge_frames_WORDS_LOG2_must_be_1_to_8 illegal_parameter ();
        end
        if (PLAIN < 0 || PLAIN > 1) begin : g_illegal_plain
            bridge_frames_PLAIN_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    // Commands. A command of a checked frame differs from each command of a plain one in at least 4
    // bits.
    localparam [7:0] READ = 8'hF8, WRITE = 8'hE7;
    localparam [7:0] PLAIN_WRITE = 8'h01, PLAIN_READ = 8'h02, PLAIN_WRITE_FIXED = 8'h03,
                     PLAIN_READ_FIXED = 8'h04;
    localparam [5:0] ANSWER = 6'b110000;        // upper bits of an answer's first byte; the lower
                                                // bits are the status
    localparam [1:0] OKAY = 2'd0, BUS_ERROR = 2'd1, BUS_HANGS = 2'd2;
    localparam [27:0] VERSION = 28'h5442_100;   // "TB", version 1.0

    localparam [26:0] GAP_CLOCKS = GAP[26:0], BUS_LIMIT = BUS_CLOCKS[26:0];
    localparam [3:0]  WORDS = WORDS_LOG2;

    localparam [3:0] S_COMMAND = 4'd0, S_HEADER = 4'd1, S_DATA = 4'd2, S_CHECK = 4'd3,
                     S_FETCH = 4'd4, S_REQ = 4'd5, S_WAIT = 4'd6, S_ANSWER = 4'd7,
                     S_DEAF = 4'd8;
    // fields of the header, and parts of the answer
    localparam [2:0] N_SEQ = 3'd0, N_COUNT = 3'd1, N_HOW = 3'd2, N_ADDR = 3'd3, N_LAST = 3'd6;
    localparam [2:0] N_STATUS = 3'd0, N_SEQ_OUT = 3'd1, N_DATA = 3'd2, N_CRC = 3'd3,
                     N_CRC_LOW = 3'd4, N_END = 3'd5;

    reg  [3:0]  state;
    reg  [2:0]  n;          // current field of the header or part of the answer
    reg  [1:0]  lane;       // current byte of a word or of the CRC
    reg  [7:0]  word;       // number of the word in the frame
    reg  [7:0]  left;       // words left until the address returns to the first one
    reg         plain;      // the current frame is a plain one
    reg         locked;     // plain frames are rejected
    reg         f_write, fixed;
    reg  [7:0]  seq, count, how;
    reg  [31:2] base, at;   // first address, next address
    reg  [31:0] shift;
    reg  [15:0] crc;
    reg  [1:0]  status;
    reg         known;      // last_seq is the number of an earlier frame
    reg  [7:0]  last_seq;
    reg         stuck;      // an access has not ended in time
    reg         was_deaf;
    reg  [26:0] timer;

    // ------------------------------------------------------------ bytes of the line
    reg         held, held_bad, overrun;
    reg  [7:0]  byte_in;
    wire        receiving = state <= S_CHECK || state == S_DEAF;
    wire        take = held && receiving;
    wire        wrong = held_bad || overrun;
    wire        time_is_up = timer >= (state == S_WAIT ? BUS_LIMIT : GAP_CLOCKS);
    wire        stops = !take && time_is_up &&
                        (state == S_HEADER || state == S_DATA || state == S_CHECK);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            held     <= 1'b0;
            held_bad <= 1'b0;
            overrun  <= 1'b0;
            byte_in  <= 8'd0;
        end else begin
            held <= rx_valid || (held && !take);
            if (rx_valid) begin
                byte_in  <= rx_data;
                held_bad <= rx_bad;
            end
            overrun <= (rx_valid && held && !take) || (overrun && !take);
        end

    // ------------------------------------------------------------ CRC of one more byte
    wire         loading = state == S_ANSWER && !tx_valid;
    reg  [7:0]   out;
    wire [7:0]   crc_byte = loading ? out : byte_in;
    wire [127:0] crc_bits;
    wire [15:0]  crc_next = crc_bits[127:112];
    wire [15:0]  crc_from = state == S_COMMAND || (loading && n == N_STATUS) ? 16'hFFFF : crc;

    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_crc
            wire [15:0] prior;

            if (i == 0) begin : g_first
                assign prior = crc_from;
            end else begin : g_next
                assign prior = crc_bits[16*i-1 -: 16];
            end
            crc16 u_crc (.crc(prior), .d(crc_byte[7-i]), .next(crc_bits[16*i+15 -: 16]));
        end
    endgenerate

    // ------------------------------------------------------------ words of the frame
    // half 0: written by the line, half 1: read from the bus
    reg  [31:0] memory [0:(2<<WORDS_LOG2)-1];
    reg  [31:0] fetched;
    wire        store_line = take && state == S_DATA && !plain && lane == 2'd3;
    wire        store_bus = ack && state == S_WAIT && !stuck && !plain && !f_write;

    always @(posedge clk) begin
        if (store_line || store_bus)
            memory[{store_bus, word[WORDS_LOG2-1:0]}] <=
                store_bus ? ack_rdata : {shift[23:0], byte_in};
        fetched <= memory[{state == S_ANSWER, word[WORDS_LOG2-1:0]}];
    end

    // ------------------------------------------------------------ frames
    wire        poll = count == 8'd0;
    wire [7:0]  count_less_1 = count - 8'd1;
    wire        last_word = word == count_less_1;
    wire        again = known && seq == last_seq;
    wire        has_data = plain || poll || (!f_write && status == OKAY);
    wire        last_out = plain || poll || last_word;
    wire [31:0] from = plain || poll ? shift : fetched;
    wire        bad_count = poll ? f_write : |(count_less_1 >> WORDS_LOG2);
    wire        is_plain_write = byte_in == PLAIN_WRITE || byte_in == PLAIN_WRITE_FIXED;
    wire        is_plain_read = byte_in == PLAIN_READ || byte_in == PLAIN_READ_FIXED;

    always @*
        case (n)
        N_STATUS:  out = {ANSWER, status};
        N_SEQ_OUT: out = seq;
        N_DATA:
            case (lane)
            2'd0:    out = from[31:24];
            2'd1:    out = from[23:16];
            2'd2:    out = from[15:8];
            default: out = from[7:0];
            endcase
        N_CRC:     out = crc[15:8];
        default:   out = crc[7:0];
        endcase

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state <= S_COMMAND;
            n <= 3'd0;
            lane <= 2'd0;
            {word, left, seq, count, how, last_seq} <= 48'd0;
            {plain, locked, f_write, fixed, known, stuck, was_deaf} <= 7'd0;
            {base, at, addr} <= 90'd0;
            {shift, wdata} <= 64'd0;
            crc <= 16'd0;
            status <= OKAY;
            timer <= 27'd0;
            {req, write, be} <= 6'd0;
            tx_valid <= 1'b0;
            tx_data <= 8'd0;
            obs_frame <= 1'b0;
            obs_drop <= 1'b0;
        end else begin
            req <= 1'b0;
            obs_frame <= 1'b0;
            if (ack)
                stuck <= 1'b0;
            if (tx_valid && tx_ready)
                tx_valid <= 1'b0;
            if (state != S_WAIT && (!rx_quiet || held))
                timer <= 27'd0;
            else if (!time_is_up)
                timer <= timer + 27'd1;
            was_deaf <= state == S_DEAF;
            obs_drop <= stops || (state == S_DEAF && !was_deaf);

            case (state)
            S_COMMAND:
                if (take) begin
                    f_write <= byte_in == WRITE || is_plain_write;
                    fixed <= byte_in == PLAIN_WRITE_FIXED || byte_in == PLAIN_READ_FIXED;
                    how   <= 8'd0;
                    word  <= 8'd0;
                    lane  <= 2'd0;
                    crc   <= crc_next;
                    state <= S_HEADER;
                    plain <= 1'b0;
                    if (byte_in == READ || byte_in == WRITE)
                        n <= N_SEQ;
                    else begin
                        plain <= 1'b1;
                        n     <= N_COUNT;
                        if (PLAIN == 0 || locked || !(is_plain_write || is_plain_read))
                            state <= S_DEAF;
                    end
                end

            S_HEADER:
                if (take) begin
                    crc <= crc_next;
                    n   <= n == N_COUNT && plain ? N_ADDR : n + 3'd1;
                    case (n)
                    N_SEQ:   seq <= byte_in;
                    N_COUNT: count <= byte_in;
                    N_HOW: begin
                        how   <= byte_in;
                        fixed <= f_write && byte_in[4];
                    end
                    default: base <= {base[23:2], byte_in};
                    endcase
                    if (n == N_LAST) begin
                        at   <= {base[23:2], byte_in};
                        left <= how - 8'd1;
                        if (plain ? poll : bad_count)
                            state <= S_DEAF;
                        else if (f_write)
                            state <= S_DATA;
                        else
                            state <= plain ? S_FETCH : S_CHECK;
                        obs_frame <= plain && !poll && !wrong;
                    end
                end

            S_DATA:
                if (take) begin
                    crc   <= crc_next;
                    shift <= {shift[23:0], byte_in};
                    lane  <= lane + 2'd1;
                    if (lane == 2'd3) begin
                        if (plain)
                            state <= S_FETCH;
                        else begin
                            word <= word + 8'd1;
                            if (last_word)
                                state <= S_CHECK;
                        end
                    end
                end

            S_CHECK:
                if (take) begin
                    crc  <= crc_next;
                    lane <= lane + 2'd1;
                    word <= 8'd0;
                    if (lane[0]) begin
                        lane  <= 2'd0;
                        n     <= N_STATUS;
                        shift <= {VERSION[27:4], 3'd0, irq, WORDS};
                        state <= S_DEAF;
                        if (crc_next == 16'd0 && !wrong) begin
                            obs_frame <= 1'b1;
                            state     <= poll || again ? S_ANSWER : S_FETCH;
                            if (poll || !again) begin
                                known    <= 1'b1;
                                last_seq <= seq;
                                status   <= OKAY;
                            end
                            if (poll)
                                locked <= how[0];
                        end
                    end
                end

            S_FETCH:
                if (stuck && !ack) begin
                    status <= BUS_HANGS;
                    state  <= S_ANSWER;
                    shift  <= 32'hFFFFFFFF;
                    n      <= plain ? N_DATA : N_STATUS;
                    if (plain && f_write)
                        state <= S_DEAF;
                end else
                    state <= S_REQ;

            S_REQ: begin
                req   <= 1'b1;
                write <= f_write;
                addr  <= at;
                be    <= f_write && !plain ? how[3:0] : 4'b1111;
                // a read leaves wdata: memory may have words that were never written
                if (f_write)
                    wdata <= plain ? shift : fetched;
                timer <= 27'd0;
                state <= S_WAIT;
            end

            S_WAIT:
                if (ack || time_is_up) begin
                    stuck <= !ack;
                    // the next word
                    left <= left - 8'd1;
                    if (!fixed)
                        at <= at + 30'd1;
                    if (!plain && !f_write && left == 8'd0) begin
                        at   <= base;
                        left <= how - 8'd1;
                    end
                    word <= word + 8'd1;
                    if (plain && !f_write) begin
                        shift <= ack && !ack_error ? ack_rdata : 32'hFFFFFFFF;
                        n     <= N_DATA;
                        state <= S_ANSWER;
                        word  <= word;
                    end else if (plain)
                        state <= last_word ? S_COMMAND : S_DATA;
                    else begin
                        if (!ack)
                            status <= BUS_HANGS;
                        else if (ack_error)
                            status <= BUS_ERROR;
                        state <= S_FETCH;
                        if (last_word || !ack || ack_error) begin
                            n     <= N_STATUS;
                            word  <= 8'd0;
                            state <= S_ANSWER;
                        end
                    end
                end

            S_ANSWER:
                if (n == N_END) begin
                    if (!tx_valid)
                        state <= overrun ? S_DEAF : S_COMMAND;
                end else if (loading) begin
                    tx_valid <= 1'b1;
                    tx_data  <= out;
                    crc      <= crc_next;
                    if (n == N_DATA) begin
                        lane <= lane + 2'd1;
                        if (lane == 2'd3) begin
                            word <= word + 8'd1;
                            if (last_out)
                                n <= N_CRC;
                            if (plain) begin
                                n     <= N_END;
                                state <= last_word ? S_ANSWER : S_FETCH;
                            end
                        end
                    end else begin
                        n <= n + 3'd1;
                        if (n == N_SEQ_OUT && !has_data)
                            n <= N_CRC;
                        if (n == N_CRC) begin
                            crc <= crc;
                            n   <= N_CRC_LOW;
                        end
                    end
                end

            default:        // S_DEAF
                if (!held && time_is_up)
                    state <= S_COMMAND;
            endcase

            // a wrong byte, or a frame that stops
            if (take && wrong)
                state <= S_DEAF;
            if (stops)
                state <= S_COMMAND;
        end
endmodule
