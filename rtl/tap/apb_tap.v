// SPDX-License-Identifier: Apache-2.0
//
// apb_tap - passive tap on an APB bus: turns each transfer into a packet with its latency
//
// Purpose     measures, without affecting the bus, from the setup phase to PREADY.
// Interface   A transfer begins in its setup phase (PSEL 1, PENABLE 0) and ends in the clock in
//             which PSEL, PENABLE and PREADY are 1, so the least latency is 1; PSLVERR there is an
//             error (color). A transfer whose PSEL or PENABLE falls before PREADY is dropped and
//             counted (bad), and so is an access phase without a setup phase. Each is one word.
//             Connect 1 to pready and 0 to pslverr of an APB2 bus.
//             p_*, counters, about: as in tap_order. All signals of the bus are inputs.
// Latency     response to p_valid: 2 clocks.
// Throughput  one transfer per clock, if the bus can do that.
// Domain      clk, that of the bus.
// Reset       as in tap_order; bus_rst_n is that of the bus.
`default_nettype none

module apb_tap #(
    parameter ADDR_BITS = 32,               // width of PADDR, 4 to 64
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
    input  wire                  psel,
    input  wire                  penable,
    input  wire                  pready,
    input  wire                  pwrite,
    input  wire [ADDR_BITS-1:0]  paddr,
    input  wire                  pslverr,

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
        if (ADDR_BITS < 4 || ADDR_BITS > 64) begin : g_illegal
            apb_tap_ADDR_BITS_must_be_4_to_64 illegal_parameter ();
        end
    endgenerate

    wire                  access = psel && penable;
    wire [ADDR_BITS+26:0] addr = {27'd0, paddr};
    wire                  unused = &{1'b0, addr};

    tap_order #(
        .KIND(6), .DEPTH_LOG2(1), .SENDER(SENDER),
        .COLOR_READ(COLOR_READ), .COLOR_WRITE(COLOR_WRITE),
        .COLOR_READ_ERROR(COLOR_READ_ERROR), .COLOR_WRITE_ERROR(COLOR_WRITE_ERROR),
        .CATEGORY(CATEGORY), .TIME_EXT(TIME_EXT),
        .TIME_INIT(TIME_INIT), .COUNT_BITS(COUNT_BITS)
    ) u_order (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(time_ext),
        .q(psel && !penable), .q_write(pwrite), .q_addr(addr[26:2]), .q_words(11'd1),
        .r(access && pready), .r_error(pslverr), .abort(!access),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost), .clear(clear),
        .frames(frames), .packets(packets), .dropped(dropped), .flags(flags), .about(about)
    );
endmodule
