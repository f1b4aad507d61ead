// SPDX-License-Identifier: Apache-2.0
//
// dash_trigger - circuit 4 of the controller: trace with a trigger
//
// Purpose     traces every request from the first one on whose address matches: (address & mask) =
//             value; that request is traced, too. With post > 0 the trace ends after that many
//             requests.
// Port        see dash_events.
// Latency     1 clock. Domain clk.
// Paper       thesis on NUMAchine's monitor, 2.2.
`default_nettype none

module dash_trigger (
    input  wire        clk,
    input  wire        run,
    input  wire        start,
    input  wire        reply,
    input  wire [28:0] baddr,
    input  wire [28:0] mask,
    input  wire [28:0] value,
    input  wire [21:0] post,
    output reg         trace,
    output reg         fired
);
    reg  [21:0] left;
    reg         ended;

    wire        request = start && !reply;
    wire        starts  = !fired && (baddr & mask) == value;
    wire        takes   = request && (starts || (fired && !ended));
    wire [21:0] next    = (starts ? post : left) - 22'd1;

    always @(posedge clk)
        if (!run) begin
            trace <= 1'b0;
            fired <= 1'b0;
            left  <= 22'd0;
            ended <= 1'b0;
        end else begin
            trace <= takes;
            if (takes) begin
                fired <= 1'b1;
                left  <= next;
                ended <= post != 22'd0 && next == 22'd0;
            end
        end
endmodule
