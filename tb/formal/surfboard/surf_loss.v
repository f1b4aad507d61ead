// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_loss: in every clock, packets lost in the queue or in Stage 2 = packets reported by
// markers that stay + packets that MISS shows in the next clock; each loss is reported before the
// packet in front of which the queue or Stage 2 lost it, and want is 1 exactly while the packet in
// Stage 3 has losses in front of it that no marker reports.
//
// The proof counts the losses in the order of the trace, from the one that came first: place is the
// number of those whose place is known, accepted of those in front of the packet accepted last,
// taken of those in front of the packet taken last, and marked of those in markers that stay.
//
// Packets, losses and decisions are free, but a packet is taken neither in the clock of a decision
// nor in the one before. What the module knows of a packet is what was so one clock before. The
// counts have 5 bits, lost 3 and earlier 2 (in the boards 32, 9 and 8). There are fewer losses than
// a count can hold.
`default_nettype none

`include "surfboard_regs.vh"

module prove_surf_loss #(
    parameter WIDTH = 5,
    parameter LOST = 3,
    parameter EARLIER = 2
) (
    input wire        clk,
    input wire        rst_n,
    input wire        wr,
    input wire        miss,
    input wire [31:0] wdata,
    input wire        ten,
    input wire [LOST-1:0] loses,    // the queue, in this clock
    input wire        flush,
    input wire        arrive,
    input wire [EARLIER-1:0] earlier,
    input wire        drop,
    input wire        accept,
    input wire        take,
    input wire        write,
    input wire        keep,
    input wire        give_up
);
    wire [31:0] rdata;
    wire [WIDTH-1:0] missing;
    wire        want, restart, counts;
    reg  [LOST-1:0] queue_lost;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            queue_lost <= 0;
        else
            queue_lost <= loses;

    surf_loss #(.WIDTH(WIDTH), .LOST(LOST), .EARLIER(EARLIER)) dut (
        .clk25(clk), .lost(queue_lost), .*
    );

    initial assume (!rst_n);

    (* hierconn *) wire        \dut.mark ;
    (* hierconn *) wire        \dut.written ;
    (* hierconn *) wire [WIDTH-1:0] \dut.held ;
    (* hierconn *) wire [WIDTH-1:0] \dut.open ;
    (* hierconn *) wire [WIDTH-1:0] \dut.unplaced ;
    (* hierconn *) wire [WIDTH-1:0] \dut.placed ;
    (* hierconn *) wire [WIDTH-1:0] \dut.front ;
    (* hierconn *) wire [WIDTH-1:0] \dut.back ;
    (* hierconn *) wire        \dut.dropped ;
    (* hierconn *) wire        \dut.accepted ;
    (* hierconn *) wire        \dut.taken ;
    (* hierconn *) wire        \dut.counted ;

    // Packets lost since MARK is 1, and which of them are where
    reg [WIDTH-1:0] lost, place, accepted, taken, marked;
    reg             was_counts, mark, written;
    // the same one clock before; MISS as it was then
    reg [WIDTH-1:0] was_place, was_accepted, was_taken, was_before, was_behind;
    reg             was_accept, was_take, was_drop;

    // losses in the queue, without those of the previous clock; those of Stage 2 are never there
    wire [WIDTH-1:0] queued = lost - place;
    // placed in front of the packet that arrives, or all, because the queue is emptied
    wire [WIDTH-1:0] moved =
        flush ? queued + (was_counts ? queue_lost : 0) :
        !arrive ? 0 :
        earlier == (1 << EARLIER) - 1 ? queued :    // that many or more
        earlier < queued ? earlier : queued;
    wire [WIDTH-1:0] place_next = place + moved + (arrive && drop && ten);
    wire [WIDTH-1:0] accepted_next = accept ? place_next : accepted;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            mark <= 1'b0;
            written <= 1'b0;
            {lost, place, accepted, taken, marked} <= 0;
            {was_place, was_accepted, was_taken, was_before, was_behind} <= 0;
            {was_accept, was_take, was_drop} <= 0;
        end else begin
            if (wr)
                mark <= wdata[`SURFBOARD_TMCR_MARK];
            if (!mark) begin
                written <= 1'b0;
                {lost, place, accepted, taken, marked} <= 0;
                {was_place, was_accepted, was_taken, was_before, was_behind} <= 0;
                {was_accept, was_take, was_drop} <= 0;
            end else begin
                was_place    <= place;
                was_accepted <= accepted;
                was_taken    <= taken;
                was_before   <= was_accepted - marked;
                was_behind   <= lost - was_accepted;
                was_accept   <= accept;
                was_take     <= take;
                was_drop     <= ten && drop;
                // a marker is in the trace until it is decided whether it stays
                if (keep || give_up)
                    written <= 1'b0;
                else if (write)
                    written <= 1'b1;
                lost     <= lost + (was_counts ? queue_lost : 0) + (ten && arrive && drop);
                place    <= place_next;
                accepted <= accepted_next;
                if (take)
                    taken <= accepted_next;
                if (keep && written)
                    marked <= was_taken;
            end
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            was_counts <= 1'b0;
        else
            was_counts <= counts;

    always @* if (rst_n) begin
        assume (!((take || was_take) && (keep || write)));
        assume (!(accept && drop) && (arrive || !(accept || drop)));
        assume (lost < 1 << (WIDTH - 2));
        assume (!write || want);            // surf_trace_ctl writes a marker only on request
    end

    always @* if (rst_n) begin
        if (miss)
            assert (rdata == {{(32 - WIDTH){1'b0}}, was_before + was_behind});
        else
            assert (rdata == {31'd0, mark});
        assert (counts == (mark && ten));
        assert (want == (was_taken != marked && !written));
        assert (missing == was_taken - marked);
        assert (restart == (mark && was_take && taken != was_taken));

        // marked <= taken <= accepted <= place <= lost, so no sum overflows
        assert (marked <= was_taken && was_taken <= taken && taken <= accepted &&
                was_taken <= was_accepted && was_accepted <= accepted &&
                was_accepted <= was_place && was_place <= place &&
                accepted <= place && place <= lost);
        assert (taken == (was_take ? accepted : was_taken));
        assert (accepted == (was_accept ? place : was_accepted));
        assert (!(was_accept && was_drop));
        assert (\dut.accepted == was_accept && \dut.taken == was_take &&
                \dut.dropped == was_drop);
        assert (\dut.front == was_before && \dut.back == was_behind);
        assert (was_before <= lost && was_behind <= lost - was_before);
        assert (\dut.mark == mark && \dut.written == written && \dut.counted == was_counts);
        assert (\dut.held == was_accepted - was_taken && \dut.open == was_place - was_accepted &&
                \dut.placed + was_drop == place - was_place && \dut.unplaced == lost - place);
        // after a flush each loss in the queue has a place in the trace
        if (was_flush)
            assert (\dut.unplaced == 0);
        if (!mark)
            assert (lost == 0 || was_mark);
    end

    reg was_flush;
    initial was_flush = 1'b0;
    always @(posedge clk)
        was_flush <= rst_n && flush;

    reg was_mark;
    initial was_mark = 1'b0;
    always @(posedge clk)
        was_mark <= rst_n && mark;

    always @* begin
        cover (rst_n && marked != 0 && \dut.held != 0 && \dut.unplaced != 0);
        cover (rst_n && arrive && earlier < \dut.unplaced && earlier != 0 && \dut.open != 0);
    end
endmodule
