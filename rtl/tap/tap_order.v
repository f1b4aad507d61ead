// SPDX-License-Identifier: Apache-2.0
//
// tap_order - measures the latency of a bus that answers its requests in order
//
// Purpose     the part that the taps on Wishbone, APB and AHB-Lite share: stores the time of each
//             request and presents a packet when its response comes.
// Interface   q = 1 for one clock: a request with q_write, q_addr and q_words (1 to 1024). r = 1: a
//             response of the oldest outstanding request, in the clock of its request if no other
//             is outstanding (latency 0), or later; r_error: it reports an error. abort = 1: no
//             request from before this clock is outstanding any more.
//             p_*: the packet as in axis_tap; p_y, p_x are SENDER, p_color is COLOR_READ or
//             COLOR_WRITE, after an error COLOR_READ_ERROR or COLOR_WRITE_ERROR; p_txtime the time
//             of the request, p_rxtime that of the response.
//             frames (responses, and requests that were aborted) = packets + dropped at all times;
//             flags as in tap_count; p_lost: losses in this clock that were not presented, 0 to 2.
// Errors      A response while no request is outstanding is dropped and counted (bad), and so is
//             each request that is aborted. If more than 2**DEPTH_LOG2 requests are outstanding,
//             responses are dropped and counted until none is. If 2**OPEN_BITS - 1 are, or more,
//             until the next abort.
// Latency     r to p_valid: 2 clocks.
// Throughput  a request and a response in each clock.
// Domain      clk, that of the bus.
// Reset       rst_n asynchronous, released synchronously: all begins anew. bus_rst_n = 0 alone: the
//             bus is in reset, which is an abort; it comes from a flip-flop and lasts at least 4
//             clocks.
`default_nettype none

module tap_order #(
    parameter KIND = 0,                         // as in tap_about
    parameter DEPTH_LOG2 = 2,                   // 2**DEPTH_LOG2 requests are kept, 1 to 4
    parameter OPEN_BITS = 8,                    // width of the number outstanding, DEPTH_LOG2 + 1
                                                // to 16
    parameter [9:0] SENDER = 10'd0,             // {y, x}
    parameter [5:0] COLOR_READ = 6'd0,
    parameter [5:0] COLOR_WRITE = 6'd1,
    parameter [5:0] COLOR_READ_ERROR = COLOR_READ,
    parameter [5:0] COLOR_WRITE_ERROR = COLOR_WRITE,
    parameter [3:0] CATEGORY = 4'd0,
    parameter TIME_EXT = 0,                     // time 0: clocks, 1: time_ext
    parameter [43:0] TIME_INIT = 44'd0,         // value of the local time after reset
    parameter COUNT_BITS = 32                   // width of each counter
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  bus_rst_n,
    input  wire [63:0]           time_ext,

    input  wire                  q,
    input  wire                  q_write,
    input  wire [26:2]           q_addr,
    input  wire [10:0]           q_words,
    input  wire                  r,
    input  wire                  r_error,
    input  wire                  abort,

    output reg                   p_valid,
    output wire [4:0]            p_y,
    output wire [4:0]            p_x,
    output wire [3:0]            p_category,
    output wire [10:0]           p_words,
    output wire [5:0]            p_color,
    output reg  [43:0]           p_rxtime,
    output wire [43:0]           p_txtime,
    output wire                  p_irq,
    output wire [26:2]           p_addr,
    output wire [3:0]            p_be,
    input  wire                  p_ready,
    output wire [1:0]            p_lost,

    input  wire                  clear,
    output wire [COUNT_BITS-1:0] frames,
    output wire [COUNT_BITS-1:0] packets,
    output wire [COUNT_BITS-1:0] dropped,
    output wire [2:0]            flags,
    output wire [63:0]           about
);
    generate
        if (DEPTH_LOG2 < 1 || DEPTH_LOG2 > 4 || OPEN_BITS <= DEPTH_LOG2 ||
            OPEN_BITS > 16) begin : g_illegal
            tap_order_DEPTH_LOG2_must_be_1_to_4_and_less_than_OPEN_BITS illegal_parameter ();
        end
    endgenerate

    localparam                  WIDTH = 1 + 25 + 11 + 44;
    localparam [OPEN_BITS-1:0]  NONE = {OPEN_BITS{1'b0}};
    localparam [OPEN_BITS-1:0]  FULL = 1 << DEPTH_LOG2;
    localparam [DEPTH_LOG2-1:0] NEXT = 1;

    tap_about #(
        .KIND(KIND), .DEPTH_LOG2(DEPTH_LOG2), .TIME_EXT(TIME_EXT), .SENDER(SENDER),
        .CATEGORY(CATEGORY), .COLOR(COLOR_READ), .COLOR_ERROR(COLOR_READ_ERROR)
    ) u_about (.about(about));

    wire        bus_up;
    wire [43:0] now;

    sync_bits #(.WIDTH(1), .RESET(1'b1)) u_up (
        .clk(clk), .rst_n(rst_n), .d(bus_rst_n), .q(bus_up)
    );
    tap_time #(.TIME_EXT(TIME_EXT), .TIME_INIT(TIME_INIT)) u_time (
        .clk(clk), .rst_n(rst_n), .time_ext(time_ext), .now(now)
    );

    // The bus, one clock later
    reg             asks, answers, fails, ends;
    reg [WIDTH-1:0] asked;
    reg [43:0]      time_1;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {asks, answers, fails, ends} <= 4'd0;
            asked  <= {WIDTH{1'b0}};
            time_1 <= 44'd0;
        end else begin
            {asks, answers, fails, ends} <= {q, r, r_error, abort};
            asked  <= {q_write, q_addr, q_words, now};
            time_1 <= now;
        end

    // Outstanding requests. trusted: all of them are in mem, the oldest one at first.
    reg  [OPEN_BITS-1:0]  open;
    reg                   trusted;
    reg  [DEPTH_LOG2-1:0] first, last;
    wire                  forget = ends || !bus_up;
    wire                  none = forget || open == NONE;
    wire                  many = &open;
    wire                  at_once = asks && answers && none;
    wire                  push = asks && !at_once;
    wire                  pop = answers && !none;
    wire [OPEN_BITS-1:0]  rest = forget ? NONE : open;
    wire [OPEN_BITS-1:0]  more = {{OPEN_BITS - 1{1'b0}}, push};
    wire [OPEN_BITS-1:0]  less = {{OPEN_BITS - 1{1'b0}}, pop};
    wire [OPEN_BITS-1:0]  open_next = many && !forget ? open : rest + more - less;
    wire                  known = none || trusted;
    wire                  room = rest != FULL || pop;

    reg [WIDTH-1:0] mem [0:(1 << DEPTH_LOG2) - 1];

    always @(posedge clk)
        if (push && known && room)
            mem[last] <= asked;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            open    <= NONE;
            trusted <= 1'b1;
            first   <= {DEPTH_LOG2{1'b0}};
            last    <= {DEPTH_LOG2{1'b0}};
        end else begin
            open    <= open_next;
            trusted <= open_next == NONE || (known && !(push && !room));
            if (push && known && room)
                last <= last + NEXT;
            if (none)
                first <= last;
            else if (pop && trusted)
                first <= first + NEXT;
            if (!trusted && open_next == NONE)
                first <= last;
        end

    // The packet; and the aborted requests that are still to be counted
    reg                 ended, bad, failed, given_up;
    reg [WIDTH-1:0]     entry;
    reg [OPEN_BITS-1:0] debt;
    wire                written;
    wire                owing = debt != NONE;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {ended, bad, failed, given_up, p_valid} <= 5'd0;
            entry    <= {WIDTH{1'b0}};
            p_rxtime <= 44'd0;
            debt     <= NONE;
        end else begin
            ended    <= answers;
            bad      <= answers && none && !asks;
            failed   <= fails;
            p_valid  <= at_once || (pop && trusted);
            entry    <= at_once ? asked : mem[first];
            p_rxtime <= time_1;
            given_up <= owing;
            debt     <= (owing ? debt - 1'b1 : NONE) + (forget ? open : NONE);
        end

    assign {written, p_addr, p_words, p_txtime} = entry;
    assign p_color    = written ? (failed ? COLOR_WRITE_ERROR : COLOR_WRITE) :
                                  (failed ? COLOR_READ_ERROR : COLOR_READ);
    assign {p_y, p_x} = SENDER;
    assign p_category = CATEGORY;
    assign p_irq      = 1'b0;
    assign p_be       = 4'd15;
    assign p_lost     = {1'b0, ended && !p_valid} + {1'b0, given_up};

    tap_count #(.COUNT_BITS(COUNT_BITS)) u_count (
        .clk(clk), .rst_n(rst_n), .clear(clear), .ended(ended), .taken(p_valid && p_ready),
        .given_up(given_up), .bad(bad), .cut(1'b0), .frames(frames), .packets(packets),
        .dropped(dropped), .flags(flags)
    );
endmodule
