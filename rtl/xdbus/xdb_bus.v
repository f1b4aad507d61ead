// SPDX-License-Identifier: Apache-2.0
//
// xdb_bus - events of one XDBus
//
// Purpose     decodes the packets of one bus into the events of the chips on it: bus interfaces and
//             Bus Watches of four processors, four memory queue handlers, one I/O cache.
// Packets     kind 0 READ, 1 UPDATE, 2 INVALIDATE, 3 SWAP, 4 FLUSH, 5 BLOCK, 6 PIO_READ,
//             7 PIO_WRITE. A packet begins with head = 1; hit is valid in the clock after it. The
//             packet has 9 cycles if it carries a block (reply of READ, request of FLUSH and
//             BLOCK), else 2. unit is the requesting unit, in a reply, too.
// Handlers    4 ways: the handler is address bits 7..6; 2 ways: bits 28, 6; 1 way: bits 28..27.
// Events      For each request, one clock: kinds (by kind); access, broadcasts (UPDATE, INVALIDATE)
//             and swaps (by handler); reads and writes (of a processor); invalidated, updated and
//             snooped (another unit's request hits a processor's tags); moves (a block of the I/O
//             unit); pio (to the I/O unit). answers, one clock: the reply to a processor's READ.
//             busy: each clock of a packet. waiting (by handler), pio_waits: each clock from the
//             head of a request until that of its reply. io_looks, io_misses: the I/O cache.
// Losses      one clock each: wrong_queue, wrong_pio: a reply without a request, or more than 63
//             requests without a reply; wrong_packet: a packet began inside another one, and ended
//             it.
// Interface   forget = 1: from now on all earlier requests count as answered.
// Latency     all outputs come 2 clocks after the clock of head.
// Throughput  a packet every 2 clocks.
// Domain      clk. All outputs are flip-flops.
// Reset       rst_n asynchronous.
// Paper       thesis, 2.3.1, 2.3.2.
`default_nettype none

module xdb_bus (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        head,
    input  wire [2:0]  kind,
    input  wire        reply,
    input  wire [4:0]  unit,
    input  wire [28:6] addr,
    input  wire [3:0]  hit,
    input  wire        io_ref,
    input  wire        io_hit,
    input  wire [1:0]  ways,        // 0: 1, 1: 2, 2 and 3: 4
    input  wire [4:0]  first,       // number of the first watched processor
    input  wire [4:0]  io,          // number of the I/O unit
    input  wire        forget,
    output reg         busy,
    output reg  [7:0]  kinds,
    output reg  [3:0]  access,
    output reg  [3:0]  broadcasts,
    output reg  [3:0]  swaps,
    output reg  [3:0]  waiting,
    output reg  [3:0]  reads,
    output reg  [3:0]  writes,
    output reg  [3:0]  answers,
    output reg  [3:0]  invalidated,
    output reg  [3:0]  updated,
    output reg  [3:0]  snooped,
    output reg         moves,
    output reg         pio,
    output reg         pio_waits,
    output reg         io_looks,
    output reg         io_misses,
    output reg         wrong_queue,
    output reg         wrong_pio,
    output reg         wrong_packet
);
    localparam [2:0] READ = 3'd0, UPDATE = 3'd1, INVALIDATE = 3'd2, SWAP = 3'd3, FLUSH = 3'd4,
                     BLOCK = 3'd5;
    localparam [5:0] MOST = 6'd63;

    // ---- the packet's first cycle
    reg        head_q, reply_q, ref_q, miss_q;
    reg [2:0]  kind_q;
    reg [4:0]  unit_q;
    reg [4:0]  target_q;            // address bits 28..24
    reg [1:0]  handler_q;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            head_q    <= 1'b0;
            reply_q   <= 1'b0;
            kind_q    <= 3'd0;
            unit_q    <= 5'd0;
            target_q  <= 5'd0;
            handler_q <= 2'd0;
            ref_q     <= 1'b0;
            miss_q    <= 1'b0;
        end else begin
            head_q    <= head;
            reply_q   <= reply;
            kind_q    <= kind;
            unit_q    <= unit;
            target_q  <= addr[28:24];
            handler_q <= ways[1] ? addr[7:6] : ways[0] ? {addr[28], addr[6]} : addr[28:27];
            ref_q     <= io_ref;
            miss_q    <= io_ref && !io_hit;
        end

    wire unused = &{1'b0, addr[23:8]};

    // ---- the packet's second cycle
    wire request = head_q && !reply_q;
    wire answer  = head_q && reply_q;
    wire is_pio  = kind_q[2:1] == 2'b11;
    wire block   = reply_q ? kind_q == READ : kind_q == FLUSH || kind_q == BLOCK;
    wire to_io   = is_pio && target_q == io;
    wire store   = kind_q == UPDATE || kind_q == INVALIDATE || kind_q == SWAP || kind_q == FLUSH;
    wire takes   = kind_q == INVALIDATE || kind_q == SWAP || kind_q == BLOCK;

    reg  [3:0] left;                // cycles of the packet that are still to come
    reg  [5:0] pios;                // requests without a reply
    wire [3:0] asked = request && !is_pio ? 4'd1 << handler_q : 4'd0;
    wire [3:0] given = answer && !is_pio ? 4'd1 << handler_q : 4'd0;
    wire [3:0] more, wrong;
    wire       pio_asked = request && to_io;
    wire       pio_given = answer && to_io;
    wire       pio_wrong = pio_asked ? pios == MOST : pio_given && pios == 6'd0;
    wire [5:0] pios_next = pio_wrong ? pios : pios + {5'd0, pio_asked} - {5'd0, pio_given};

    genvar h;
    generate for (h = 0; h < 4; h = h + 1) begin : g_handler
        reg  [5:0] depth;           // requests without a reply
        wire [5:0] next = wrong[h] ? depth : depth + {5'd0, asked[h]} - {5'd0, given[h]};

        assign wrong[h] = asked[h] ? depth == MOST : given[h] && depth == 6'd0;
        assign more[h]  = next != 6'd0;

        always @(posedge clk or negedge rst_n)
            if (!rst_n)
                depth <= 6'd0;
            else
                depth <= forget ? 6'd0 : next;
    end endgenerate

    wire [3:0] own, others;         // watched processors: the requesting one; others that hit

    genvar p;
    generate for (p = 0; p < 4; p = p + 1) begin : g_processor
        localparam [4:0] NUMBER = p;

        assign own[p]    = unit_q == first + NUMBER;
        assign others[p] = request && !is_pio && hit[p] && !own[p];
    end endgenerate

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            left         <= 4'd0;
            pios         <= 6'd0;
            busy         <= 1'b0;
            kinds        <= 8'd0;
            access       <= 4'd0;
            broadcasts   <= 4'd0;
            swaps        <= 4'd0;
            waiting      <= 4'd0;
            reads        <= 4'd0;
            writes       <= 4'd0;
            answers      <= 4'd0;
            invalidated  <= 4'd0;
            updated      <= 4'd0;
            snooped      <= 4'd0;
            moves        <= 1'b0;
            pio          <= 1'b0;
            pio_waits    <= 1'b0;
            io_looks     <= 1'b0;
            io_misses    <= 1'b0;
            wrong_queue  <= 1'b0;
            wrong_pio    <= 1'b0;
            wrong_packet <= 1'b0;
        end else begin
            left         <= head_q ? (block ? 4'd8 : 4'd1) : left != 4'd0 ? left - 4'd1 : 4'd0;
            busy         <= head_q || left != 4'd0;
            wrong_packet <= head_q && left != 4'd0;
            kinds        <= request ? 8'd1 << kind_q : 8'd0;

            access       <= asked;
            broadcasts   <= kind_q == UPDATE || kind_q == INVALIDATE ? asked : 4'd0;
            swaps        <= kind_q == SWAP ? asked : 4'd0;
            waiting      <= forget ? 4'd0 : more;
            wrong_queue  <= |wrong;

            reads        <= request && kind_q == READ ? own : 4'd0;
            writes       <= request && store ? own : 4'd0;
            answers      <= answer && kind_q == READ ? own : 4'd0;
            invalidated  <= takes ? others : 4'd0;
            updated      <= kind_q == UPDATE ? others : 4'd0;
            snooped      <= others;

            moves        <= request && unit_q == io &&
                            (kind_q == READ || kind_q == FLUSH || kind_q == BLOCK);
            pio          <= pio_asked;
            pios         <= forget ? 6'd0 : pios_next;
            pio_waits    <= !forget && pios_next != 6'd0;
            wrong_pio    <= pio_wrong;
            io_looks     <= ref_q;
            io_misses    <= miss_q;
        end
endmodule
