// SPDX-License-Identifier: Apache-2.0
//
// tap_start - records the time at which a request began to wait for its handshake
//
// Purpose     provides the start time of an AXI request, the first clock of its VALID (axi_tap,
//             START_VALID = 1).
// Interface   In the clock of a handshake (valid and ready) start is the time of the first clock
//             in which this valid was 1. known = 0: that clock was before the end of rst_n.
// Latency     combinational.
// Domain      clk.
// Reset       asynchronous, released synchronously: bus_rst_n is the reset of the bus; rst_n, that
//             of the tap, must be 0 with it.
`default_nettype none

module tap_start (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        bus_rst_n,
    input  wire [43:0] now,
    input  wire        valid,
    input  wire        ready,
    output wire [43:0] start,
    output wire        known
);
    reg        waits;   // valid was 1 in the previous clock, without ready
    reg        timed;   // the first clock of this valid was after the end of rst_n
    reg [43:0] first;

    assign start = waits ? first : now;
    assign known = !waits || timed;

    always @(posedge clk or negedge bus_rst_n)
        if (!bus_rst_n)
            waits <= 1'b0;
        else
            waits <= valid && !ready;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            timed <= 1'b0;
            first <= 44'd0;
        end else begin
            timed <= valid && known;
            first <= start;
        end
endmodule
