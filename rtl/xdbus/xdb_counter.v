// SPDX-License-Identifier: Apache-2.0
//
// xdb_counter - a programmable event counter
//
// Purpose     counts one of 16 events. The count wraps after 2**BITS events and sets the flag
//             wrapped; a wrap before software has cleared wrapped sets the flag missed.
// Events      events[2*n +: 2] is how often event n happens in this clock, 0 to 2. Event 0 is none.
// Interface   run = 0: counts nothing. choose = 1 selects event new_select from the next clock on;
//             then the count is 0 and the flags are clear.
//             put = 1 loads the count and keeps the flags; an event in the same clock is not
//             counted. ack_wrapped and ack_missed clear the flags; a wrap in the same clock keeps
//             wrapped set and is not lost. At most one of put, choose and the acks is 1.
//             shown is {missed, wrapped, count} at the end of this clock without put and choose.
//             loses = 1: a wrap is lost in this clock; missed is 1 from the next clock on.
// Latency     1 clock.
// Throughput  an event every clock.
// Domain      clk.
// Reset       rst_n asynchronous: no event, count 0.
// Paper       thesis, 2.3.2.
`default_nettype none

module xdb_counter #(
    parameter BITS = 24             // of the count, 2 or more
) (
    input  wire            clk,
    input  wire            rst_n,
    input  wire            run,
    input  wire [31:0]     events,
    input  wire            choose,
    input  wire [3:0]      new_select,
    input  wire            put,
    input  wire [BITS-1:0] value,
    input  wire            ack_wrapped,
    input  wire            ack_missed,
    output reg  [3:0]      select,
    output reg             wrapped,
    output reg             missed,
    output wire [BITS+1:0] shown,
    output wire            loses
);
    reg  [BITS-1:0] count;
    wire [1:0]      amount = run ? events[{select, 1'b0} +: 2] : 2'd0;
    wire [BITS:0]   sum    = {1'b0, count} + {{(BITS-1){1'b0}}, amount};
    wire            wraps  = sum[BITS];

    assign loses = wraps && wrapped && !ack_wrapped && !put;
    assign shown = {(missed && !ack_missed) || loses, (wrapped && !ack_wrapped) || wraps,
                    sum[BITS-1:0]};

    // a counter without an event costs Icarus Verilog little
    wire changes = |amount || put || choose || ack_wrapped || ack_missed;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            select  <= 4'd0;
            count   <= {BITS{1'b0}};
            wrapped <= 1'b0;
            missed  <= 1'b0;
        end else if (changes) begin
            count <= put ? value : choose ? {BITS{1'b0}} : shown[BITS-1:0];
            if (choose)
                select <= new_select;
            if (!put)
                {missed, wrapped} <= choose ? 2'b00 : shown[BITS+1:BITS];
        end
endmodule
