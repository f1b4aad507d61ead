// SPDX-License-Identifier: Apache-2.0
//
// sm_lookup - lookup table in an SRAM; its output register is a register of the pipeline
//
// Interface   re = 1 loads q with the word at raddr; otherwise q keeps its value. we writes.
// Latency     1. Domain clk. No reset: words that were never written are unknown.
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
