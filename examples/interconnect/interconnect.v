// SPDX-License-Identifier: Apache-2.0
//
// interconnect - verilog-axi's crossbar between a master and two RAMs, with a tap and a monitor
//
// Purpose     is the design that interconnect.py simulates; cocotbext-axi is the master at s_axi_*.
// Interface   s_axi_*: AXI4 with data of 32 bits and ids of 3 bits; address bit 15 selects the RAM.
//             mon_*: the AXI4-Lite port of surf_axil. seen: the handshakes of this clock, for the
//             reference model: {B, bid, AW, awid, last R, rid, AR, arid}; an id is 0 in a clock
//             without its handshake.
// Latency     that of its modules.
// Throughput  that of its modules.
// Domain      clk.
// Reset       rst, synchronous for verilog-axi.
`default_nettype none

module interconnect (
    input  wire        clk,
    input  wire        rst,

    input  wire [2:0]  s_axi_awid,
    input  wire [15:0] s_axi_awaddr,
    input  wire [7:0]  s_axi_awlen,
    input  wire [2:0]  s_axi_awsize,
    input  wire [1:0]  s_axi_awburst,
    input  wire        s_axi_awlock,
    input  wire [3:0]  s_axi_awcache,
    input  wire [2:0]  s_axi_awprot,
    input  wire        s_axi_awvalid,
    output wire        s_axi_awready,
    input  wire [31:0] s_axi_wdata,
    input  wire [3:0]  s_axi_wstrb,
    input  wire        s_axi_wlast,
    input  wire        s_axi_wvalid,
    output wire        s_axi_wready,
    output wire [2:0]  s_axi_bid,
    output wire [1:0]  s_axi_bresp,
    output wire        s_axi_bvalid,
    input  wire        s_axi_bready,
    input  wire [2:0]  s_axi_arid,
    input  wire [15:0] s_axi_araddr,
    input  wire [7:0]  s_axi_arlen,
    input  wire [2:0]  s_axi_arsize,
    input  wire [1:0]  s_axi_arburst,
    input  wire        s_axi_arlock,
    input  wire [3:0]  s_axi_arcache,
    input  wire [2:0]  s_axi_arprot,
    input  wire        s_axi_arvalid,
    output wire        s_axi_arready,
    output wire [2:0]  s_axi_rid,
    output wire [31:0] s_axi_rdata,
    output wire [1:0]  s_axi_rresp,
    output wire        s_axi_rlast,
    output wire        s_axi_rvalid,
    input  wire        s_axi_rready,

    input  wire [27:0] mon_awaddr,
    input  wire [2:0]  mon_awprot,
    input  wire        mon_awvalid,
    output wire        mon_awready,
    input  wire [31:0] mon_wdata,
    input  wire [3:0]  mon_wstrb,
    input  wire        mon_wvalid,
    output wire        mon_wready,
    output wire [1:0]  mon_bresp,
    output wire        mon_bvalid,
    input  wire        mon_bready,
    input  wire [27:0] mon_araddr,
    input  wire [2:0]  mon_arprot,
    input  wire        mon_arvalid,
    output wire        mon_arready,
    output wire [31:0] mon_rdata,
    output wire [1:0]  mon_rresp,
    output wire        mon_rvalid,
    input  wire        mon_rready,

    output wire [15:0] seen
);
    wire b  = s_axi_bvalid && s_axi_bready;
    wire aw = s_axi_awvalid && s_axi_awready;
    wire r  = s_axi_rvalid && s_axi_rready && s_axi_rlast;
    wire ar = s_axi_arvalid && s_axi_arready;

    assign seen = {b, b ? s_axi_bid : 3'd0, aw, aw ? s_axi_awid : 3'd0,
                   r, r ? s_axi_rid : 3'd0, ar, ar ? s_axi_arid : 3'd0};

    // The crossbar, and a RAM at each of its two ports
    wire [5:0]  awid, bid, arid, rid, awsize, arsize, awprot, arprot;
    wire [31:0] awaddr, araddr;
    wire [15:0] awlen, arlen;
    wire [3:0]  awburst, arburst, bresp, rresp;
    wire [7:0]  awcache, arcache, wstrb;
    wire [63:0] wdata, rdata;
    wire [1:0]  awlock, awvalid, awready, wlast, wvalid, wready, bvalid, bready;
    wire [1:0]  arlock, arvalid, arready, rlast, rvalid, rready;

    axi_crossbar #(
        .S_COUNT(1), .M_COUNT(2), .DATA_WIDTH(32), .ADDR_WIDTH(16), .S_ID_WIDTH(3), .M_ID_WIDTH(3),
        .S_THREADS(32'd8), .M_ADDR_WIDTH({32'd15, 32'd15})
    ) u_crossbar (
        .clk(clk), .rst(rst),
        .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
        .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_awlock(s_axi_awlock),
        .s_axi_awcache(s_axi_awcache), .s_axi_awprot(s_axi_awprot), .s_axi_awqos(4'd0),
        .s_axi_awuser(1'b0), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready),
        .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast),
        .s_axi_wuser(1'b0), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid),
        .s_axi_bready(s_axi_bready),
        .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen),
        .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst), .s_axi_arlock(s_axi_arlock),
        .s_axi_arcache(s_axi_arcache), .s_axi_arprot(s_axi_arprot), .s_axi_arqos(4'd0),
        .s_axi_aruser(1'b0), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready),
        .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .m_axi_awid(awid), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(awsize),
        .m_axi_awburst(awburst), .m_axi_awlock(awlock), .m_axi_awcache(awcache),
        .m_axi_awprot(awprot), .m_axi_awvalid(awvalid), .m_axi_awready(awready),
        .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_wvalid(wvalid),
        .m_axi_wready(wready), .m_axi_bid(bid), .m_axi_bresp(bresp), .m_axi_buser(2'd0),
        .m_axi_bvalid(bvalid), .m_axi_bready(bready),
        .m_axi_arid(arid), .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arsize(arsize),
        .m_axi_arburst(arburst), .m_axi_arlock(arlock), .m_axi_arcache(arcache),
        .m_axi_arprot(arprot), .m_axi_arvalid(arvalid), .m_axi_arready(arready),
        .m_axi_rid(rid), .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rlast(rlast),
        .m_axi_ruser(2'd0), .m_axi_rvalid(rvalid), .m_axi_rready(rready)
    );

    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_ram
            axi_ram #(.ADDR_WIDTH(15), .ID_WIDTH(3)) u_ram (
                .clk(clk), .rst(rst),
                .s_axi_awid(awid[3*k +: 3]), .s_axi_awaddr(awaddr[16*k +: 15]),
                .s_axi_awlen(awlen[8*k +: 8]), .s_axi_awsize(awsize[3*k +: 3]),
                .s_axi_awburst(awburst[2*k +: 2]), .s_axi_awlock(awlock[k]),
                .s_axi_awcache(awcache[4*k +: 4]), .s_axi_awprot(awprot[3*k +: 3]),
                .s_axi_awvalid(awvalid[k]), .s_axi_awready(awready[k]),
                .s_axi_wdata(wdata[32*k +: 32]), .s_axi_wstrb(wstrb[4*k +: 4]),
                .s_axi_wlast(wlast[k]), .s_axi_wvalid(wvalid[k]), .s_axi_wready(wready[k]),
                .s_axi_bid(bid[3*k +: 3]), .s_axi_bresp(bresp[2*k +: 2]),
                .s_axi_bvalid(bvalid[k]), .s_axi_bready(bready[k]),
                .s_axi_arid(arid[3*k +: 3]), .s_axi_araddr(araddr[16*k +: 15]),
                .s_axi_arlen(arlen[8*k +: 8]), .s_axi_arsize(arsize[3*k +: 3]),
                .s_axi_arburst(arburst[2*k +: 2]), .s_axi_arlock(arlock[k]),
                .s_axi_arcache(arcache[4*k +: 4]), .s_axi_arprot(arprot[3*k +: 3]),
                .s_axi_arvalid(arvalid[k]), .s_axi_arready(arready[k]),
                .s_axi_rid(rid[3*k +: 3]), .s_axi_rdata(rdata[32*k +: 32]),
                .s_axi_rresp(rresp[2*k +: 2]), .s_axi_rlast(rlast[k]),
                .s_axi_rvalid(rvalid[k]), .s_axi_rready(rready[k])
            );
        end
    endgenerate

    // The tap and the monitor
    wire        p_valid, p_ready, p_irq;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [7:0]  p_lost;

    axi_tap #(.ID_BITS(3), .ADDR_BITS(16), .DEPTH_LOG2(4)) u_tap (
        .clk(clk), .rst_n(!rst), .bus_rst_n(!rst), .tap_rst_n(1'b1), .time_ext(64'd0),
        .arvalid(s_axi_arvalid), .arready(s_axi_arready), .arid(s_axi_arid),
        .araddr(s_axi_araddr), .arlen(s_axi_arlen), .arsize(s_axi_arsize),
        .rvalid(s_axi_rvalid), .rready(s_axi_rready), .rid(s_axi_rid), .rresp(s_axi_rresp),
        .rlast(s_axi_rlast),
        .awvalid(s_axi_awvalid), .awready(s_axi_awready), .awid(s_axi_awid),
        .awaddr(s_axi_awaddr), .awlen(s_axi_awlen), .awsize(s_axi_awsize),
        .bvalid(s_axi_bvalid), .bready(s_axi_bready), .bid(s_axi_bid), .bresp(s_axi_bresp),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost), .clear(1'b0)
    );

    surf_axil #(.HIST_LOG2(12), .QUEUE_LOG2(6)) u_monitor (
        .aclk(clk), .clk(1'b0), .aresetn(!rst),
        .s_awaddr(mon_awaddr), .s_awprot(mon_awprot), .s_awvalid(mon_awvalid),
        .s_awready(mon_awready), .s_wdata(mon_wdata), .s_wstrb(mon_wstrb),
        .s_wvalid(mon_wvalid), .s_wready(mon_wready), .s_bresp(mon_bresp),
        .s_bvalid(mon_bvalid), .s_bready(mon_bready), .s_araddr(mon_araddr),
        .s_arprot(mon_arprot), .s_arvalid(mon_arvalid), .s_arready(mon_arready),
        .s_rdata(mon_rdata), .s_rresp(mon_rresp), .s_rvalid(mon_rvalid), .s_rready(mon_rready),
        .p_valid(p_valid), .p_ready(p_ready), .p_y(p_y), .p_x(p_x), .p_category(p_category),
        .p_words(p_words), .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime),
        .p_irq(p_irq), .p_addr(p_addr), .p_be(p_be), .p_lost(p_lost), .time_wrapped(1'b0),
        .tap_rdata(32'd0), .x_in(1'b1), .tm_ack(1'b0), .tm_rdata(32'd0), .hm_ack(1'b0),
        .hm_rdata(32'd0), .ph_valid(1'b0), .ph_data(8'd0)
    );
endmodule
