// SPDX-License-Identifier: Apache-2.0
//
// pcm_add - Count & Increment of the processor card: fetch, add, write back
//
// Purpose     adds an amount to a word of the SRAM.
// Interface   add = 1, at most in every second clock, samples index and amount. In the next clock
//             fetch = 1, and the SRAM outputs the word at addr (rdata); in the clock after that
//             write = 1, with the sum on wdata and overflow = 1 if the sum has wrapped. While fetch
//             or write is 1, the SRAM must not be used otherwise.
// Latency     3 clocks.
// Throughput  one word every 2 clocks.
// Domain      clk.
// Paper       thesis, 2.4.5.
`default_nettype none

module pcm_add (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        add,
    input  wire [15:0] index,
    input  wire [31:0] amount,
    input  wire [31:0] rdata,
    output reg         fetch,
    output reg         write,
    output reg  [15:0] addr,
    output reg  [31:0] wdata,
    output reg         overflow
);
    reg  [31:0] by;
    wire        carry;
    wire [31:0] sum;

    assign {carry, sum} = {1'b0, rdata} + {1'b0, by};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            fetch    <= 1'b0;
            write    <= 1'b0;
            overflow <= 1'b0;
            addr     <= 16'd0;
            by       <= 32'd0;
            wdata    <= 32'd0;
        end else begin
            fetch    <= add;
            write    <= fetch;
            overflow <= fetch && carry;
            if (add) begin
                addr <= index;
                by   <= amount;
            end
            if (fetch)
                wdata <= sum;
        end
endmodule
