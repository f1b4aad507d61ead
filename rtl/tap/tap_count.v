// SPDX-License-Identifier: Apache-2.0
//
// tap_count - counts the frames of a tap by their outcome
//
// Purpose     has counters that keep the identity frames = packets + dropped in every clock, and
//             flags for events since the last clear.
// Interface   ended = 1 for one clock: a frame has ended; it became a packet if taken = 1 in that
//             clock, otherwise it was dropped. cut and bad are sampled with ended. given_up = 1 for
//             one clock: one more frame was dropped, because the tap no longer expects its end.
//             flags [0] lost: a frame was dropped
//                   [1] bad: a frame was dropped because it cannot become a packet (see the tap),
//                       or was given up
//                   [2] cut: a packet was longer than its size field can say
//             clear = 1: counters and flags restart; events in this clock belong to
//             the new count.
//             The counters wrap, and the identity holds modulo 2**COUNT_BITS.
// Latency     1 clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the counters restart at an edge of clk at
//             which it is 0.
`default_nettype none

module tap_count #(
    parameter COUNT_BITS = 32   // width of each counter, 2 to 64
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  clear,
    input  wire                  ended,
    input  wire                  taken,
    input  wire                  given_up,
    input  wire                  bad,
    input  wire                  cut,
    output wire [COUNT_BITS-1:0] frames,
    output reg  [COUNT_BITS-1:0] packets,
    output reg  [COUNT_BITS-1:0] dropped,
    output reg  [2:0]            flags
);
    generate
        if (COUNT_BITS < 2 || COUNT_BITS > 64) begin : g_illegal
            tap_count_COUNT_BITS_must_be_2_to_64 illegal_parameter ();
        end
    endgenerate

    wire                  kept = ended && taken;
    wire [1:0]            lost = {1'b0, ended && !taken} + {1'b0, given_up};
    wire [COUNT_BITS-1:0] more = {{COUNT_BITS - 1{1'b0}}, kept};
    wire [COUNT_BITS:0]   less = {{COUNT_BITS - 1{1'b0}}, lost};

    assign frames = packets + dropped;

    // The counters have a synchronous reset, so that clear takes no logic.
    wire restart = !rst_n || clear;

    always @(posedge clk) begin
        packets <= restart ? more : packets + more;
        dropped <= restart ? less[COUNT_BITS-1:0] : dropped + less[COUNT_BITS-1:0];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            flags <= 3'd0;
        else
            flags <= (flags & {3{!clear}}) |
                     {kept && cut, (ended && bad) || given_up, lost != 2'd0};

    wire unused = &{1'b0, less[COUNT_BITS]};
endmodule
