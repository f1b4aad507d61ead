// SPDX-License-Identifier: Apache-2.0
//
// dut - the mux, memory and timer of SERV's SoC (servant), for buses.v
//
// Purpose     is the third-party slave of buses.v.
// Interface   Wishbone, classic. SERV has no STB: its bus has CYC alone.
// Domain      clk.
// Reset       rst_n, synchronous.
`default_nettype none

module dut (
`include "dut.vh"
);
    wire [31:0] mem_adr, mem_dat, mem_rdt, timer_dat, timer_rdt;
    wire [3:0]  mem_sel;
    wire        mem_we, mem_cyc, timer_we, timer_cyc;

    servant_mux u_mux (
        .i_clk(clk), .i_rst(!rst_n), .i_wb_cpu_adr({adr[15], 15'd0, adr}), .i_wb_cpu_dat(wdata),
        .i_wb_cpu_sel(4'd15), .i_wb_cpu_we(we), .i_wb_cpu_cyc(sel && go), .o_wb_cpu_rdt(),
        .o_wb_cpu_ack(ready), .o_wb_mem_adr(mem_adr), .o_wb_mem_dat(mem_dat),
        .o_wb_mem_sel(mem_sel), .o_wb_mem_we(mem_we), .o_wb_mem_cyc(mem_cyc),
        .i_wb_mem_rdt(mem_rdt), .o_wb_gpio_dat(), .o_wb_gpio_we(), .o_wb_gpio_cyc(),
        .i_wb_gpio_rdt(1'b0), .o_wb_timer_dat(timer_dat), .o_wb_timer_we(timer_we),
        .o_wb_timer_cyc(timer_cyc), .i_wb_timer_rdt(timer_rdt));
    servant_ram u_ram (
        .i_wb_clk(clk), .i_wb_rst(!rst_n), .i_wb_adr(mem_adr[7:2]), .i_wb_dat(mem_dat),
        .i_wb_sel(mem_sel), .i_wb_we(mem_we), .i_wb_cyc(mem_cyc), .o_wb_rdt(mem_rdt), .o_wb_ack());
    servant_timer #(.WIDTH(32)) u_timer (
        .i_clk(clk), .i_rst(!rst_n), .o_irq(), .i_wb_dat(timer_dat), .i_wb_we(timer_we),
        .i_wb_cyc(timer_cyc), .o_wb_dat(timer_rdt));

    assign {error, stall} = 2'b00;
endmodule
