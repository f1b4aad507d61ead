// SPDX-License-Identifier: Apache-2.0
//
// surf_queue - packets that wait for the core
//
// Purpose     accepts a packet in any clock and passes it to surf_core when that has room.
// Interface   p_valid (one clock) with p_entry: taken if p_ready = 1, otherwise lost, with
//             pk_lost = 1 in the next clock. pk_valid with pk_entry is held until pk_take, in
//             the same clock at the earliest. pk_before, beside it: packets lost while counts = 1
//             between the previous packet and this one, 255 = that many or more.
// Latency     p_valid to pk_valid 2 clocks in an empty queue.
// Throughput  a packet in and one out in each clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the queue is empty.
`default_nettype none

module surf_queue #(
    parameter WIDTH = 149,      // bits of a packet
    parameter DEPTH_LOG2 = 4    // 2**DEPTH_LOG2 packets, and the one shown: 1 to 12
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             p_valid,
    output wire             p_ready,
    input  wire [WIDTH-1:0] p_entry,
    output reg              pk_valid,
    output wire [WIDTH-1:0] pk_entry,
    input  wire             pk_take,
    input  wire             counts,
    output reg              pk_lost,
    output wire [7:0]       pk_before
);
    wire                full, empty;
    wire                next = !empty && (!pk_valid || pk_take);
    wire [DEPTH_LOG2:0] count;

    reg  [7:0]          earlier;    // lost since the last one that was not

    sync_fifo #(.WIDTH(8 + WIDTH), .DEPTH_LOG2(DEPTH_LOG2)) u_fifo (
        .clk(clk), .rst_n(rst_n), .clear(1'b0),
        .wr(p_valid), .wdata({earlier, p_entry}), .full(full),
        .rd(next), .rdata({pk_before, pk_entry}), .empty(empty), .count(count)
    );

    assign p_ready = !full;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            pk_valid <= 1'b0;
            pk_lost  <= 1'b0;
            earlier  <= 8'd0;
        end else begin
            pk_valid <= next || (pk_valid && !pk_take);
            pk_lost  <= p_valid && full;
            if (p_valid)
                earlier <= !full ? 8'd0 : &earlier || !counts ? earlier : earlier + 8'd1;
        end

    wire unused = &{1'b0, count};
endmodule
