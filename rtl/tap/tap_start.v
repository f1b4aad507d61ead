// SPDX-License-Identifier: Apache-2.0
//
// tap_start - records the time at which a request began to wait for its handshake
//
// Purpose     provides the start time of an AXI request, the first clock of its VALID (axi_tap,
//             START_VALID = 1).
// Interface   In the clock of a handshake (valid and ready) start is the time of the first clock
//             in which this valid was 1. known = 0: up, a level, was 0 since then (the tap or the
//             bus was in reset).
// Latency     combinational.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously.
`default_nettype none

module tap_start (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        up,
    input  wire [43:0] now,
    input  wire        valid,
    input  wire        ready,
    output wire [43:0] start,
    output wire        known
);
    reg        waits;   // valid was 1 in the previous clock, without ready
    reg        timed;   // up has been 1 since the first clock of this valid
    reg [43:0] first;

    assign start = waits ? first : now;
    assign known = !waits || timed;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            waits <= 1'b0;
            timed <= 1'b0;
            first <= 44'd0;
        end else begin
            waits <= valid && !ready;
            timed <= valid && known && up;
            first <= start;
        end
endmodule
