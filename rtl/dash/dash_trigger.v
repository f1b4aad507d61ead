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

module dash_trigger #(
    parameter POST_BITS = 22            // width of post; the host's register has 22
) (
    input  wire        clk,
    input  wire        run,
    input  wire        start,
    input  wire        reply,
    input  wire [28:0] baddr,
    input  wire [28:0] mask,
    input  wire [28:0] value,
    input  wire [POST_BITS-1:0] post,   // 0: without end
    output reg         trace,
    output reg         fired
);
    localparam [POST_BITS-1:0] NONE = 0, ONE = 1;

    reg  [POST_BITS-1:0] left;
    reg         ended;

    wire        request = start && !reply;
    wire        starts  = !fired && (baddr & mask) == value;
    wire        takes   = request && (starts || (fired && !ended));
    wire [POST_BITS-1:0] next = (starts ? post : left) - ONE;

    always @(posedge clk)
        if (!run) begin
            trace <= 1'b0;
            fired <= 1'b0;
            left  <= NONE;
            ended <= 1'b0;
        end else begin
            trace <= takes;
            if (takes) begin
                fired <= 1'b1;
                left  <= next;
                ended <= post != NONE && next == NONE;
            end
        end
endmodule
