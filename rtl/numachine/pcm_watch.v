// SPDX-License-Identifier: Apache-2.0
//
// pcm_watch - converts transactions of the external agent bus to 32 bits and matches them
//
// Purpose     transfers the 64 bits of an address over a bus of 32 bits in two clocks: the lower
//             half first, while the upper half is held. It compares the lower half with the address
//             watch and the command with the command watch; the upper half tells whether the
//             transaction is an access to the monitor.
// Interface   start = 1: ad, cmd, out, write, dbl, index are those of a transaction; another start
//             in the next clock is ignored (missed). Two clocks after an accepted start done = 1;
//             lo, cmd_q, ... describe the transaction from then until the next done, and data is
//             the value of ad in the clock between.
// Latency     2 clocks.
// Throughput  a transaction every 2 clocks.
// Domain      clk.
// Paper       thesis, 2.4.4, 2.4.5.
`default_nettype none

module pcm_watch (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start,
    input  wire [63:0] ad,
    input  wire [9:0]  cmd,
    input  wire        out,
    input  wire        write,
    input  wire        dbl,
    input  wire [15:0] index,
    input  wire [9:0]  cmd_watch,
    input  wire [9:0]  cmd_filter,
    input  wire [31:0] addr_watch,
    input  wire [31:0] addr_filter,
    output reg         first,       // clock of the lower half
    output reg         done,        // clock of the upper half
    output wire        missed,      // a start is ignored in this clock
    output wire        own,         // with done: an access to the monitor
    output reg         fits,        // with done: address and command match the watches
    output reg  [31:0] lo,
    output reg  [9:0]  cmd_q,
    output reg         out_q,
    output reg         write_q,
    output reg         dbl_q,
    output reg  [15:0] index_q,
    output reg  [63:0] data
);
    localparam [3:0] MONITOR = 4'd4, SRAM = 4'b1011, REGISTERS = 4'b1100;

    reg  [31:0] hold;               // the upper half
    wire [31:0] bus = first ? lo : hold;
    wire        accept = start && !first;

    assign missed = start && first;
    assign own = bus[3:0] == MONITOR && (lo[27:24] == SRAM || lo[27:24] == REGISTERS);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            first <= 1'b0;
            done  <= 1'b0;
        end else begin
            first <= accept;
            done  <= first;
        end

    always @(posedge clk) begin
        if (accept) begin
            lo      <= ad[31:0];
            hold    <= ad[63:32];
            cmd_q   <= cmd;
            out_q   <= out;
            write_q <= write;
            dbl_q   <= dbl;
            index_q <= index;
        end
        if (first) begin
            fits    <= ((bus ^ addr_watch) & addr_filter) == 32'd0 &&
                       ((cmd_q ^ cmd_watch) & cmd_filter) == 10'd0;
            data    <= ad;
        end
    end
endmodule
