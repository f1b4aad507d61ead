// SPDX-License-Identifier: Apache-2.0
//
// surf_queue - queue of packets in front of the core
//
// Purpose     accepts a packet in any clock and passes it to surf_core when surf_core can take it.
// Interface   p_valid (one clock) offers p_entry: if p_ready = 1, the queue accepts the packet;
//             otherwise it is lost. p_lost: the number of packets lost in front of the queue in
//             this clock, 0 to 255; they count as lost after a packet that comes in the same clock.
//             pk_lost: the number of packets of both kinds lost in the previous clock. pk_valid and
//             pk_entry are held until pk_take, which may come in the same clock. pk_before, valid
//             with pk_entry: number of packets lost while counts = 1 between the previous packet
//             and this one; 255: at least 255.
// Latency     p_valid to pk_valid 2 clocks in an empty queue.
// Throughput  one packet in and one packet out per clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the queue is empty.
`default_nettype none

module surf_queue #(
    parameter WIDTH = 149,      // width of a packet
    parameter DEPTH_LOG2 = 4    // 2**DEPTH_LOG2 packets and the one in pk_entry; 1 to 12
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             p_valid,
    output wire             p_ready,
    input  wire [WIDTH-1:0] p_entry,
    input  wire [7:0]       p_lost,
    output reg              pk_valid,
    output wire [WIDTH-1:0] pk_entry,
    input  wire             pk_take,
    input  wire             counts,
    output reg  [8:0]       pk_lost,
    output wire [7:0]       pk_before
);
    wire                full, empty;
    wire                next = !empty && (!pk_valid || pk_take);
    wire [DEPTH_LOG2:0] count;

    reg  [7:0]          earlier;    // packets lost since the last accepted one
    wire [8:0]          losses = {1'b0, p_lost} + {8'd0, p_valid && full};
    wire [7:0]          since = p_valid && !full ? 8'd0 : earlier;
    wire [9:0]          more = {2'd0, since} + {1'b0, losses};

    sync_fifo #(.WIDTH(8 + WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) u_fifo (
        .clk(clk), .rst_n(rst_n), .clear(1'b0),
        .wr(p_valid), .wdata({earlier, p_entry}), .full(full),
        .rd(next), .rdata({pk_before, pk_entry}), .empty(empty), .count(count)
    );

    assign p_ready = !full;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            pk_valid <= 1'b0;
            pk_lost  <= 9'd0;
            earlier  <= 8'd0;
        end else begin
            pk_valid <= next || (pk_valid && !pk_take);
            pk_lost  <= losses;
            earlier  <= !counts ? since : more > 10'd255 ? 8'd255 : more[7:0];
        end

    wire unused = &{1'b0, count};
endmodule
