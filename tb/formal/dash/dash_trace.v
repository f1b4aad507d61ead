// SPDX-License-Identifier: Apache-2.0
// Proof of dash_trace: no request is lost without a flag, no entry is written in part.
`default_nettype none

module prove_dash_trace #(
    parameter TRACE_LOG2 = 4
) (
    input wire        clk,
    input wire        rst_n,
    input wire        req,
    input wire        own,
    input wire        hold,
    input wire        two,
    input wire [35:0] word0,
    input wire [35:0] word1,
    input wire        set,
    input wire [21:0] set_tcnt,
    input wire        h_req,
    input wire [20:0] h_addr,
    input wire [35:0] dq_i
);
    localparam WORDS = 1 << TRACE_LOG2;

    wire        take, in_lost, own_held, commit, out_lost, busy, writing, h_done;
    wire [21:0] tcnt;
    wire [35:0] h_rdata, dq_o;
    wire [11:0] a;
    wire [4:0]  cas_n;
    wire        ras_n, we_n, dq_oe;

    dash_trace #(.TRACE_LOG2(TRACE_LOG2)) dut (.*);
    (* hierconn *) wire [1:0]  \dut.state ;
    (* hierconn *) wire [4:0]  \dut.u_fifo.count ;
    (* hierconn *) wire        \dut.both ;
    (* hierconn *) wire        \dut.active ;
    (* hierconn *) wire        \dut.host ;
    (* hierconn *) wire [20:0] \dut.word ;
    (* hierconn *) wire        \dut.turn ;

    initial assume (!rst_n);
    // software sets the pointer between entries, inside of the buffer or at its end
    always @* assume (!(set && writing) && (!set || set_tcnt <= WORDS));

    reg  [4:0]  under_way;
    reg  [21:0] was;
    reg         moved, counts_two, entry_two;
    reg  [1:0]  state;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            under_way   <= 5'd0;
            was         <= 22'd0;
            moved       <= 1'b0;
            counts_two  <= 1'b0;
            entry_two   <= 1'b0;
            state       <= 2'd0;
        end else begin
            under_way   <= under_way + take - commit - out_lost;
            was         <= set ? set_tcnt : tcnt;
            moved       <= commit;
            counts_two  <= \dut.both ;
            entry_two   <= \dut.both ;
            state       <= \dut.state ;
        end

    // each side is served at most once while the other one waits: an access gives the next turn to
    // the other side
    reg  trace_next, host_next;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {trace_next, host_next} <= 2'b00;
        else begin
            trace_next <= !\dut.active && !\dut.turn && \dut.state [1];
            host_next  <= !\dut.active && \dut.turn && h_req;
        end

    always @* if (rst_n) begin
        assert (!(trace_next && \dut.active && \dut.host ));
        assert (!(host_next && \dut.active && !\dut.host ));
        assert (!\dut.active || \dut.turn != \dut.host );
    end

    // the popped entry does not change until the next pop
    always @* if (rst_n && state != 2'd0)
        assume (\dut.both == entry_two);

    always @* if (rst_n) begin
        assert (take + in_lost + own_held == req);
        assert (!take || !hold);
        assert (!(own_held && !(own && hold)));
        assert (under_way == \dut.u_fifo.count + (\dut.state != 2'd0));
        assert (under_way <= 5'd17 && busy == (under_way != 0));
        assert (!(commit && out_lost));
        // an entry is lost in front of the queue only if the queue is full, or during HOLD
        assert (!in_lost || hold || \dut.u_fifo.count == 5'd16);
        // an entry is lost at the DRAM only if it does not fit there
        assert (!out_lost || tcnt + (\dut.both ? 2 : 1) > WORDS);
        // the pointer moves by whole entries and stays inside the buffer
        assert (tcnt == was + (moved ? (counts_two ? 22'd2 : 22'd1) : 22'd0));
        assert (tcnt <= WORDS);
        if (\dut.state [1])
            assert (tcnt + (\dut.both ? 2 : 1) <= WORDS);
        if (\dut.state == 2'd3)
            assert (\dut.both );
        if (\dut.active && !\dut.host )
            assert (\dut.state [1] && \dut.word < WORDS);
    end

    always @* begin
        cover (rst_n && in_lost && !hold);
        cover (rst_n && out_lost);
        cover (rst_n && commit && \dut.both );
    end
endmodule
