// SPDX-License-Identifier: Apache-2.0
//
// ulx3s - surf_fpga on the ULX3S (ECP5), 25 MHz, 3 Mbaud
//
// Purpose     the pins of the board: oscillator, USB serial adapter (FT231X), LEDs, button.
// Interface   ftdi_txd: from the adapter; ftdi_rxd: to it. btn_pwr_n: pressed: reset. wifi_gpio0:
//             1 keeps the ESP32 of the board from loading a bit stream of its own.
// Latency     as of surf_fpga.
// Domain      clk_25mhz.
// Reset       btn_pwr_n, and after configuration.
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
