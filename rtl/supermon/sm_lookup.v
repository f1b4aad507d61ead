// SPDX-License-Identifier: Apache-2.0
//
// sm_lookup - an SRAM that computes a function: its output register is the pipeline's
//
// Interface   q becomes the word at raddr in a clock with re, else it stays. we writes.
// Latency     1. Domain clk. No reset: what was never written is unknown.
// Paper       thesis, 2.1.1: "cascaded SRAMs ... inserting registers between them".
`default_nettype none

module sm_lookup #(
    parameter ADDR_BITS = 9,
    parameter DATA_BITS = 3
) (
    input  wire                 clk,
    input  wire                 we,
    input  wire [ADDR_BITS-1:0] waddr,
    input  wire [DATA_BITS-1:0] wdata,
    input  wire                 re,
    input  wire [ADDR_BITS-1:0] raddr,
    output reg  [DATA_BITS-1:0] q
);
    reg [DATA_BITS-1:0] mem [0:(1 << ADDR_BITS) - 1];

    always @(posedge clk) begin
        if (we)
            mem[waddr] <= wdata;
        if (re)
            q <= mem[raddr];
    end
endmodule
