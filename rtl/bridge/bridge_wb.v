// SPDX-License-Identifier: Apache-2.0
//
// bridge_wb - UART to Wishbone: a host on a serial line is a master of the bus
//
// Purpose     the same as bridge_axil, for Wishbone.
// Interface   rxd, txd: the line, idle 1. wb_*: the bus, see wb_master; an access without an answer
//             within BUS_CLOCKS - 1 clocks ends with an error. Connect 0 to wb_rty if the bus has
//             no RTY. irq: a level that the host can poll. obs_frame, obs_drop: see bridge_frames;
//             they can drive an LED.
// Latency     that of its modules.
// Throughput  at 3 Mbaud 290 KB a second.
// Domain      wb_clk. rxd and wb_rst are asynchronous.
// Reset       wb_rst, asynchronous, active high.
`default_nettype none

module bridge_wb #(
    parameter CLOCK_HZ = 25_000_000,    // frequency of wb_clk
    parameter BAUD = 3_000_000,         // bits per second, at most CLOCK_HZ / 4
    parameter WORDS_LOG2 = 8,           // log2 of the maximum number of words per frame, 1 to 8
    parameter PLAIN = 1,                // 1: accept frames of UARTBone, too
    parameter GAP_MS = 100,             // idle time of the line that ends a frame, 1 to 250
    parameter BUS_CLOCKS = 65_535       // maximum duration of an access, 2 to 2**27 - 1
) (
    input  wire        wb_clk,
    input  wire        wb_rst,
    input  wire        rxd,
    output wire        txd,
    input  wire        irq,
    output wire        obs_frame,
    output wire        obs_drop,

    output wire        wb_cyc,
    output wire        wb_stb,
    output wire        wb_we,
    output wire [31:2] wb_adr,
    output wire [3:0]  wb_sel,
    output wire [31:0] wb_dat_o,
    input  wire [31:0] wb_dat_i,
    input  wire        wb_ack,
    input  wire        wb_err,
    input  wire        wb_rty
);
    wire        rst_n;
    wire        req, write, ack, ack_error;
    wire [31:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata, ack_rdata;

    reset_sync u_reset (.clk(wb_clk), .arst_n(!wb_rst), .rst_n(rst_n));

    uart_bridge #(
        .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .WORDS_LOG2(WORDS_LOG2), .PLAIN(PLAIN),
        .GAP_MS(GAP_MS), .BUS_CLOCKS(BUS_CLOCKS)
    ) u_bridge (
        .clk(wb_clk), .rst_n(rst_n), .rxd(rxd), .txd(txd), .req(req), .write(write),
        .addr(addr), .be(be), .wdata(wdata), .ack(ack), .ack_error(ack_error),
        .ack_rdata(ack_rdata), .irq(irq), .obs_frame(obs_frame), .obs_drop(obs_drop)
    );
    // it answers before the bridge gives up
    wb_master #(.BUS_CLOCKS(BUS_CLOCKS - 1)) u_master (
        .wb_clk(wb_clk), .rst_n(rst_n), .req(req), .write(write), .addr(addr), .be(be),
        .wdata(wdata), .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata),
        .wb_cyc(wb_cyc), .wb_stb(wb_stb), .wb_we(wb_we), .wb_adr(wb_adr), .wb_sel(wb_sel),
        .wb_dat_o(wb_dat_o), .wb_dat_i(wb_dat_i), .wb_ack(wb_ack), .wb_err(wb_err),
        .wb_rty(wb_rty)
    );
endmodule
