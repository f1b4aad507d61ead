// SPDX-License-Identifier: Apache-2.0
//
// pcm_counter - a general-purpose counter
//
// Purpose     counts the clocks of an event, or its rising edges.
// Interface   mode 0: off; 1: counts the clocks of the chosen event; 2: its rising edges; 3: its
//             clocks while watched = 1. put = 1 loads the count; an event in the same clock is not
//             counted. wraps = 1: the count becomes 0 at the end of this clock.
// Latency     1 clock.
// Throughput  an event every clock.
// Domain      clk.
// Paper       thesis, 2.4.5.
`default_nettype none

module pcm_counter (
    input  wire        clk,
    input  wire        rst_n,
    input  wire [7:0]  events,
    input  wire        watched,
    input  wire [2:0]  event_sel,
    input  wire [1:0]  mode,
    input  wire        put,
    input  wire [31:0] wdata,
    output reg  [31:0] count,
    output wire        wraps
);
    reg  last;                      // the event in the previous clock
    wire now = events[event_sel];
    wire counts = now && (mode == 2'd1 || (mode == 2'd2 && !last) || (mode == 2'd3 && watched));

    assign wraps = counts && !put && &count;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            count <= 32'd0;
            last  <= 1'b0;
        end else begin
            last <= now;
            if (put)
                count <= wdata;
            else if (counts)
                count <= count + 32'd1;
        end
endmodule
