// SPDX-License-Identifier: Apache-2.0
//
// dash_joint - circuit 2 of the controller: requests by address bits and event bits
//
// Purpose     addresses a counter by some event bits and, above them, bits of the request's
//             address: {address >> shift, events[bits-1:0]}, 14 bits in all. Counts each request.
//             Independent banks: reads in bank 0, writes in bank 1.
// Port        see dash_events; bits is 0 to 14 (a greater value acts as 14).
// Latency     1 clock. Domain clk.
// Paper       thesis on NUMAchine's monitor, 2.2.
`default_nettype none

module dash_joint (
    input  wire        clk,
    input  wire        run,
    input  wire        start,
    input  wire        reply,
    input  wire        write,
    input  wire [28:0] baddr,
    input  wire [13:0] events,
    input  wire        independent,
    input  wire [3:0]  bits,
    input  wire [4:0]  shift,
    output reg  [1:0]  count,
    output reg  [13:0] addr
);
    wire [28:0] shifted = baddr >> shift;
    wire [13:0] low     = bits > 4'd13 ? 14'h3FFF : ~(14'h3FFF << bits);
    wire [13:0] index   = (events & low) | (bits > 4'd13 ? 14'd0 : shifted[13:0] << bits);
    wire        request = start && !reply;
    wire        unused  = &{1'b0, shifted[28:14]};

    always @(posedge clk)
        if (!run) begin
            count <= 2'b00;
            addr  <= 14'd0;
        end else begin
            count <= {request && independent && write, request && !(independent && write)};
            if (request)
                addr <= index;
        end
endmodule
