// SPDX-License-Identifier: Apache-2.0
//
// nm_count - Count & Increment: read, add one, write back
//
// Purpose     increments the 32-bit word that the counter SRAM outputs.
// Interface   strobe = 1: the SRAM outputs the word (rdata) in this clock. In the next clock write
//             = 1, with the word + 1 on wdata. While hold = 1 further such clocks follow, and wdata
//             increases by one in each. The address must be stable until the last of them. ready =
//             1: strobe may be 1 in the next clock. overflow = 1 in the clock in which wdata has
//             wrapped to 0.
// Latency     2 clocks.
// Throughput  one word every 2 clocks.
// Domain      clk.
// Paper       thesis, 4.5, 4.5.5.
`default_nettype none

module nm_count (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        strobe,
    input  wire        hold,
    input  wire [31:0] rdata,
    output wire        ready,
    output reg         write,
    output reg  [31:0] wdata,
    output reg         overflow
);
    wire        again = write && hold;
    wire [31:0] base = strobe ? rdata : wdata;
    wire        carry;
    wire [31:0] sum;

    assign {carry, sum} = {1'b0, base} + 33'd1;
    assign ready = !strobe && !again;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            write    <= 1'b0;
            wdata    <= 32'd0;
            overflow <= 1'b0;
        end else begin
            write    <= !ready;
            overflow <= !ready && carry;
            wdata    <= sum;
        end
endmodule
