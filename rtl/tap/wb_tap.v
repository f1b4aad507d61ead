// SPDX-License-Identifier: Apache-2.0
//
// wb_tap - passive tap on a Wishbone bus: turns each access into a packet with its latency
//
// Purpose     measures, without affecting the bus, from the request to ACK, ERR or RTY.
// Interface   PIPELINED = 0, classic cycles: a request begins in the first clock of CYC and STB
//             after the last answer; an answer counts while CYC and STB are 1, in the clock of the
//             request (latency 0) or later. If STB or CYC falls before the answer, the access is
//             dropped and counted (bad).
//             PIPELINED = 1: a request counts in the clock in which CYC and STB are 1 and STALL
//             is 0, an answer while CYC is 1; the answers come in order. If CYC falls, the requests
//             without an answer are dropped and counted (bad).
//             An answer by ERR or RTY is an error (color). Each access is one packet of WORDS
//             words. adr: the address in units of 2**ADR_SHIFT bytes.
//             p_*, counters, about: as in tap_order. All signals of the bus are inputs.
// Latency     response to p_valid: 2 clocks.
// Throughput  one transfer per clock, if the bus can do that.
// Domain      clk, that of the bus.
// Reset       as in tap_order; bus_rst_n is that of the bus.
`default_nettype none

module wb_tap #(
    parameter PIPELINED = 0,                // 0: classic, 1: pipelined
    parameter ADR_BITS = 32,                // width of ADR, 4 to 64
    parameter ADR_SHIFT = 0,                // its unit: 2**ADR_SHIFT bytes, 0 to 6
    parameter WORDS = 1,                    // words of 4 bytes of an access, 1 to 1024
    parameter DEPTH_LOG2 = 3,               // 2**DEPTH_LOG2 outstanding requests are kept, 1 to 4
    parameter [9:0] SENDER = 10'd0,         // these nine: as in tap_order
    parameter [5:0] COLOR_READ = 6'd0,
    parameter [5:0] COLOR_WRITE = 6'd1,
    parameter [5:0] COLOR_READ_ERROR = COLOR_READ,
    parameter [5:0] COLOR_WRITE_ERROR = COLOR_WRITE,
    parameter [3:0] CATEGORY = 4'd0,
    parameter TIME_EXT = 0,
    parameter [43:0] TIME_INIT = 44'd0,
    parameter COUNT_BITS = 32
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  bus_rst_n,
    input  wire [63:0]           time_ext,

    // bus
    input  wire                  cyc,
    input  wire                  stb,
    input  wire                  stall,     // PIPELINED = 1
    input  wire                  we,
    input  wire [ADR_BITS-1:0]   adr,
    input  wire                  ack,
    input  wire                  err,
    input  wire                  rty,

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
    output wire [1:0]            p_lost,

    // counters
    input  wire                  clear,
    output wire [COUNT_BITS-1:0] frames,
    output wire [COUNT_BITS-1:0] packets,
    output wire [COUNT_BITS-1:0] dropped,
    output wire [2:0]            flags,
    output wire [63:0]           about
);
    generate
        if (PIPELINED < 0 || PIPELINED > 1 || ADR_BITS < 4 || ADR_BITS > 64 || ADR_SHIFT < 0 ||
            ADR_SHIFT > 6 || WORDS < 1 || WORDS > 1024) begin : g_illegal
            wb_tap_PIPELINED_ADR_BITS_ADR_SHIFT_WORDS_must_be_legal illegal_parameter ();
        end
    endgenerate

    localparam [31:0] SIZE = WORDS;

    wire                          answer = ack || err || rty;
    wire                          active = cyc && stb;
    wire [ADR_BITS+32:0]          bytes = {33'd0, adr} << ADR_SHIFT;
    reg                           waits;    // classic: an access was not answered yet
    wire                          unused = &{1'b0, bytes, stall, waits, SIZE[31:11]};
    wire                          q, r, abort;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            waits <= 1'b0;
        else
            waits <= active && !answer;

    generate
        if (PIPELINED != 0) begin : g_pipelined
            assign {q, r, abort} = {active && !stall, cyc && answer, !cyc};
        end else begin : g_classic
            assign {q, r, abort} = {active && !waits, active && answer, !active};
        end
    endgenerate

    tap_order #(
        .KIND(PIPELINED != 0 ? 5 : 4), .DEPTH_LOG2(DEPTH_LOG2), .SENDER(SENDER),
        .COLOR_READ(COLOR_READ), .COLOR_WRITE(COLOR_WRITE),
        .COLOR_READ_ERROR(COLOR_READ_ERROR), .COLOR_WRITE_ERROR(COLOR_WRITE_ERROR),
        .CATEGORY(CATEGORY), .TIME_EXT(TIME_EXT),
        .TIME_INIT(TIME_INIT), .COUNT_BITS(COUNT_BITS)
    ) u_order (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(time_ext),
        .q(q), .q_write(we), .q_addr(bytes[26:2]), .q_words(SIZE[10:0]),
        .r(r), .r_error(err || rty), .abort(abort),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost), .clear(clear),
        .frames(frames), .packets(packets), .dropped(dropped), .flags(flags), .about(about)
    );
endmodule
