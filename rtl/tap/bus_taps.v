// SPDX-License-Identifier: Apache-2.0
//
// bus_taps - taps on Wishbone (classic and pipelined), APB and AHB-Lite on one packet port
//
// Purpose     shows how to use these taps, and is the top module of their tests.
// Interface   c_*: Wishbone classic, with word addresses; w_*: Wishbone pipelined; a_*: APB; h_*:
//             AHB-Lite. All are inputs. Senders 32, 64, 96 and 128, categories 1 to 4, colors 0
//             reads, 1 writes, 2 and 3 those that end with an error. The packet port is described
//             in axis_tap, tap_addr and tap_rdata in tap_table; frames, packets, dropped: bus k,
//             in this order, has the bits 32 k + 31..32 k.
// Latency     that of the tap plus 2 clocks.
// Throughput  one packet per clock.
// Domain      clk.
// Reset       asynchronous. arst_n resets everything; bus_arst_n is that of the buses alone.
`default_nettype none

module bus_taps (
    input  wire        clk,
    input  wire        arst_n,
    input  wire        bus_arst_n,

    input  wire        c_cyc,
    input  wire        c_stb,
    input  wire        c_we,
    input  wire [29:0] c_adr,
    input  wire        c_ack,
    input  wire        c_err,
    input  wire        c_rty,

    input  wire        w_cyc,
    input  wire        w_stb,
    input  wire        w_stall,
    input  wire        w_we,
    input  wire [31:0] w_adr,
    input  wire        w_ack,
    input  wire        w_err,
    input  wire        w_rty,

    input  wire        a_psel,
    input  wire        a_penable,
    input  wire        a_pready,
    input  wire        a_pwrite,
    input  wire [31:0] a_paddr,
    input  wire        a_pslverr,

    input  wire        h_hsel,
    input  wire [1:0]  h_htrans,
    input  wire        h_hready,
    input  wire        h_hwrite,
    input  wire [31:0] h_haddr,
    input  wire [2:0]  h_hsize,
    input  wire        h_hresp,

    output wire        p_valid,
    output wire [4:0]  p_y,
    output wire [4:0]  p_x,
    output wire [3:0]  p_category,
    output wire [10:0] p_words,
    output wire [5:0]  p_color,
    output wire [43:0] p_rxtime,
    output wire [43:0] p_txtime,
    output wire        p_irq,
    output wire [26:2] p_addr,
    output wire [3:0]  p_be,
    input  wire        p_ready,
    output wire [7:0]  p_lost,

    input  wire         clear,
    output wire [127:0] frames,
    output wire [127:0] packets,
    output wire [127:0] dropped,
    output wire [11:0]  flags,
    input  wire [8:2]   tap_addr,
    output wire [31:0]  tap_rdata
);
    wire rst_n, bus_rst_n;
    wire with_bus_n = arst_n && bus_arst_n;

    reset_sync u_reset (.clk(clk), .arst_n(arst_n), .rst_n(rst_n));
    reset_sync u_bus_reset (.clk(clk), .arst_n(with_bus_n), .rst_n(bus_rst_n));

    wire [3:0]   t_valid, t_irq, t_ready;
    wire [19:0]  t_y, t_x;
    wire [15:0]  t_category, t_be;
    wire [43:0]  t_words;
    wire [23:0]  t_color;
    wire [175:0] t_rxtime, t_txtime;
    wire [99:0]  t_addr;
    wire [31:0]  t_lost;
    wire [255:0] about;

    assign {t_lost[31:26], t_lost[23:18], t_lost[15:10], t_lost[7:2]} = 24'd0;

    wb_tap #(
        .PIPELINED(0), .ADR_BITS(30), .ADR_SHIFT(2), .SENDER(10'd32), .CATEGORY(4'd1),
        .COLOR_READ_ERROR(6'd2), .COLOR_WRITE_ERROR(6'd3)
    ) u_c (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(64'd0), .stall(1'b0),
        .cyc(c_cyc), .stb(c_stb), .we(c_we), .adr(c_adr), .ack(c_ack), .err(c_err),
        .rty(c_rty),
        .p_valid(t_valid[0]), .p_y(t_y[0 +: 5]), .p_x(t_x[0 +: 5]),
        .p_category(t_category[0 +: 4]), .p_words(t_words[0 +: 11]),
        .p_color(t_color[0 +: 6]), .p_rxtime(t_rxtime[0 +: 44]),
        .p_txtime(t_txtime[0 +: 44]), .p_irq(t_irq[0]), .p_addr(t_addr[0 +: 25]),
        .p_be(t_be[0 +: 4]), .p_ready(t_ready[0]), .p_lost(t_lost[0 +: 2]), .clear(clear),
        .frames(frames[0 +: 32]), .packets(packets[0 +: 32]), .dropped(dropped[0 +: 32]),
        .flags(flags[0 +: 3]), .about(about[0 +: 64])
    );

    wb_tap #(
        .PIPELINED(1), .DEPTH_LOG2(2), .SENDER(10'd64), .CATEGORY(4'd2),
        .COLOR_READ_ERROR(6'd2), .COLOR_WRITE_ERROR(6'd3)
    ) u_w (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(64'd0),
        .cyc(w_cyc), .stb(w_stb), .stall(w_stall), .we(w_we), .adr(w_adr), .ack(w_ack),
        .err(w_err), .rty(w_rty),
        .p_valid(t_valid[1]), .p_y(t_y[5 +: 5]), .p_x(t_x[5 +: 5]),
        .p_category(t_category[4 +: 4]), .p_words(t_words[11 +: 11]),
        .p_color(t_color[6 +: 6]), .p_rxtime(t_rxtime[44 +: 44]),
        .p_txtime(t_txtime[44 +: 44]), .p_irq(t_irq[1]), .p_addr(t_addr[25 +: 25]),
        .p_be(t_be[4 +: 4]), .p_ready(t_ready[1]), .p_lost(t_lost[8 +: 2]), .clear(clear),
        .frames(frames[32 +: 32]), .packets(packets[32 +: 32]), .dropped(dropped[32 +: 32]),
        .flags(flags[3 +: 3]), .about(about[64 +: 64])
    );

    apb_tap #(
        .ADDR_BITS(32), .SENDER(10'd96), .CATEGORY(4'd3),
        .COLOR_READ_ERROR(6'd2), .COLOR_WRITE_ERROR(6'd3)
    ) u_a (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(64'd0),
        .psel(a_psel), .penable(a_penable), .pready(a_pready), .pwrite(a_pwrite),
        .paddr(a_paddr), .pslverr(a_pslverr),
        .p_valid(t_valid[2]), .p_y(t_y[10 +: 5]), .p_x(t_x[10 +: 5]),
        .p_category(t_category[8 +: 4]), .p_words(t_words[22 +: 11]),
        .p_color(t_color[12 +: 6]), .p_rxtime(t_rxtime[88 +: 44]),
        .p_txtime(t_txtime[88 +: 44]), .p_irq(t_irq[2]), .p_addr(t_addr[50 +: 25]),
        .p_be(t_be[8 +: 4]), .p_ready(t_ready[2]), .p_lost(t_lost[16 +: 2]), .clear(clear),
        .frames(frames[64 +: 32]), .packets(packets[64 +: 32]), .dropped(dropped[64 +: 32]),
        .flags(flags[6 +: 3]), .about(about[128 +: 64])
    );

    ahb_tap #(
        .ADDR_BITS(32), .SENDER(10'd128), .CATEGORY(4'd4),
        .COLOR_READ_ERROR(6'd2), .COLOR_WRITE_ERROR(6'd3)
    ) u_h (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .time_ext(64'd0),
        .hsel(h_hsel), .htrans(h_htrans), .hready(h_hready), .hwrite(h_hwrite),
        .haddr(h_haddr), .hsize(h_hsize), .hresp(h_hresp),
        .p_valid(t_valid[3]), .p_y(t_y[15 +: 5]), .p_x(t_x[15 +: 5]),
        .p_category(t_category[12 +: 4]), .p_words(t_words[33 +: 11]),
        .p_color(t_color[18 +: 6]), .p_rxtime(t_rxtime[132 +: 44]),
        .p_txtime(t_txtime[132 +: 44]), .p_irq(t_irq[3]), .p_addr(t_addr[75 +: 25]),
        .p_be(t_be[12 +: 4]), .p_ready(t_ready[3]), .p_lost(t_lost[24 +: 2]), .clear(clear),
        .frames(frames[96 +: 32]), .packets(packets[96 +: 32]), .dropped(dropped[96 +: 32]),
        .flags(flags[9 +: 3]), .about(about[192 +: 64])
    );

    tap_mux #(.N(4)) u_mux (
        .clk(clk), .rst_n(rst_n), .t_valid(t_valid), .t_y(t_y), .t_x(t_x),
        .t_category(t_category), .t_words(t_words), .t_color(t_color), .t_rxtime(t_rxtime),
        .t_txtime(t_txtime), .t_irq(t_irq), .t_addr(t_addr), .t_be(t_be), .t_ready(t_ready),
        .t_lost(t_lost),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost)
    );

    tap_table #(.N(4), .NAMES({"ahb     ", "apb     ", "wb pipe ", "wishbone"})) u_table (
        .addr(tap_addr), .rdata(tap_rdata), .about(about), .packets(packets), .dropped(dropped),
        .flags(flags)
    );
endmodule
