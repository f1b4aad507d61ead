// SPDX-License-Identifier: Apache-2.0
//
// arty - surf_fpga on the Arty A7 (Artix-7): 50 MHz derived from the board's 100 MHz, 3 Mbaud
//
// Purpose     connects the board's oscillator, USB serial adapter (FT2232H), LEDs and reset button.
// Interface   uart_txd_in: from the adapter; uart_rxd_out: to it. ck_rst: 0 resets.
// Latency     that of surf_fpga.
// Domain      clk100 divided by two by an MMCM.
// Reset       while ck_rst is 0, and until the MMCM has locked.
`default_nettype none

module arty (
    input  wire       clk100,
    input  wire       ck_rst,
    input  wire       uart_txd_in,
    output wire       uart_rxd_out,
    output wire [3:0] led
);
    wire clk50_mmcm, clk50, feedback, locked;
    wire [4:0] leds;

    // 100 MHz x 10 = 1 GHz, / 20 = 50 MHz
    MMCME2_BASE #(
        .CLKIN1_PERIOD(10.0), .CLKFBOUT_MULT_F(10.0), .CLKOUT0_DIVIDE_F(20.0)
    ) u_mmcm (
        .CLKIN1(clk100), .CLKFBIN(feedback), .CLKFBOUT(feedback), .CLKOUT0(clk50_mmcm),
        .LOCKED(locked), .PWRDWN(1'b0), .RST(!ck_rst)
    );
    BUFG u_clk50 (.I(clk50_mmcm), .O(clk50));

    surf_fpga #(.CLOCK_HZ(50_000_000), .BAUD(3_000_000), .HIST_LOG2(10), .TRACE_LOG2(10)) u_fpga (
        .clk(clk50), .rst_n(locked), .rxd(uart_txd_in), .txd(uart_rxd_out), .led(leds)
    );
    assign led = leds[3:0];

    wire unused = &{1'b0, leds[4]};
endmodule
