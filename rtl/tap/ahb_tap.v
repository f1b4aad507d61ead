// SPDX-License-Identifier: Apache-2.0
//
// ahb_tap - passive tap on an AHB-Lite bus: turns each transfer into a packet with its latency
//
// Purpose     measures, without affecting the bus, from the address phase to the end of the data
//             phase.
// Interface   A transfer begins in the clock in which HSEL, HREADY and HTRANS[1] are 1 (NONSEQ or
//             SEQ), and ends in the next clock in which HREADY is 1, so the least latency is 1.
//             HRESP in that clock is an error (color). Each beat of a burst is one packet; its size
//             is 2**HSIZE bytes in words, rounded up. hready is that of the bus, as all slaves see
//             it. Connect 1 to hsel to see the transfers to all slaves.
//             AHB-Lite has no way to break its rules by these signals; a slave that never answers
//             holds the bus, and its transfer is not counted before it ends or the bus is reset.
//             p_*, counters, about: as in tap_order. All signals of the bus are inputs.
// Latency     response to p_valid: 2 clocks.
// Throughput  one transfer per clock, if the bus can do that.
// Domain      clk, that of the bus.
// Reset       as in tap_order; bus_rst_n is that of the bus, and synchronous to clk.
`default_nettype none

module ahb_tap #(
    parameter ADDR_BITS = 32,               // width of HADDR, 4 to 64
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
    input  wire                  hsel,
    input  wire [1:0]            htrans,
    input  wire                  hready,
    input  wire                  hwrite,
    input  wire [ADDR_BITS-1:0]  haddr,
    input  wire [2:0]            hsize,
    input  wire                  hresp,

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
            ahb_tap_ADDR_BITS_must_be_4_to_64 illegal_parameter ();
        end
    endgenerate

    wire                  q = hsel && htrans[1] && hready && bus_rst_n;
    wire [ADDR_BITS+26:0] addr = {27'd0, haddr};
    wire                  unused = &{1'b0, addr, htrans[0]};
    wire [10:0]           words = hsize > 3'd2 ? 11'd1 << (hsize - 3'd2) : 11'd1;
    reg                   data;             // a data phase is in progress

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            data <= 1'b0;
        else
            data <= bus_rst_n && (hready ? q : data);

    tap_order #(
        .KIND(7), .DEPTH_LOG2(1), .SENDER(SENDER),
        .COLOR_READ(COLOR_READ), .COLOR_WRITE(COLOR_WRITE),
        .COLOR_READ_ERROR(COLOR_READ_ERROR), .COLOR_WRITE_ERROR(COLOR_WRITE_ERROR),
        .CATEGORY(CATEGORY), .TIME_EXT(TIME_EXT),
        .TIME_INIT(TIME_INIT), .COUNT_BITS(COUNT_BITS)
    ) u_order (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(time_ext),
        .q(q), .q_write(hwrite), .q_addr(addr[26:2]), .q_words(words),
        .r(data && hready && bus_rst_n), .r_error(hresp), .abort(1'b0),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost), .clear(clear),
        .frames(frames), .packets(packets), .dropped(dropped), .flags(flags), .about(about)
    );
endmodule
