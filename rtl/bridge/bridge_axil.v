// SPDX-License-Identifier: Apache-2.0
//
// bridge_axil - UART to AXI4-Lite: a host on a serial line is a master of the bus
//
// Purpose     lets a program read and write the bus through a USB serial adapter, with
//             sw/lib/uartdev.h or the tools of LiteX's UARTBone. README.md has the protocol.
// Interface   rxd, txd: the line, idle 1. m_*: the bus, see axil_master. irq: a level that the host
//             can poll. obs_frame, obs_drop: see bridge_frames; they can drive an LED.
// Latency     that of its modules.
// Throughput  at 3 Mbaud 290 KB a second.
// Domain      aclk. rxd and aresetn are asynchronous.
// Reset       aresetn, asynchronous.
`default_nettype none

module bridge_axil #(
    parameter CLOCK_HZ = 25_000_000,    // frequency of aclk
    parameter BAUD = 3_000_000,         // bits per second, at most CLOCK_HZ / 4
    parameter WORDS_LOG2 = 8,           // log2 of the maximum number of words per frame, 1 to 8
    parameter PLAIN = 1,                // 1: accept frames of UARTBone, too
    parameter GAP_MS = 100,             // idle time of the line that ends a frame, 1 to 250
    parameter BUS_CLOCKS = 65_535       // maximum duration of an access, 2 to 2**27 - 1
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire        rxd,
    output wire        txd,
    input  wire        irq,
    output wire        obs_frame,
    output wire        obs_drop,

    output wire [31:0] m_awaddr,
    output wire [2:0]  m_awprot,
    output wire        m_awvalid,
    input  wire        m_awready,
    output wire [31:0] m_wdata,
    output wire [3:0]  m_wstrb,
    output wire        m_wvalid,
    input  wire        m_wready,
    input  wire [1:0]  m_bresp,
    input  wire        m_bvalid,
    output wire        m_bready,
    output wire [31:0] m_araddr,
    output wire [2:0]  m_arprot,
    output wire        m_arvalid,
    input  wire        m_arready,
    input  wire [31:0] m_rdata,
    input  wire [1:0]  m_rresp,
    input  wire        m_rvalid,
    output wire        m_rready
);
    wire        rst_n;
    wire        req, write, ack, ack_error;
    wire [31:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata, ack_rdata;

    reset_sync u_reset (.clk(aclk), .arst_n(aresetn), .rst_n(rst_n));

    uart_bridge #(
        .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .WORDS_LOG2(WORDS_LOG2), .PLAIN(PLAIN),
        .GAP_MS(GAP_MS), .BUS_CLOCKS(BUS_CLOCKS)
    ) u_bridge (
        .clk(aclk), .rst_n(rst_n), .rxd(rxd), .txd(txd), .req(req), .write(write), .addr(addr),
        .be(be), .wdata(wdata), .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata),
        .irq(irq), .obs_frame(obs_frame), .obs_drop(obs_drop)
    );
    axil_master u_master (
        .aclk(aclk), .rst_n(rst_n), .req(req), .write(write), .addr(addr), .be(be),
        .wdata(wdata), .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata),
        .m_awaddr(m_awaddr), .m_awprot(m_awprot), .m_awvalid(m_awvalid), .m_awready(m_awready),
        .m_wdata(m_wdata), .m_wstrb(m_wstrb), .m_wvalid(m_wvalid), .m_wready(m_wready),
        .m_bresp(m_bresp), .m_bvalid(m_bvalid), .m_bready(m_bready), .m_araddr(m_araddr),
        .m_arprot(m_arprot), .m_arvalid(m_arvalid), .m_arready(m_arready), .m_rdata(m_rdata),
        .m_rresp(m_rresp), .m_rvalid(m_rvalid), .m_rready(m_rready)
    );
endmodule
