// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_loss: in every clock, packets lost in the queue or in Stage 2 = packets reported by
// markers that stay + packets that MISS shows, wherever the queue places them; and want is 1
// exactly while the packet in Stage 3 has losses in front of it that no marker reports.
//
// Packets, losses and decisions are free, but a packet is not taken in the clock of a decision. The
// counts have 5 bits, lost 3 and earlier 2 (in the boards 32, 9 and 8). There are fewer losses than
// a count can hold.
`default_nettype none

module prove_surf_loss #(
    parameter WIDTH = 5,
    parameter LOST = 3,
    parameter EARLIER = 2
) (
    input wire        clk,
    input wire        rst_n,
    input wire        wr,
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
    wire [31:0] shown;
    wire [WIDTH-1:0] missing;
    wire        want, restart, counts;
    reg  [LOST-1:0] queue_lost;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            queue_lost <= 0;
        else
            queue_lost <= loses;

    surf_loss #(.WIDTH(WIDTH), .LOST(LOST), .EARLIER(EARLIER)) dut (
        .clk25(clk), .rst_n(rst_n), .wr(wr), .miss(1'b1), .wdata(wdata), .rdata(shown),
        .ten(ten), .counts(counts), .lost(queue_lost), .flush(flush),
        .arrive(arrive), .earlier(earlier), .drop(drop), .accept(accept),
        .take(take), .missing(missing), .want(want), .restart(restart), .write(write),
        .keep(keep), .give_up(give_up)
    );

    initial assume (!rst_n);

    (* hierconn *) wire        \dut.mark ;
    (* hierconn *) wire        \dut.written ;
    (* hierconn *) wire [WIDTH-1:0] \dut.held ;
    (* hierconn *) wire [WIDTH-1:0] \dut.open ;
    (* hierconn *) wire [WIDTH-1:0] \dut.unplaced ;
    (* hierconn *) wire        \dut.counted ;

    // Packets lost since MARK is 1, and those in markers that stay
    reg [WIDTH-1:0] lost, marked;
    reg             was_counts;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {lost, marked} <= 0;
        else if (!\dut.mark )
            {lost, marked} <= 0;
        else begin
            lost <= lost + (was_counts ? queue_lost : 0) + (ten && arrive && drop);
            if (keep && \dut.written )
                marked <= marked + missing;
        end

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            was_counts <= 1'b0;
        else
            was_counts <= counts;

    always @* if (rst_n) begin
        assume (!(take && (keep || write)));
        assume (!(accept && drop) && (arrive || !(accept || drop)));
        assume (lost < 1 << (WIDTH - 2));
        assume (!write || want);            // surf_trace_ctl writes a marker only on request
    end

    always @* if (rst_n) begin
        assert (shown[WIDTH-1:0] + marked == lost && shown[31:WIDTH] == 0);
        assert (want == (missing != 0 && !\dut.written ));
        // no sum overflows
        assert (marked <= lost && missing <= lost && \dut.held <= lost && \dut.open <= lost &&
                \dut.unplaced <= lost);
        assert (shown[WIDTH-1:0] == missing + \dut.held + \dut.open + \dut.unplaced );
        assert (was_counts == \dut.counted && counts == (\dut.mark && ten));
        // after a flush each loss in the queue has a place in the trace
        if (was_flush)
            assert (\dut.unplaced == 0);
        assert (!restart || (\dut.mark && take));
        if (!\dut.mark )
            assert (lost == 0 || was_mark);
    end

    reg was_flush;
    initial was_flush = 1'b0;
    always @(posedge clk)
        was_flush <= rst_n && flush;

    reg was_mark;
    initial was_mark = 1'b0;
    always @(posedge clk)
        was_mark <= rst_n && \dut.mark ;

    always @* begin
        cover (rst_n && marked != 0 && \dut.held != 0 && \dut.unplaced != 0);
    end
endmodule
