// SPDX-License-Identifier: Apache-2.0
//
// dash_latency - circuit 3 of the controller: histogram of the clocks from request to reply
//
// Purpose     counts the clocks from each request of the four processors of a station to its reply
//             and uses them, >> shift, as the counter's address. A latency of 16,383 clocks or more
//             is 16,383. Independent banks: replies to reads in bank 0, to writes in bank 1.
// Port        see dash_events; start is 0 for requests without a reply. A request is timed if
//             cpu[5:2] = station. skip = 1: a request of a
//             processor came before the reply to the last one, which is then never counted, or a
//             reply came to a processor of the station that waits for none.
// Latency     1 clock. Domain clk.
// Paper       thesis on NUMAchine's monitor, 2.2.
`default_nettype none

module dash_latency (
    input  wire        clk,
    input  wire        run,
    input  wire        start,
    input  wire        reply,
    input  wire        write,
    input  wire [5:0]  cpu,
    input  wire        independent,
    input  wire [4:0]  shift,
    input  wire [3:0]  station,
    output reg  [1:0]  count,
    output reg  [13:0] addr,
    output reg         skip
);
    reg  [3:0]  waits, writes;
    reg  [13:0] clocks [0:3];

    wire [1:0]  p     = cpu[1:0];
    wire        mine  = start && cpu[5:2] == station;
    wire        ends  = mine && reply && waits[p];

    integer i;
    always @(posedge clk)
        if (!run) begin
            waits  <= 4'd0;
            writes <= 4'd0;
            count  <= 2'b00;
            addr   <= 14'd0;
            skip   <= 1'b0;
            for (i = 0; i < 4; i = i + 1)
                clocks[i] <= 14'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1)
                clocks[i] <= clocks[i] + {13'd0, clocks[i] != 14'h3FFF};
            if (mine) begin
                waits[p] <= !reply;
                if (!reply) begin
                    writes[p] <= write;
                    clocks[p] <= 14'd1;
                end
            end
            count <= {ends && independent && writes[p], ends && !(independent && writes[p])};
            if (ends)
                addr <= clocks[p] >> shift;
            skip <= mine && reply != waits[p];
        end
endmodule
