// SPDX-License-Identifier: Apache-2.0
//
// uart_bridge - from a serial line to requests of a bus
//
// Purpose     the part of bridge_axil and bridge_wb that does not depend on the bus: uart_rx,
//             uart_tx and bridge_frames, which describe line, frames and back end.
// Latency     that of its modules.
// Throughput  that of its modules.
// Domain      clk. rxd is asynchronous.
// Reset       rst_n asynchronous, released synchronously.
`default_nettype none

module uart_bridge #(
    parameter CLOCK_HZ = 25_000_000,    // frequency of clk
    parameter BAUD = 3_000_000,         // bits per second, at most CLOCK_HZ / 4
    parameter WORDS_LOG2 = 8,           // log2 of the maximum number of words per frame, 1 to 8
    parameter PLAIN = 1,                // 1: accept frames of UARTBone, too
    parameter GAP_MS = 100,             // idle time of the line that ends a frame, 1 to 250
    parameter BUS_CLOCKS = 65_535       // maximum duration of an access, 2 to 2**27 - 1
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        rxd,
    output wire        txd,
    output wire        req,
    output wire        write,
    output wire [31:2] addr,
    output wire [3:0]  be,
    output wire [31:0] wdata,
    input  wire        ack,
    input  wire        ack_error,
    input  wire [31:0] ack_rdata,
    input  wire        irq,
    output wire        obs_frame,
    output wire        obs_drop
);
    generate
        if (GAP_MS < 1 || GAP_MS > 250) begin : g_illegal_gap
            uart_bridge_GAP_MS_must_be_1_to_250 illegal_parameter ();
        end
        if (BUS_CLOCKS < 2 || BUS_CLOCKS > 134_217_727) begin : g_illegal_clocks
            uart_bridge_BUS_CLOCKS_must_be_2_to_134217727 illegal_parameter ();
        end
    endgenerate

    localparam CLOCKS_OF_MS = CLOCK_HZ / 1000;
    localparam GAP = CLOCKS_OF_MS * GAP_MS;

    wire       rx_valid, rx_bad, rx_quiet, tx_valid, tx_ready;
    wire [7:0] rx_data, tx_data;

    uart_rx #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_rx (
        .clk(clk), .rst_n(rst_n), .rxd(rxd), .valid(rx_valid), .data(rx_data), .bad(rx_bad),
        .quiet(rx_quiet)
    );
    uart_tx #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_tx (
        .clk(clk), .rst_n(rst_n), .valid(tx_valid), .ready(tx_ready), .data(tx_data), .txd(txd)
    );
    bridge_frames #(
        .WORDS_LOG2(WORDS_LOG2), .PLAIN(PLAIN), .GAP(GAP), .BUS_CLOCKS(BUS_CLOCKS)
    ) u_frames (
        .clk(clk), .rst_n(rst_n), .rx_valid(rx_valid), .rx_data(rx_data), .rx_bad(rx_bad),
        .rx_quiet(rx_quiet), .tx_valid(tx_valid), .tx_ready(tx_ready), .tx_data(tx_data),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata), .ack(ack),
        .ack_error(ack_error), .ack_rdata(ack_rdata), .irq(irq), .obs_frame(obs_frame),
        .obs_drop(obs_drop)
    );
endmodule
