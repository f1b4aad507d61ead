// SPDX-License-Identifier: Apache-2.0
//
// sm_bank - one bank of SRAM: increments, stores and reads of its words
//
// Interface   at most one of count, store and fetch in a clock, and none while busy = 1. count adds
//             1 to the word at addr, store writes data. fetched is 1 in the clock after fetch, in
//             which the word is on sram_i. wrap is 1 when a counter becomes 0.
// Latency     from the request to the address on the pins 1 clock. An increment takes 2 clocks of
//             the pins, and the bank is busy in the first; a store or a fetch takes 1.
// Domain      clk.
// Paper       thesis, 2.1.1: "reading, incrementing and writing a counter takes 2 cycles".
`default_nettype none

module sm_bank (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        count,
    input  wire        store,
    input  wire        fetch,
    input  wire [14:0] addr,
    input  wire [47:0] data,
    output reg         busy,
    output wire        wrap,
    output reg         fetched,
    output reg  [14:0] sram_addr,
    output reg         sram_we_n,
    output reg         sram_oe,
    output reg  [47:0] sram_o,
    input  wire [47:0] sram_i
);
    assign wrap = busy && &sram_i;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            busy      <= 1'b0;
            fetched   <= 1'b0;
            sram_addr <= 15'd0;
            sram_we_n <= 1'b1;
            sram_oe   <= 1'b0;
            sram_o    <= 48'd0;
        end else begin
            busy      <= count;
            fetched   <= fetch;
            sram_we_n <= !(busy || store);
            sram_oe   <= busy || store;
            if (!busy)
                sram_addr <= addr;
            if (busy || store)
                sram_o <= busy ? sram_i + 48'd1 : data;
        end
endmodule
