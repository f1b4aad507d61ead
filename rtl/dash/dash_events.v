// SPDX-License-Identifier: Apache-2.0
//
// dash_events - circuit 1 of the controller: clocks with events
//
// Purpose     uses 14 event bits as the address of a counter, so that software can later sum the
//             counts of each event or combination of events. It counts every clock in which one of
//             the events that a mask selects is 1. Interleaved banks use channel 0 and mask0;
//             independent banks have a mask each.
// Port        of each circuit: run = 0 holds it in reset. start with reply, write, cpu and baddr is
//             a transaction on the bus; the conditions (mode to post) do not change while run = 1.
//             count[k] with addr0 or addr1 counts on channel k; trace = 1: the request of the clock
//             before is to be traced; fired = 1: the trigger has fired; skip = 1: a latency could
//             not be measured. Ports that a circuit does not need are absent.
// Latency     1 clock. Domain clk.
// Paper       thesis on NUMAchine's monitor, 2.2.
`default_nettype none

module dash_events (
    input  wire        clk,
    input  wire        run,
    input  wire [13:0] events,
    input  wire        independent,
    input  wire [13:0] mask0,
    input  wire [13:0] mask1,
    output reg  [1:0]  count,
    output reg  [13:0] addr0,
    output reg  [13:0] addr1
);
    wire [13:0] seen0 = events & mask0, seen1 = events & mask1;

    always @(posedge clk)
        if (!run) begin
            count <= 2'b00;
            addr0 <= 14'd0;
            addr1 <= 14'd0;
        end else begin
            count <= {independent && seen1 != 14'd0, seen0 != 14'd0};
            addr0 <= seen0;
            addr1 <= independent ? seen1 : 14'd0;
        end
endmodule
