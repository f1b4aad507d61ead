// SPDX-License-Identifier: Apache-2.0
//
// surf_example - a small complete design with a monitor that measures the latencies of a memory and
// of two streams
//
// Purpose     a DMA-like generator (traffic) reads and writes a memory of variable latency over
//             AXI4, and sends the data that it reads on two AXI4-Streams. A tap on the bus and one
//             on each stream turn the traffic into packets, which one monitor (surf_axil) counts:
//
//                 traffic == AXI4 ==+== memory
//                  |  |             |
//                  |  | streams   axi_tap
//                  |  +--+-- sink   |
//                  +--+--|-- sink   |
//                     |  |          |
//                  axis_tap x 2     |
//                     |  |          |
//                     tap_mux ------+
//                        |
//                     surf_axil == AXI4-Lite (s_*)         control == AXI4-Lite (c_s_*)
//
// Interface   s_*: registers and memories of the monitor (surf_axil, surf_host); irq is its
//             interrupt. c_s_*: registers of the example (control); c_irq: a tap has dropped a
//             frame. Senders: 0, 1 reads of the ids 0, 1; 2 writes; 8, 9 frames of the streams 0,
//             1. Color 0 reads and streams, 1 writes. Latencies are in clocks.
// Latency     that of its modules.
// Throughput  that of its modules.
// Domain      aclk.
// Reset       aresetn and c_aresetn, both asynchronous, reset everything; only one of them may
//             change at a time.
`default_nettype none

module surf_example #(
    parameter HIST_LOG2 = 10,   // bins of the histogram
    parameter TRACE_LOG2 = 6,   // words of the trace memory
    parameter WINDOW_LOG2 = 28, // 2**WINDOW_LOG2 bytes of addresses at s_*
    parameter [31:0] CLOCK_HZ = 32'd0   // frequency of aclk; 0 = unknown
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire        c_aresetn,

    // monitor
    input  wire [27:0] s_awaddr,
    input  wire [2:0]  s_awprot,
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire [31:0] s_wdata,
    input  wire [3:0]  s_wstrb,
    input  wire        s_wvalid,
    output wire        s_wready,
    output wire [1:0]  s_bresp,
    output wire        s_bvalid,
    input  wire        s_bready,
    input  wire [27:0] s_araddr,
    input  wire [2:0]  s_arprot,
    input  wire        s_arvalid,
    output wire        s_arready,
    output wire [31:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        s_rvalid,
    input  wire        s_rready,
    output wire        irq,

    // example
    input  wire [7:0]  c_s_awaddr,
    input  wire [2:0]  c_s_awprot,
    input  wire        c_s_awvalid,
    output wire        c_s_awready,
    input  wire [31:0] c_s_wdata,
    input  wire [3:0]  c_s_wstrb,
    input  wire        c_s_wvalid,
    output wire        c_s_wready,
    output wire [1:0]  c_s_bresp,
    output wire        c_s_bvalid,
    input  wire        c_s_bready,
    input  wire [7:0]  c_s_araddr,
    input  wire [2:0]  c_s_arprot,
    input  wire        c_s_arvalid,
    output wire        c_s_arready,
    output wire [31:0] c_s_rdata,
    output wire [1:0]  c_s_rresp,
    output wire        c_s_rvalid,
    input  wire        c_s_rready,
    output wire        c_irq
);
    wire arst_n = aresetn && c_aresetn;
    wire rst_n;

    reset_sync u_reset (.clk(aclk), .arst_n(arst_n), .rst_n(rst_n));

    // Traffic and memory
    wire        run, clear;
    wire        arvalid, arready, rvalid, rready, rlast, awvalid, awready, wvalid, wready, wlast;
    wire        bvalid, bready;
    wire [1:0]  arid, rid, awid, bid;
    wire [11:0] araddr, awaddr;
    wire [7:0]  arlen, awlen;
    wire [31:0] rdata, wdata, tdata;
    wire [1:0]  tvalid;
    reg  [1:0]  tready;
    wire        tlast;

    traffic u_traffic (
        .clk(aclk), .rst_n(rst_n), .run(run), .restart(clear),
        .arvalid(arvalid), .arready(arready), .arid(arid), .araddr(araddr), .arlen(arlen),
        .rvalid(rvalid), .rready(rready), .rid(rid), .rdata(rdata), .rlast(rlast),
        .awvalid(awvalid), .awready(awready), .awid(awid), .awaddr(awaddr), .awlen(awlen),
        .wvalid(wvalid), .wready(wready), .wdata(wdata), .wlast(wlast), .bvalid(bvalid),
        .bready(bready), .tvalid(tvalid), .tready(tready), .tlast(tlast), .tdata(tdata)
    );

    memory u_memory (
        .clk(aclk), .rst_n(rst_n), .restart(clear),
        .arvalid(arvalid), .arready(arready), .arid(arid), .araddr(araddr), .arlen(arlen),
        .rvalid(rvalid), .rready(rready), .rid(rid), .rdata(rdata), .rlast(rlast),
        .awvalid(awvalid), .awready(awready), .awid(awid), .awaddr(awaddr), .awlen(awlen),
        .wvalid(wvalid), .wready(wready), .wdata(wdata), .wlast(wlast), .bvalid(bvalid),
        .bready(bready), .bid(bid)
    );

    // The sinks: stream 0 is always ready, stream 1 pauses 3 clocks in 8
    reg [2:0] pause;

    always @(posedge aclk or negedge rst_n)
        if (!rst_n) begin
            pause  <= 3'd0;
            tready <= 2'b00;
        end else begin
            pause  <= clear ? 3'd0 : pause + 3'd1;
            tready <= {pause < 3'd5, 1'b1};
        end

    // Taps: 0, 1 the streams, 2 the bus
    wire [2:0]   t_valid, t_irq, t_ready;
    wire [14:0]  t_y, t_x;
    wire [11:0]  t_category, t_be;
    wire [32:0]  t_words;
    wire [17:0]  t_color;
    wire [131:0] t_rxtime, t_txtime;
    wire [74:0]  t_addr;
    wire [23:0]  t_lost;
    wire [127:0] frames, packets, dropped;
    wire [11:0]  flags;
    wire [255:0] about;
    wire         host_clear;    // the host clears the counters by the monitor
    wire         t_clear = clear || host_clear;

    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_stream
            localparam [9:0] SENDER = 8 + k;

            assign t_lost[8*k+1 +: 7] = 7'd0;

            axis_tap #(.DATA_BYTES(4), .ID_BITS(2), .SENDER(SENDER), .CATEGORY(4'd1)) u_tap (
                .clk(aclk), .rst_n(rst_n), .bus_rst_n(rst_n), .tap_rst_n(1'b1), .time_ext(64'd0),
                .tvalid(tvalid[k]), .tready(tready[k]), .tlast(tlast), .tdata(tdata),
                .tkeep(4'b1111), .tid(2'd0), .tdest(6'd0), .tuser(6'd0),
                .p_valid(t_valid[k]), .p_y(t_y[5*k +: 5]), .p_x(t_x[5*k +: 5]),
                .p_category(t_category[4*k +: 4]), .p_words(t_words[11*k +: 11]),
                .p_color(t_color[6*k +: 6]), .p_rxtime(t_rxtime[44*k +: 44]),
                .p_txtime(t_txtime[44*k +: 44]), .p_irq(t_irq[k]),
                .p_addr(t_addr[25*k +: 25]), .p_be(t_be[4*k +: 4]), .p_ready(t_ready[k]),
                .p_lost(t_lost[8*k]), .clear(t_clear), .frames(frames[32*k +: 32]),
                .packets(packets[32*k +: 32]),
                .dropped(dropped[32*k +: 32]), .flags(flags[3*k +: 3]),
                .about(about[64*k +: 64])
            );
        end
    endgenerate

    axi_tap #(
        .ID_BITS(2), .ADDR_BITS(12), .DEPTH_LOG2(3), .SMALL_RAM("distributed")
    ) u_bus (
        .clk(aclk), .rst_n(rst_n), .bus_rst_n(rst_n), .tap_rst_n(1'b1), .time_ext(64'd0),
        .arvalid(arvalid), .arready(arready), .arid(arid), .araddr(araddr), .arlen(arlen),
        .arsize(3'd2), .rvalid(rvalid), .rready(rready), .rid(rid), .rresp(2'b00),
        .rlast(rlast),
        .awvalid(awvalid), .awready(awready), .awid(awid), .awaddr(awaddr), .awlen(awlen),
        .awsize(3'd2), .bvalid(bvalid), .bready(bready), .bid(bid), .bresp(2'b00),
        .p_valid(t_valid[2]), .p_y(t_y[14:10]), .p_x(t_x[14:10]),
        .p_category(t_category[11:8]), .p_words(t_words[32:22]), .p_color(t_color[17:12]),
        .p_rxtime(t_rxtime[131:88]), .p_txtime(t_txtime[131:88]), .p_irq(t_irq[2]),
        .p_addr(t_addr[74:50]), .p_be(t_be[11:8]), .p_ready(t_ready[2]), .p_lost(t_lost[23:16]),
        .clear(t_clear),
        .rd_frames(frames[95:64]), .rd_packets(packets[95:64]), .rd_dropped(dropped[95:64]),
        .rd_flags(flags[8:6]), .wr_frames(frames[127:96]), .wr_packets(packets[127:96]),
        .wr_dropped(dropped[127:96]), .wr_flags(flags[11:9]),
        .rd_about(about[191:128]), .wr_about(about[255:192])
    );

    wire        p_valid, p_ready, p_irq;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [7:0]  p_lost;

    tap_mux #(.N(3)) u_mux (
        .clk(aclk), .rst_n(rst_n), .t_valid(t_valid), .t_y(t_y), .t_x(t_x),
        .t_category(t_category), .t_words(t_words), .t_color(t_color), .t_rxtime(t_rxtime),
        .t_txtime(t_txtime), .t_irq(t_irq), .t_addr(t_addr), .t_be(t_be), .t_ready(t_ready),
        .t_lost(t_lost),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost)
    );

    // What the host reads of the taps
    wire [8:2]  tap_addr;
    wire [31:0] tap_rdata;

    tap_table #(.N(4), .NAMES({"writes  ", "reads   ", "stream 1", "stream 0"})) u_table (
        .addr(tap_addr), .rdata(tap_rdata), .about(about), .packets(packets), .dropped(dropped),
        .flags(flags)
    );

    // The monitor; other: outputs that the example does not use
    wire [186:0] other;
    wire         unused = &{1'b0, other};

    surf_axil #(
        .HIST_LOG2(HIST_LOG2), .TRACE_LOG2(TRACE_LOG2), .WINDOW_LOG2(WINDOW_LOG2),
        .CLOCK_HZ(CLOCK_HZ), .TAPS(1)
    ) u_monitor (
        .aclk(aclk), .clk(1'b0), .aresetn(arst_n),
        .s_awaddr(s_awaddr), .s_awprot(s_awprot), .s_awvalid(s_awvalid), .s_awready(s_awready),
        .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wvalid(s_wvalid), .s_wready(s_wready),
        .s_bresp(s_bresp), .s_bvalid(s_bvalid), .s_bready(s_bready), .s_araddr(s_araddr),
        .s_arprot(s_arprot), .s_arvalid(s_arvalid), .s_arready(s_arready), .s_rdata(s_rdata),
        .s_rresp(s_rresp), .s_rvalid(s_rvalid), .s_rready(s_rready),
        .irq(irq),
        .p_valid(p_valid), .p_ready(p_ready), .p_y(p_y), .p_x(p_x), .p_category(p_category),
        .p_words(p_words), .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime),
        .p_irq(p_irq), .p_addr(p_addr), .p_be(p_be), .p_lost(p_lost),
        .time_wrapped(1'b0), .tap_addr(tap_addr), .tap_rdata(tap_rdata),
        .tap_clear(host_clear), .x_in(1'b1),
        .tm_ack(1'b0), .tm_rdata(32'd0), .hm_ack(1'b0), .hm_rdata(32'd0),
        .x_out_oe(other[0]), .tm_req(other[1]), .tm_write(other[2]), .tm_addr(other[26:3]),
        .tm_be(other[30:27]), .tm_wdata(other[62:31]), .hm_req(other[63]), .hm_write(other[64]),
        .hm_addr(other[88:65]), .hm_be(other[92:89]), .hm_wdata(other[124:93]),
        .obs_arrive(other[125]), .obs_accept(other[126]), .obs_drop(other[127]),
        .obs_rxtime(other[171:128]), .obs_cat(other[175:172]), .obs_ext(other[176]),
        .obs_take(other[177]), .obs_done(other[178]),
        .ph_valid(1'b0), .ph_data(8'd0), .phase(other[186:179])
    );

    // The registers of the example
    control u_control (
        .aclk(aclk), .rst_n(rst_n),
        .s_awaddr(c_s_awaddr), .s_awprot(c_s_awprot), .s_awvalid(c_s_awvalid),
        .s_awready(c_s_awready), .s_wdata(c_s_wdata), .s_wstrb(c_s_wstrb), .s_wvalid(c_s_wvalid),
        .s_wready(c_s_wready), .s_bresp(c_s_bresp), .s_bvalid(c_s_bvalid), .s_bready(c_s_bready),
        .s_araddr(c_s_araddr), .s_arprot(c_s_arprot), .s_arvalid(c_s_arvalid),
        .s_arready(c_s_arready), .s_rdata(c_s_rdata), .s_rresp(c_s_rresp), .s_rvalid(c_s_rvalid),
        .s_rready(c_s_rready),
        .irq(c_irq), .run(run), .clear(clear), .frames(frames), .packets(packets),
        .dropped(dropped), .flags(flags)
    );
endmodule
