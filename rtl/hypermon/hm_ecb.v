// SPDX-License-Identifier: Apache-2.0
//
// hm_ecb - event capture board
//
// Purpose     receives the node ports from the cable, samples their strobes in
//             windows, builds a frame from each window with strobes, and stores the
//             frames for an I/O node on the PBX bus.
// Interface   the cable, and the PBX bus (see pbx_slave). Registers: hypermon_regs.def;
//             other addresses read 0 and ignore writes.
//             An open or shorted pair of the cable reads as a constant 0.
// Loss        The board never makes a node wait. It drops a nibble if the FIFO of its node is full
//             (STATUS.NODE) or if two older nibbles are still unreported (LATE), a window if the
//             vector FIFO is full (VEC), and a frame if the frame FIFO is full (FRAME, counted in
//             LOST). A window or frame is dropped with all its nibbles, so that later data stay
//             aligned. With MARKS = 1 a loss mark in the frame FIFO says which windows and nodes
//             are incomplete (hm_losses).
// Latency     from a strobe, 2 to 3 clocks until it counts in a window; the frame is readable 9
//             clocks after the last clock of that window.
// Throughput  one frame per 8 clocks; one strobe per node and window.
// Domain      clk20.
// Reset       rst_n asynchronous, released synchronously; CTRL.RST resets everything except the bus
//             and the strobe synchronisers.
// Paper       Malony, Reed 1990, 3.2, 3.3, 5.1, 6.
`default_nettype none
`include "hypermon_regs.vh"

module hm_ecb #(
    parameter NODES = 16,               // number of nodes with a port, 1 to 16
    parameter WORD_PORT = 0,            // 1: ports collect words of eight nibbles (6)
    parameter SELECT_TS = 0,            // 1, with WORD_PORT: time stamps only on request
    parameter MARKS = 0,                // 1, without WORD_PORT: loss marks among the frames
    parameter FRAME_DEPTH = 1024,       // frames of four words in the frame FIFO, a power
                                        // of two from 256 to 65536
    parameter [31:0] STAMP_INIT = 32'd0, // number of the first window after rst_n
    parameter [31:0] LOST_INIT = 32'd0  // LOST after rst_n
) (
    input  wire        clk20,
    input  wire        rst_n,
    input  wire [15:0] strobe_p,
    input  wire [15:0] strobe_n,
    input  wire [63:0] data_p,
    input  wire [63:0] data_n,

    input  wire [15:2] a,
    input  wire        rw,
    input  wire        req_n,
    output wire        ack_n,
    input  wire [31:0] d_i,
    output wire [31:0] d_o,
    output wire        d_oe,

    output wire [15:0] obs_edge,
    output wire        obs_last,
    output wire [31:0] obs_stamp,
    output wire [6:0]  obs_vectors,
    output wire [6:0]  obs_stamps,
    output wire        obs_store,
    output wire        obs_drop,
    output wire        obs_req
);
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value)
                log2 = log2 + 1;
        end
    endfunction

    localparam WORDS_LOG2 = log2(FRAME_DEPTH) + 2;
    // the width of the frame count: a frame takes at least two words, so twice FRAME_DEPTH frames
    // may fit
    localparam COUNT_BITS = log2(FRAME_DEPTH) < 10 ? 12 : log2(FRAME_DEPTH) + 2;
    // bits that a port delivers at a time: a word with the time stamp of its window, or a nibble
    localparam ITEM = WORD_PORT != 0 ? 64 : 4;

    generate
        if (NODES < 1 || NODES > 16) begin : g_nodes
            hm_ecb_NODES_must_be_1_to_16 illegal_parameter ();
        end
        if (FRAME_DEPTH < 256 || FRAME_DEPTH > 65536 ||
            FRAME_DEPTH != 1 << log2(FRAME_DEPTH)) begin : g_depth
            hm_ecb_FRAME_DEPTH_must_be_a_power_of_two_from_256_to_65536 illegal_parameter ();
        end
        if (WORD_PORT != 0 && WORD_PORT != 1) begin : g_word
            hm_ecb_WORD_PORT_must_be_0_or_1 illegal_parameter ();
        end
        if (SELECT_TS != 0 && (SELECT_TS != 1 || WORD_PORT == 0)) begin : g_select
            hm_ecb_SELECT_TS_must_be_0_or_1_and_needs_WORD_PORT illegal_parameter ();
        end
        if (MARKS != 0 && (MARKS != 1 || WORD_PORT != 0)) begin : g_marks
            hm_ecb_MARKS_must_be_0_or_1_and_excludes_WORD_PORT illegal_parameter ();
        end
    endgenerate

    // ---- bus and registers ------------------------------------------------------------
    wire        req, req_write;
    wire [15:2] req_addr;
    wire [31:0] req_wdata;
    reg  [31:0] rdata;
    reg         clear;         // CTRL.RST was written (one clock)
    reg         enable;
    reg  [1:0]  code;
    reg  [3:0]  status;
    reg  [COUNT_BITS-1:0] count;
    reg  [31:0] lost;
    wire [31:0] frame_word;
    wire        store, drop;
    wire [15:0] full, late;
    wire        miss;          // a window is lost

    pbx_slave #(.SALT(32'h50425821)) u_pbx (
        .clk(clk20), .rst_n(rst_n), .a(a), .rw(rw), .req_n(req_n), .ack_n(ack_n),
        .d_i(d_i), .d_o(d_o), .d_oe(d_oe),
        .req(req), .req_write(req_write), .req_addr(req_addr), .req_wdata(req_wdata), .rdata(rdata)
    );

    wire [15:0] where = {req_addr, 2'b00};
    wire        control = req && req_write && where == `HYPERMON_CTRL;
    wire        word_rd = req && !req_write && where == `HYPERMON_FRAME;

    always @*
        case (where)
        `HYPERMON_STATUS: rdata = {28'd0, status};
        `HYPERMON_COUNT:  rdata = {{(32 - COUNT_BITS){1'b0}}, count};
        `HYPERMON_FRAME:  rdata = frame_word;
        `HYPERMON_LOST:   rdata = lost;
        default:          rdata = 32'd0;
        endcase

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            clear  <= 1'b0;
            enable <= 1'b1;
            code   <= 2'd0;
            status <= 4'd0;
            count  <= {COUNT_BITS{1'b0}};
            lost   <= LOST_INIT;
        end else begin
            clear <= control && req_wdata[`HYPERMON_CTRL_RST_LSB];
            if (clear) begin
                enable <= 1'b1;
                code   <= 2'd0;
                status <= 4'd0;
                count  <= {COUNT_BITS{1'b0}};
                lost   <= 32'd0;
            end else begin
                if (control) begin
                    enable <= req_wdata[`HYPERMON_CTRL_ENABLE_LSB];
                    code   <= req_wdata[`HYPERMON_CTRL_WINDOW];
                end
                status <= status | {|late, |full, miss, drop};
                if (store)
                    count <= count + {{(COUNT_BITS - 1){1'b0}}, 1'b1};
                if (drop && lost != 32'hFFFFFFFF)
                    lost <= lost + 32'd1;
            end
        end

    wire unused_bits = &{1'b0, req_wdata};

    // ---- windows ----------------------------------------------------------------------
    wire        last;
    wire [31:0] stamp;

    hm_window #(.STAMP_INIT(STAMP_INIT)) u_window (
        .clk20(clk20), .rst_n(rst_n), .clear(clear), .code(code), .last(last), .stamp(stamp)
    );

    // ---- node ports -------------------------------------------------------------------
    wire [15:0]        marked, pop, idle, shut, flush;
    wire               vec_full, vec_empty, stamp_full, stamp_empty, vec_rd;
    wire [16*ITEM-1:0] heads;
    genvar             n;

    generate
        for (n = 0; n < 16; n = n + 1) begin : g_port
            if (n < NODES) begin : g_node
                wire       strobe;
                wire [3:0] data;

                diff_in #(.WIDTH(5)) u_receiver (
                    .p({strobe_p[n], data_p[4*n +: 4]}), .n({strobe_n[n], data_n[4*n +: 4]}),
                    .q({strobe, data})
                );
                hm_port #(.WORD_PORT(WORD_PORT), .SALT(32'h48590000 + n)) u_port (
                    .clk20(clk20), .rst_n(rst_n), .clear(clear), .enable(enable),
                    .shut(shut[n]), .flush(flush[n]),
                    .strobe(strobe), .data(data),
                    .stamp(stamp), .report(last), .keep(!vec_full), .marked(marked[n]),
                    .pop(pop[n]), .head(heads[ITEM*n +: ITEM]), .idle(idle[n]),
                    .edge_clk20(obs_edge[n]), .full_clk20(full[n]), .late_clk20(late[n])
                );
            end else begin : g_none
                assign marked[n] = 1'b0;
                assign heads[ITEM*n +: ITEM] = {ITEM{1'b0}};
                assign obs_edge[n] = 1'b0;
                assign full[n] = 1'b0;
                assign late[n] = 1'b0;
                assign idle[n] = 1'b1;
                wire unused = &{1'b0, strobe_p[n], strobe_n[n], data_p[4*n +: 4], data_n[4*n +: 4],
                              pop[n],
                                shut[n], flush[n]};
            end
        end
    endgenerate

    // ---- strobe vectors and time stamps -----------------------------------------------
    wire        some = last && |marked;
    wire [15:0] vector;
    wire [31:0] vector_stamp;

    assign miss = some && vec_full;

    sync_fifo #(.WIDTH(16), .DEPTH_LOG2(6)) u_vectors (
        .clk(clk20), .rst_n(rst_n), .clear(clear),
        .wr(some), .wdata(marked), .full(vec_full),
        .rd(vec_rd), .rdata(vector), .empty(vec_empty), .count(obs_vectors)
    );
    sync_fifo #(.WIDTH(32), .DEPTH_LOG2(6)) u_stamps (
        .clk(clk20), .rst_n(rst_n), .clear(clear),
        .wr(some), .wdata(stamp), .full(stamp_full),
        .rd(vec_rd), .rdata(vector_stamp), .empty(stamp_empty), .count(obs_stamps)
    );

    // ---- frames -----------------------------------------------------------------------
    wire [WORDS_LOG2:0] free;
    wire                wr;
    wire [31:0]         wdata;
    wire [4:0]          size;
    wire                block, due, take;
    wire [127:0]        mark;

    generate
        if (MARKS != 0) begin : g_losses
            localparam [WORDS_LOG2:0] ROOM = 4;

            // at least half of the words are free: one of the two highest bits of free is 1
            hm_losses u_losses (
                .clk20(clk20), .rst_n(rst_n), .clear(clear), .last(last), .stamp(stamp),
                .full(full), .late(late), .miss(miss), .marked(marked),
                .drop(drop), .vector(vector), .frame_stamp(vector_stamp),
                .empty(idle), .half(|free[WORDS_LOG2:WORDS_LOG2-1]), .room(free >= ROOM),
                .shut(shut), .flush(flush), .block(block), .due(due), .take(take), .mark(mark)
            );
        end else begin : g_unmarked
            assign shut = 16'd0;
            assign flush = 16'd0;
            assign block = 1'b0;
            assign due = 1'b0;
            assign mark = 128'd0;
            wire unused = &{1'b0, idle, take};
        end
    endgenerate

    generate
        if (WORD_PORT != 0) begin : g_compact
            hm_compact #(.ROOM(WORDS_LOG2 + 1), .SELECT_TS(SELECT_TS)) u_builder (
                .clk20(clk20), .rst_n(rst_n), .clear(clear),
                .vec_empty(vec_empty), .vec_rd(vec_rd), .vector(vector),
                .pop(pop), .heads(heads), .free(free),
                .wr(wr), .wdata(wdata), .store(store), .size(size), .drop(drop)
            );
            assign take = 1'b0;
            wire unused = &{1'b0, vector_stamp, block, due, mark};
        end else begin : g_plain
            hm_builder #(.ROOM(WORDS_LOG2 + 1)) u_builder (
                .clk20(clk20), .rst_n(rst_n), .clear(clear),
                .vec_empty(vec_empty), .vec_rd(vec_rd), .vector(vector), .stamp(vector_stamp),
                .pop(pop), .heads(heads), .free(free),
                .block(block), .due(due), .take(take), .mark(mark),
                .wr(wr), .wdata(wdata), .store(store), .size(size), .drop(drop)
            );
        end
    endgenerate

    hm_frames #(.DEPTH_LOG2(WORDS_LOG2), .COMPACT(WORD_PORT)) u_frames (
        .clk20(clk20), .rst_n(rst_n), .clear(clear),
        .wr(wr), .wdata(wdata), .store(store), .size(size), .free(free),
        .rd(word_rd), .rdata(frame_word)
    );

    wire unused_stamps = &{1'b0, stamp_full, stamp_empty};

    assign obs_last  = last;
    assign obs_stamp = stamp;
    assign obs_store = store;
    assign obs_drop  = drop;
    assign obs_req   = req;
endmodule
