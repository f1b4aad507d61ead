// SPDX-License-Identifier: Apache-2.0
//
// surf_fpga - examples/latency behind a UART, for an FPGA board
//
// Purpose     lets a host access the two AXI4-Lite ports of surf_example over a serial line. The
//             top of an FPGA board (BOARD/BOARD.v) adds its pins.
// Interface   rxd, txd: the line, idle 1; protocol and rate are those of uart_bridge. Bus
//             addresses:
//               0000_0000   the monitor (surf_host), a window of 1 MB
//               1000_0000   the registers of the example (control), 8 bits
//             Any other address is an error. led: 0 blinks, 1 lights up after each frame from the
//             host, 2 after each damaged frame, 3 shows that a tap of the traffic has dropped a
//             frame, 4 is the interrupt of the monitor.
// Latency     that of its modules.
// Throughput  that of its modules.
// Domain      clk. rxd and rst_n are asynchronous.
// Reset       rst_n resets everything, asynchronously.
`default_nettype none

module surf_fpga #(
    parameter CLOCK_HZ = 25_000_000,    // frequency of clk
    parameter BAUD = 3_000_000,         // bit rate of the line
    parameter WORDS_LOG2 = 8,           // words per frame
    parameter GAP_MS = 100,             // idle time of the line that ends a frame, 1 to 250
    parameter HIST_LOG2 = 10,           // bins of the histogram
    parameter TRACE_LOG2 = 6            // words of the trace memory
) (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       rxd,
    output wire       txd,
    output reg  [4:0] led
);
    wire        rst_sync_n;
    wire        req, write;
    wire [31:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata;
    wire        irq, c_irq, obs_frame, obs_drop;

    reset_sync u_reset (.clk(clk), .arst_n(rst_n), .rst_n(rst_sync_n));

    // Selects one of the two ports, or an error
    wire        to_monitor = addr[31:28] == 4'd0;
    wire        to_control = addr[31:8] == 24'h100000;
    wire [1:0]  port_ack, port_error;
    wire [63:0] port_rdata;
    reg         none_ack;

    always @(posedge clk or negedge rst_sync_n)
        if (!rst_sync_n)
            none_ack <= 1'b0;
        else
            none_ack <= req && !to_monitor && !to_control;

    uart_bridge #(
        .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .WORDS_LOG2(WORDS_LOG2), .GAP_MS(GAP_MS)
    ) u_bridge (
        .clk(clk), .rst_n(rst_sync_n), .rxd(rxd), .txd(txd),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(none_ack || |port_ack), .ack_error(none_ack || |(port_ack & port_error)),
        .ack_rdata(port_ack[0] ? port_rdata[31:0] : port_rdata[63:32]),
        .irq(irq), .obs_frame(obs_frame), .obs_drop(obs_drop)
    );

    wire [27:0] s_awaddr, s_araddr;
    wire [2:0]  s_awprot, s_arprot;
    wire [31:0] s_wdata, s_rdata;
    wire [3:0]  s_wstrb;
    wire [1:0]  s_bresp, s_rresp;
    wire        s_awvalid, s_awready, s_wvalid, s_wready, s_bvalid, s_bready;
    wire        s_arvalid, s_arready, s_rvalid, s_rready;

    axil_master #(.ADDR_BITS(28)) u_monitor (
        .aclk(clk), .rst_n(rst_sync_n), .req(req && to_monitor), .write(write), .addr(addr),
        .be(be), .wdata(wdata), .ack(port_ack[0]), .ack_error(port_error[0]),
        .ack_rdata(port_rdata[31:0]),
        .m_awaddr(s_awaddr), .m_awprot(s_awprot), .m_awvalid(s_awvalid), .m_awready(s_awready),
        .m_wdata(s_wdata), .m_wstrb(s_wstrb), .m_wvalid(s_wvalid), .m_wready(s_wready),
        .m_bresp(s_bresp), .m_bvalid(s_bvalid), .m_bready(s_bready), .m_araddr(s_araddr),
        .m_arprot(s_arprot), .m_arvalid(s_arvalid), .m_arready(s_arready), .m_rdata(s_rdata),
        .m_rresp(s_rresp), .m_rvalid(s_rvalid), .m_rready(s_rready)
    );

    wire [7:0]  c_s_awaddr, c_s_araddr;
    wire [2:0]  c_s_awprot, c_s_arprot;
    wire [31:0] c_s_wdata, c_s_rdata;
    wire [3:0]  c_s_wstrb;
    wire [1:0]  c_s_bresp, c_s_rresp;
    wire        c_s_awvalid, c_s_awready, c_s_wvalid, c_s_wready, c_s_bvalid, c_s_bready;
    wire        c_s_arvalid, c_s_arready, c_s_rvalid, c_s_rready;

    axil_master #(.ADDR_BITS(8)) u_control (
        .aclk(clk), .rst_n(rst_sync_n), .req(req && to_control), .write(write), .addr(addr),
        .be(be), .wdata(wdata), .ack(port_ack[1]), .ack_error(port_error[1]),
        .ack_rdata(port_rdata[63:32]),
        .m_awaddr(c_s_awaddr), .m_awprot(c_s_awprot), .m_awvalid(c_s_awvalid),
        .m_awready(c_s_awready), .m_wdata(c_s_wdata), .m_wstrb(c_s_wstrb),
        .m_wvalid(c_s_wvalid), .m_wready(c_s_wready), .m_bresp(c_s_bresp),
        .m_bvalid(c_s_bvalid), .m_bready(c_s_bready), .m_araddr(c_s_araddr),
        .m_arprot(c_s_arprot), .m_arvalid(c_s_arvalid), .m_arready(c_s_arready),
        .m_rdata(c_s_rdata), .m_rresp(c_s_rresp), .m_rvalid(c_s_rvalid), .m_rready(c_s_rready)
    );

    surf_example #(
        .HIST_LOG2(HIST_LOG2), .TRACE_LOG2(TRACE_LOG2), .WINDOW_LOG2(20), .CLOCK_HZ(CLOCK_HZ)
    ) u_example (
        .aclk(clk), .aresetn(rst_n), .c_aresetn(1'b1),
        .s_awaddr(s_awaddr), .s_awprot(s_awprot), .s_awvalid(s_awvalid), .s_awready(s_awready),
        .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wvalid(s_wvalid), .s_wready(s_wready),
        .s_bresp(s_bresp), .s_bvalid(s_bvalid), .s_bready(s_bready), .s_araddr(s_araddr),
        .s_arprot(s_arprot), .s_arvalid(s_arvalid), .s_arready(s_arready), .s_rdata(s_rdata),
        .s_rresp(s_rresp), .s_rvalid(s_rvalid), .s_rready(s_rready), .irq(irq),
        .c_s_awaddr(c_s_awaddr), .c_s_awprot(c_s_awprot), .c_s_awvalid(c_s_awvalid),
        .c_s_awready(c_s_awready), .c_s_wdata(c_s_wdata), .c_s_wstrb(c_s_wstrb),
        .c_s_wvalid(c_s_wvalid), .c_s_wready(c_s_wready), .c_s_bresp(c_s_bresp),
        .c_s_bvalid(c_s_bvalid), .c_s_bready(c_s_bready), .c_s_araddr(c_s_araddr),
        .c_s_arprot(c_s_arprot), .c_s_arvalid(c_s_arvalid), .c_s_arready(c_s_arready),
        .c_s_rdata(c_s_rdata), .c_s_rresp(c_s_rresp), .c_s_rvalid(c_s_rvalid),
        .c_s_rready(c_s_rready), .c_irq(c_irq)
    );

    reg [23:0] clocks;

    always @(posedge clk or negedge rst_sync_n)
        if (!rst_sync_n) begin
            clocks <= 24'd0;
            led    <= 5'd0;
        end else begin
            clocks <= clocks + 24'd1;
            led    <= {irq, c_irq, obs_drop || (led[2] && |clocks[20:0]),
                       obs_frame || (led[1] && |clocks[20:0]), clocks[23]};
        end
endmodule
