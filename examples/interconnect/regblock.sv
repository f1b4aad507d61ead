// SPDX-License-Identifier: Apache-2.0
//
// dut - registers that PeakRDL-regblock has generated (module others), for buses.v
//
// Purpose     is the third-party slave of buses.v: with APB an APB4 slave, else a slave on
//             pipelined Wishbone. An address without a register is answered with an error.
// Domain      clk.
// Reset       rst_n, synchronous.
`default_nettype wire

module dut (
`include "dut.vh"
);
    // registers from 0 on
    wire [6:0] address = {adr[15], adr[5:0]};

`ifdef APB
    others u_others (
        .clk(clk), .rst(!rst_n), .s_apb_psel(sel), .s_apb_penable(go), .s_apb_pwrite(we),
        .s_apb_pprot(3'd0), .s_apb_paddr(address), .s_apb_pwdata(wdata), .s_apb_pstrb(4'd15),
        .s_apb_pready(ready), .s_apb_prdata(), .s_apb_pslverr(error), .hwif_out());
    assign stall = 1'b0;
`else
    wire ack;
    others u_others (
        .clk(clk), .rst(!rst_n), .wb_cyc(sel), .wb_stb(go), .wb_we(we), .wb_stall(stall),
        .wb_adr(address), .wb_odat(wdata), .wb_sel(4'd15), .wb_ack(ack), .wb_err(error),
        .wb_idat(), .hwif_out());
    assign ready = ack;
`endif
endmodule
