// SPDX-License-Identifier: Apache-2.0
//
// Proof of hm_losses alone, for any losses at any time, also in the clock in which a mark is made:
// each output, from the rules of the interface.
//
// A port is open, shut until the next mark, or leaving: shut until the window of that mark ends.
// As in hm_losses.v, a port that is shut accepts no items, so that it stays empty once it is.
`default_nettype none

module prove_hm_losses_any (
    input wire        clk20,
    input wire        rst_n,
    input wire        clear,
    input wire        last,
    input wire [31:0] stamp,
    input wire [15:0] full,
    input wire [15:0] late,
    input wire        miss,
    input wire [15:0] marked,
    input wire        drop,
    input wire [15:0] vector,
    input wire [31:0] frame_stamp,
    input wire [15:0] empty,
    input wire        half,
    input wire        room,
    input wire        go
);
    wire         block, due;
    wire [15:0]  shut, flush;
    wire [127:0] mark;
    wire         take = go && due;

    hm_losses dut (.*);

    reg [15:0] empty_q, shut_q;

    initial assume (!rst_n);
    always @(posedge clk20) begin
        empty_q <= empty;
        shut_q  <= shut;
    end
    always @* if (rst_n) begin
        assume (((full | late) & shut) == 0);
        assume (!miss || (last && marked != 0));
        assume ((marked & shut & empty) == 0);
        assume ((shut & shut_q & empty_q & ~empty) == 0);
        assume (!drop || vector != 0);
    end

    // ---- reference
    reg         lossy;              // something was lost since the last mark
    reg         dropping;           // a frame was dropped since then
    reg  [15:0] closed, leaving;
    reg  [15:0] nodes;
    reg  [31:0] frames, since, newest;
    reg         made;               // a mark was made
    reg [127:0] made_mark;
    wire [15:0] flushed = miss ? marked : 16'd0;
    wire [15:0] losers  = full | late | flushed | (drop ? vector : 16'd0);
    // those since the last mark, without this clock
    wire        before  = lossy && !take;
    wire [33:0] sum     = (before ? frames : 32'd0) + {33'd0, drop} + {33'd0, miss};

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            {lossy, dropping, closed, leaving, made} <= 0;
        end else if (clear) begin
            {lossy, dropping, closed, leaving} <= 0;
        end else begin
            lossy    <= losers != 0 || before;
            dropping <= drop || (dropping && !take);
            if (take) begin
                made      <= 1'b1;
                made_mark <= {closed != 0 ? stamp : newest, 16'h8000, nodes, frames, since};
            end
            closed   <= (take ? 16'd0 : closed) | full | late | flushed;
            leaving  <= last ? 16'd0 : leaving | (take ? closed : 16'd0);
        end

    always @(posedge clk20) begin
        nodes  <= losers | (before ? nodes : 16'd0);
        frames <= sum > 34'hFFFFFFFF ? 32'hFFFFFFFF : sum[31:0];
        // the first dropped frame is older than the present window; the older one of two losses
        // counts
        if (drop && (!before || (!dropping && $signed(frame_stamp - since) < 0)))
            since <= frame_stamp;
        else if (losers != 0 && !before)
            since <= stamp;
        if (drop)
            newest <= frame_stamp;
    end

    always @* if (rst_n) begin
        assert (flush == flushed);
        assert (block == dropping);
        assert (shut == (closed | leaving) && (closed & leaving) == 0);
        assert (due == (lossy && room && (!dropping || half) && (closed & ~empty) == 0));
        cover (take && drop && dropping);
        cover (take && last && closed != 0 && frames == 2);
        cover (made && made_mark[127:96] == 32'h12345678 && lossy);
    end

    // clear does not change the mark; a mark that is being made in that clock is of no use
    reg cleared;
    always @(posedge clk20 or negedge rst_n)
        if (!rst_n)
            cleared <= 1'b0;
        else
            cleared <= clear || (cleared && !take);

    always @* if (rst_n && made && !cleared)
        assert (mark == made_mark);

    // invariants
    (* hierconn *) wire        \dut.open ;
    (* hierconn *) wire [15:0] \dut.reopen ;
    (* hierconn *) wire [15:0] \dut.nodes ;
    (* hierconn *) wire [31:0] \dut.first ;
    (* hierconn *) wire [31:0] \dut.newest ;
    (* hierconn *) wire [31:0] \dut.count ;

    always @* if (rst_n) begin
        assert (\dut.open == lossy && \dut.reopen == leaving);
        assert (!dropping || lossy);
        assert (closed == 0 || lossy);
        assert (!lossy || (\dut.nodes == nodes && \dut.first == since && \dut.count == frames));
        assert (!dropping || \dut.newest == newest);
        assert (!lossy || dropping || closed != 0);
        assert ((leaving & ~(empty_q & shut_q)) == 0);
    end
endmodule
