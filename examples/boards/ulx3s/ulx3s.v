// SPDX-License-Identifier: Apache-2.0
//
// ulx3s - surf_fpga on the ULX3S (ECP5), 25 MHz, 3 Mbaud
//
// Purpose     connects the board's oscillator, USB serial adapter (FT231X), LEDs and button.
// Interface   ftdi_txd: from the adapter; ftdi_rxd: to it. btn_pwr_n = 0 (pressed) resets.
//             wifi_gpio0 = 1 keeps the board's ESP32 from loading a bit stream of its own.
// Latency     that of surf_fpga.
// Domain      clk_25mhz.
// Reset       while btn_pwr_n is 0, and after configuration.
`default_nettype none

module ulx3s (
    input  wire       clk_25mhz,
    input  wire       btn_pwr_n,
    input  wire       ftdi_txd,
    output wire       ftdi_rxd,
    output wire [7:0] led,
    output wire       wifi_gpio0
);
    assign led[7:5]   = 3'd0;
    assign wifi_gpio0 = 1'b1;

    surf_fpga #(.CLOCK_HZ(25_000_000), .BAUD(3_000_000), .HIST_LOG2(10), .TRACE_LOG2(10)) u_fpga (
        .clk(clk_25mhz), .rst_n(btn_pwr_n), .rxd(ftdi_txd), .txd(ftdi_rxd), .led(led[4:0])
    );
endmodule
