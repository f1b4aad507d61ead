// SPDX-License-Identifier: Apache-2.0
//
// tap_count - counts the frames of a tap by their outcome
//
// Purpose     has counters that keep the identity frames = packets + dropped in every clock, and
//             flags for events since the last clear.
// Interface   ended = 1 for one clock: a frame has ended; it became a packet if taken = 1 in that
//             clock, otherwise it was dropped. cut and bad are sampled with ended.
//             flags [0] lost: a frame was dropped
//                   [1] bad: a frame was dropped because it cannot become a packet (see the tap)
//                   [2] cut: a packet was longer than its size field can say
//             clear = 1: counters and flags restart; events in this clock belong to
//             the new count.
//             The counters wrap, and the identity holds modulo 2**COUNT_BITS.
// Latency     1 clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously.
`default_nettype none

module tap_count #(
    parameter COUNT_BITS = 32   // width of each counter, 2 to 64
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  clear,
    input  wire                  ended,
    input  wire                  taken,
    input  wire                  bad,
    input  wire                  cut,
    output reg  [COUNT_BITS-1:0] frames,
    output reg  [COUNT_BITS-1:0] packets,
    output reg  [COUNT_BITS-1:0] dropped,
    output reg  [2:0]            flags
);
    generate
        if (COUNT_BITS < 2 || COUNT_BITS > 64) begin : g_illegal
            tap_count_COUNT_BITS_must_be_2_to_64 illegal_parameter ();
        end
    endgenerate

    localparam [COUNT_BITS-1:0] ONE = 1;

    wire [COUNT_BITS-1:0] keep = {COUNT_BITS{!clear}};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            frames  <= {COUNT_BITS{1'b0}};
            packets <= {COUNT_BITS{1'b0}};
            dropped <= {COUNT_BITS{1'b0}};
            flags   <= 3'd0;
        end else if (clear || ended) begin
            frames  <= (frames & keep) + (ended ? ONE : {COUNT_BITS{1'b0}});
            packets <= (packets & keep) + (ended && taken ? ONE : {COUNT_BITS{1'b0}});
            dropped <= (dropped & keep) + (ended && !taken ? ONE : {COUNT_BITS{1'b0}});
            flags   <= (flags & {3{!clear}}) |
                       {ended && taken && cut, ended && bad, ended && !taken};
        end
endmodule
