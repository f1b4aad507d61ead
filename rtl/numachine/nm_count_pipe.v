// SPDX-License-Identifier: Apache-2.0
//
// nm_count_pipe - Count & Increment with one word per clock
//
// Purpose     increments words of a synchronous SRAM with one read and one write port. The count is
//             also correct if the same word comes again before it has been written.
// Interface   strobe = 1: the SRAM is read at address at the end of this clock; rdata is valid in
//             the next clock, and in the one after it write = 1 with waddr and wdata. The SRAM may
//             return any value for a word that is written in the clock in which it is read.
//             overflow = 1 in the clock in which a counter is written with 0.
// Latency     strobe to write 2 clocks; the SRAM stores the word at the end of the second.
// Throughput  one word per clock.
// Domain      clk.
// Paper       thesis, 5.2: the faster design that it leaves to future work.
`default_nettype none

module nm_count_pipe (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        strobe,
    input  wire [15:0] address,
    input  wire [31:0] rdata,
    output reg         write,
    output reg  [15:0] waddr,
    output reg  [31:0] wdata,
    output reg         overflow
);
    reg         adds;           // rdata is valid
    reg  [15:0] addr;
    reg         past;           // past_addr and past_data hold the word written in the clock before
    reg  [15:0] past_addr;
    reg  [31:0] past_data;

    // the latest value of the word, if it was written after the SRAM was read
    wire [31:0] base = write && waddr == addr     ? wdata
                     : past && past_addr == addr  ? past_data
                     :                              rdata;
    wire        carry;
    wire [31:0] sum;

    assign {carry, sum} = {1'b0, base} + 33'd1;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            adds      <= 1'b0;
            addr      <= 16'd0;
            write     <= 1'b0;
            waddr     <= 16'd0;
            wdata     <= 32'd0;
            past      <= 1'b0;
            past_addr <= 16'd0;
            past_data <= 32'd0;
            overflow  <= 1'b0;
        end else begin
            adds      <= strobe;
            addr      <= address;
            write     <= adds;
            overflow  <= adds && carry;
            if (adds) begin
                waddr <= addr;
                wdata <= sum;
            end
            past      <= write;
            past_addr <= waddr;
            past_data <= wdata;
        end
endmodule
