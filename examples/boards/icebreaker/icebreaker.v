// SPDX-License-Identifier: Apache-2.0
//
// icebreaker - a small monitor on the iCEBreaker (iCE40UP5K), 12 MHz, 3 Mbaud
//
// Purpose     a stream of frames with a tap, the monitor with 256 bins and 16 trace entries, and
//             the bridge from the board's USB serial adapter. The monitor's external output starts
//             the stream: surf sets ECDR.DATA (TTCR.MEOD = 1).
// Interface   RX: from the adapter; TX: to it. BTN_N = 0 (pressed) resets. LEDG_N lights up after a
//             frame from the host, LEDR_N shows the monitor's interrupt.
// Latency     that of its modules.
// Throughput  that of its modules.
// Domain      CLK.
// Reset       while BTN_N is 0, and for 255 clocks after configuration.
`default_nettype none

module icebreaker #(
    parameter CLOCK_HZ = 12_000_000,    // frequency of CLK
    parameter BAUD = 3_000_000          // bit rate of the line
) (
    input  wire CLK,
    input  wire BTN_N,
    input  wire RX,
    output wire TX,
    output wire LEDR_N,
    output wire LEDG_N
);
    // configuration sets flip-flops to 0
    reg  [7:0] started = 8'd0;
    wire       start_n = BTN_N && &started;
    wire       rst_n;

    always @(posedge CLK)
        if (!(&started))
            started <= started + 8'd1;

    reset_sync u_reset (.clk(CLK), .arst_n(start_n), .rst_n(rst_n));

    wire        irq, obs_frame, obs_drop;
    wire [31:0] awaddr, wdata, araddr, rdata;
    wire [2:0]  awprot, arprot;
    wire [3:0]  wstrb;
    wire [1:0]  bresp, rresp;
    wire        awvalid, awready, wvalid, wready, bvalid, bready;
    wire        arvalid, arready, rvalid, rready;

    bridge_axil #(
        .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .WORDS_LOG2(6), .PLAIN(0)
    ) u_bridge (
        .aclk(CLK), .aresetn(start_n), .rxd(RX), .txd(TX), .irq(irq),
        .obs_frame(obs_frame), .obs_drop(obs_drop),
        .m_awaddr(awaddr), .m_awprot(awprot), .m_awvalid(awvalid), .m_awready(awready),
        .m_wdata(wdata), .m_wstrb(wstrb), .m_wvalid(wvalid), .m_wready(wready),
        .m_bresp(bresp), .m_bvalid(bvalid), .m_bready(bready), .m_araddr(araddr),
        .m_arprot(arprot), .m_arvalid(arvalid), .m_arready(arready), .m_rdata(rdata),
        .m_rresp(rresp), .m_rvalid(rvalid), .m_rready(rready)
    );

    wire       x_out_oe, tvalid, tlast;
    wire [1:0] tid;

    frames u_frames (
        .clk(CLK), .rst_n(rst_n), .run(x_out_oe), .tvalid(tvalid), .tlast(tlast), .tid(tid)
    );

    wire        p_valid, p_ready, p_irq, p_lost;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [14:0] counted;
    wire [63:0] about;

    axis_tap #(.DATA_BYTES(4), .ID_BITS(2), .COUNT_BITS(4)) u_tap (
        .clk(CLK), .rst_n(rst_n), .bus_rst_n(rst_n), .tap_rst_n(1'b1), .time_ext(64'd0),
        .tvalid(tvalid), .tready(1'b1), .tlast(tlast), .tdata(32'd0), .tkeep(4'b1111),
        .tid(tid), .tdest(6'd0), .tuser(6'd0),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost), .clear(1'b0),
        .frames(counted[3:0]), .packets(counted[7:4]), .dropped(counted[11:8]),
        .flags(counted[14:12]), .about(about)
    );

    // outputs of the monitor that this design does not use
    wire [193:0] other;
    wire         unused = &{1'b0, other, counted, about, obs_drop, awaddr[31:28], araddr[31:28]};

    surf_axil #(.HIST_LOG2(8), .TRACE_LOG2(6), .ADDRESS(0), .WINDOW_LOG2(18),
        .CLOCK_HZ(CLOCK_HZ)) u_monitor (
        .aclk(CLK), .clk(1'b0), .aresetn(start_n),
        .s_awaddr(awaddr[27:0]), .s_awprot(awprot), .s_awvalid(awvalid), .s_awready(awready),
        .s_wdata(wdata), .s_wstrb(wstrb), .s_wvalid(wvalid), .s_wready(wready),
        .s_bresp(bresp), .s_bvalid(bvalid), .s_bready(bready), .s_araddr(araddr[27:0]),
        .s_arprot(arprot), .s_arvalid(arvalid), .s_arready(arready), .s_rdata(rdata),
        .s_rresp(rresp), .s_rvalid(rvalid), .s_rready(rready), .irq(irq),
        .p_valid(p_valid), .p_ready(p_ready), .p_y(p_y), .p_x(p_x), .p_category(p_category),
        .p_words(p_words), .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime),
        .p_irq(p_irq), .p_addr(p_addr), .p_be(p_be), .p_lost({7'd0, p_lost}),
        .time_wrapped(1'b0), .x_in(1'b1), .x_out_oe(x_out_oe),
        .tap_addr(other[184:178]), .tap_rdata(32'd0), .tap_clear(other[185]),
        .tm_ack(1'b0), .tm_rdata(32'd0), .hm_ack(1'b0), .hm_rdata(32'd0),
        .tm_req(other[0]), .tm_write(other[1]), .tm_addr(other[25:2]), .tm_be(other[29:26]),
        .tm_wdata(other[61:30]), .hm_req(other[62]), .hm_write(other[63]),
        .hm_addr(other[87:64]), .hm_be(other[91:88]), .hm_wdata(other[123:92]),
        .obs_arrive(other[124]), .obs_accept(other[125]), .obs_drop(other[126]),
        .obs_rxtime(other[170:127]), .obs_cat(other[174:171]), .obs_ext(other[175]),
        .obs_take(other[176]), .obs_done(other[177]),
        .ph_valid(1'b0), .ph_data(8'd0), .phase(other[193:186])
    );

    reg [20:0] lit;         // clocks until LEDG_N goes out

    always @(posedge CLK or negedge rst_n)
        if (!rst_n)
            lit <= 21'd0;
        else if (obs_frame)
            lit <= {21{1'b1}};
        else if (|lit)
            lit <= lit - 21'd1;

    assign LEDG_N = !(|lit);
    assign LEDR_N = !irq;
endmodule
