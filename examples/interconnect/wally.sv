// SPDX-License-Identifier: Apache-2.0
//
// dut - the bus outside the core of CORE-V Wally, for buses.v
//
// Purpose     is the third-party slave of buses.v: Wally's uncore, with its decoder, its
//             RAM and its bridge to APB with GPIO and timer. faults.py writes config.vh.
// Interface   AHB-Lite. The address chooses the RAM (bits 5, 4: 0 or 1), GPIO (2) or the timer (3);
//             at 8000 hex there is nothing, which uncore answers at once.
// Domain      clk.
// Reset       rst_n, synchronous.
`default_nettype wire
`include "config.vh"

module dut import cvw::*; (
`include "dut.vh"
);
`include "parameter-defs.vh"

    wire [31:0] place = adr[15] ? 32'h4000_0000 : !adr[5] ? UNCORE_RAM_BASE[31:0] :
                        adr[4] ? CLINT_BASE[31:0] + 32'hBFF0 : GPIO_BASE[31:0];
    wire [31:0] haddr = place + {24'd0, adr[7:0]};

    uncore #(P) u_uncore (
        .HCLK(clk), .HRESETn(rst_n), .TIMECLK(clk), .HADDR({24'd0, haddr}),
        .HWDATA({2{wdata}}), .HWSTRB(8'hFF), .HWRITE(we), .HSIZE(3'd2), .HBURST(3'd0),
        .HPROT(4'd3), .HTRANS({sel, 1'b0}), .HMASTLOCK(1'b0), .HRDATAEXT(64'd0),
        .HREADYEXT(1'b1), .HRESPEXT(1'b0), .HRDATA(), .HREADY(ready), .HRESP(error), .HSELEXT(),
        .MTimerInt(), .MSwInt(), .MExtInt(), .SExtInt(), .MTIME_CLINT(), .GPIOIN(32'd0),
        .GPIOOUT(), .GPIOEN(), .UARTSin(1'b1), .UARTSout(), .SPIIn(1'b0), .SPIOut(), .SPICS(),
        .SPICLK(), .SDCIn(1'b0), .SDCCmd(), .SDCCS(), .SDCCLK());
    assign stall = 1'b0;
endmodule
