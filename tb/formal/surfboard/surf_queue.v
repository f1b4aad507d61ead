// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_queue: each packet is taken by the core once, whole and in order, or lost and
// reported. Packets come and are taken at any time. The solver chooses one packet when it comes,
// and the proof tracks it.
`default_nettype none

module prove_surf_queue #(
    parameter WIDTH = 2,
    parameter LOG2 = 2
) (
    input wire             clk,
    input wire             rst_n,
    input wire             p_valid,
    input wire [WIDTH-1:0] p_entry,
    input wire [7:0]       p_lost,
    input wire             room,        // the core takes the packet at pk_entry
    input wire             counts,
    input wire             pick
);
    wire             p_ready, pk_valid;
    wire [8:0]       pk_lost;
    wire [WIDTH-1:0] pk_entry;
    wire [7:0]       pk_before;
    wire             pk_take = pk_valid && room;

    surf_queue #(.WIDTH(WIDTH), .DEPTH_LOG2(LOG2)) dut (.*);

    initial assume (!rst_n);

    // Number of packets in the queue, and of those ahead of the tracked one
    localparam [LOG2+1:0] SLOTS = 1 << LOG2, MOST = SLOTS + 1;

    reg  [LOG2+1:0]  inside, ahead;
    reg              followed, was_shown;
    reg  [8:0]       dropped;
    reg  [WIDTH-1:0] packet, was_entry;
    // packets lost while counts = 1: since the last packet came; before the tracked packet
    reg  [7:0]       since, lost_before;
    wire             enters = p_valid && p_ready;
    wire [9:0]       lost_now = p_lost + (p_valid && !p_ready);
    wire [9:0]       behind = enters ? 10'd0 : since;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {inside, ahead} <= 0;
            {followed, dropped, was_shown} <= 11'd0;
            {packet, was_entry, since, lost_before} <= 0;
        end else begin
            inside    <= inside + enters - pk_take;
            dropped   <= lost_now;
            was_shown <= pk_valid && !pk_take;
            was_entry <= pk_entry;
            since     <= !counts ? behind : behind + lost_now > 255 ? 8'd255 : behind + lost_now;
            if (!followed && enters && pick) begin
                followed <= 1'b1;
                packet   <= p_entry;
                lost_before <= since;
                ahead    <= inside - pk_take;
            end else if (followed && pk_take) begin
                followed <= ahead != 0;
                ahead    <= ahead - 1;
            end
        end

    always @* if (rst_n) begin
        // packets that came = packets taken + packets in the queue + packets lost
        assert (inside <= MOST);
        assert (pk_lost == dropped);
        // the queue is ready while it has a free slot
        assert (p_ready == (inside - pk_valid != SLOTS));
        assert (!pk_valid || inside != 0);
        // packets leave in order and complete; pk_entry is stable until it is taken
        if (followed) begin
            assert (ahead < inside);
            if (pk_valid && ahead == 0)
                assert (pk_entry == packet && pk_before == lost_before);
        end
        if (was_shown)
            assert (pk_valid && pk_entry == was_entry);
    end

    reg [LOG2+1:0] was_inside;
    reg            was_take;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {was_inside, was_take} <= 0;
        else
            {was_inside, was_take} <= {inside, pk_take};
    // a packet is at pk_entry in the clock after it came, or after the one ahead was taken
    always @* if (rst_n && was_inside > was_take)
        assert (pk_valid);

    // Invariants
    (* hierconn *) wire [LOG2:0]    \dut.u_fifo.count ;
    (* hierconn *) wire [LOG2-1:0]  \dut.u_fifo.wptr ;
    (* hierconn *) wire [LOG2-1:0]  \dut.u_fifo.rptr ;
    (* hierconn *) wire             \dut.u_fifo.popped ;
    (* hierconn *) wire [LOG2-1:0]  \dut.u_fifo.mem.slot ;
    (* hierconn *) wire [WIDTH+7:0] \dut.u_fifo.mem.word ;
    (* hierconn *) wire [7:0]       \dut.earlier ;

    wire [LOG2-1:0] where = \dut.u_fifo.rptr + ahead[LOG2-1:0] - pk_valid;

    always @* if (rst_n) begin
        assert (\dut.u_fifo.count == inside - pk_valid);
        assert (\dut.u_fifo.wptr == \dut.u_fifo.rptr + \dut.u_fifo.count [LOG2-1:0]);
        assert (\dut.u_fifo.popped || !pk_valid);
        assert (\dut.earlier == since);
        // slot.map.v keeps the slot of the tracked packet
        if (followed && !(pk_valid && ahead == 0))
            assert (where != \dut.u_fifo.mem.slot || \dut.u_fifo.mem.word == {lost_before, packet});
    end

    // The kept slot is the one into which the tracked packet is written.
    always @*
        if (rst_n && !followed && enters && pick)
            assume (\dut.u_fifo.wptr == \dut.u_fifo.mem.slot );
    always @* if (rst_n && followed && !(pk_valid && ahead == 0))
        assert (where == \dut.u_fifo.mem.slot );

    reg was_full;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            was_full <= 1'b0;
        else
            was_full <= was_full || (p_valid && !p_ready);
    always @* begin
        cover (rst_n && was_full && inside == 0);
        cover (rst_n && pk_take && enters && followed && ahead == 0 && packet == 2);
    end
endmodule
