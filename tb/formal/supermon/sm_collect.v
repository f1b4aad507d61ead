// SPDX-License-Identifier: Apache-2.0
//
// Proof of sm_collect: each counted event and each trace entry is in a bank or is reported as lost.
//
// Events, the host's fetches and all words are free. The solver chooses one word of the counters
// and one of the trace, and the proof tracks them. The settings do not change while the banks are
// in use.
`default_nettype none

module prove_sm_collect (
    input wire        clk,
    input wire        rst_n,
    input wire        soon,
    input wire        run,
    input wire        req,
    input wire        is_write,
    input wire        tag,
    input wire        ans,
    input wire        ans_tag,
    input wire [29:0] addr,
    input wire [14:0] addr_bin,
    input wire        trace,
    input wire        count,
    input wire [14:0] user,
    input wire        h_fetch,
    input wire [15:0] h_addr,
    input wire [47:0] a_i,
    input wire [47:0] b_i
);
    localparam [1:0] EVENTS = 2'd0, CLOCKS = 2'd1, LATENCY = 2'd2, ADDRESS = 2'd3;  // of hist

    (* anyconst *) wire        a_trace;
    (* anyconst *) wire        b_trace;
    (* anyconst *) wire        form_b;
    (* anyconst *) wire [1:0]  hist;
    (* anyconst *) wire [14:0] spot;        // word of the counters
    (* anyconst *) wire [15:0] entry_at;    // word of the trace

    wire        h_done, full, lost_trace, over, wrap, time_wrap;
    wire [47:0] h_rdata, a_o, b_o;
    wire [16:0] tcnt;
    wire [39:0] now;
    wire [14:0] state, a_addr, b_addr;
    wire [1:0]  lost_count;
    wire        a_we_n, a_oe, b_we_n, b_oe;

    sm_collect dut (.start(1'b0), .h_store(1'b0), .h_data(48'd0), .*);
    (* hierconn *) wire        \dut.a_busy ;
    (* hierconn *) wire        \dut.b_busy ;
    (* hierconn *) wire        \dut.adds ;
    (* hierconn *) wire        \dut.no_bank ;
    (* hierconn *) wire [14:0] \dut.bin ;
    (* hierconn *) wire [1:0]  \dut.open ;
    (* hierconn *) wire        \dut.was_run ;
    (* hierconn *) wire [2:0]  \dut.u_latency0.flight ;
    (* hierconn *) wire [2:0]  \dut.u_latency1.flight ;

    initial assume (!rst_n);

    // ---- the tracked word in both banks
    reg [47:0] a_word, b_word;

    always @(posedge clk) begin
        if (!a_we_n && a_addr == spot)
            a_word <= a_o;
        if (!b_we_n && b_addr == spot)
            b_word <= b_o;
    end
    always @* begin
        assume (!(a_we_n && a_addr == spot) || a_i == a_word);
        assume (!(b_we_n && b_addr == spot) || b_i == b_word);
    end

    // the count that is due; for latencies, the value that sm_latency measured
    wire        event_counts = req && run && count;
    wire        wanted = hist == LATENCY ? \dut.adds : hist == CLOCKS ? run : event_counts;
    wire [14:0] bin = hist == EVENTS ? user : hist == ADDRESS ? addr_bin
                    : hist == CLOCKS ? (event_counts ? user : state) : \dut.bin ;
    wire        lost = hist == LATENCY ? \dut.no_bank : lost_count != 2'd0;
    wire [47:0] counters = (a_trace ? 48'd0 : a_word) + (b_trace ? 48'd0 : b_word);
    reg  [47:0] sum;
    reg         live;           // not the first clock after reset

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            sum <= 48'd0;
        else
            sum <= (live ? sum : counters) + {47'd0, wanted && bin == spot && !lost};

    // counted events that are neither in a bank nor reported: those in a bank's increment, and
    // requests that are being measured
    wire        a_adds = !a_trace && !a_we_n, b_adds = !b_trace && !b_we_n;
    wire        counted = hist == CLOCKS ? run : event_counts;
    reg  [2:0]  pending;
    reg         stopped, stopped_q;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            pending <= 3'd0;
            {stopped, stopped_q} <= 2'b11;
        end else begin
            pending <= pending + {2'd0, counted} - {1'b0, lost_count} - {2'd0, a_adds} -
                       {2'd0, b_adds};
            {stopped, stopped_q} <= {!run, stopped && !run};
        end

    wire a_part = !a_trace && a_addr == spot && (\dut.a_busy || !a_we_n);
    wire b_part = !b_trace && b_addr == spot && (\dut.b_busy || !b_we_n);

    // ---- the tracked word of the trace
    wire        both   = a_trace && b_trace;
    wire [16:0] room   = {both, a_trace != b_trace, 15'd0};
    wire        in_b   = both ? entry_at[15] : b_trace;
    wire        writes = in_b ? !b_we_n && b_addr == entry_at[14:0]
                              : !a_we_n && a_addr == entry_at[14:0];
    reg  [16:0] tcnt_q;
    reg         traced_q;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            tcnt_q   <= 17'd0;
            traced_q <= 1'b0;
            live     <= 1'b0;
        end else begin
            tcnt_q   <= tcnt;
            traced_q <= req && run && trace && !lost_trace;
            live     <= 1'b1;
        end
    always @* assume (a_trace || b_trace || entry_at == 16'd0);
    always @* assume ({1'b0, entry_at} < room || room == 17'd0);

    always @* if (rst_n) begin
        if (live)
            assert (sum == counters + {47'd0, a_part} + {47'd0, b_part});
        if (!a_trace && !b_trace && hist != LATENCY)
            assert (lost_count == 2'd0);
        assert (!(hist == LATENCY && !a_trace && !b_trace && \dut.no_bank ));
        if (hist != LATENCY)
            assert (lost_count <= {1'b0, wanted} && \dut.open  == 2'b00);
        // Each counted event, also a request whose latency is measured, is added to one word, or
        // lost_count reports it, after the stop at the latest.
        if (stopped_q)
            assert (pending == 3'd0);
        assert (pending == {2'd0, \dut.open [0]} + {2'd0, \dut.open [1]} +
                           {2'd0, !a_trace && (\dut.a_busy || !a_we_n)} +
                           {2'd0, !b_trace && (\dut.b_busy || !b_we_n)});
        // invariants of requests that are being measured
        assert (\dut.open == 2'b00 || \dut.was_run );
        assert (!\dut.open [0] || \dut.u_latency0.flight != 3'd0);
        assert (!\dut.open [1] || \dut.u_latency1.flight != 3'd0);
        // invariants of an increment
        assert (!(\dut.a_busy && !a_we_n) && !(\dut.b_busy && !b_we_n));
        assert (!(\dut.a_busy && \dut.b_busy ));
        if (!a_trace && !a_we_n && a_addr == spot)
            assert (a_o == a_word + 48'd1);
        if (!b_trace && !b_we_n && b_addr == spot)
            assert (b_o == b_word + 48'd1);
        assert (!(a_trace && \dut.a_busy ) && !(b_trace && \dut.b_busy ));
        // the trace
        assert (tcnt <= room);
        assert (lost_trace == (req && run && trace && tcnt == room));
        assert (tcnt_q <= tcnt && tcnt - tcnt_q <= 17'd1);
        if (traced_q)
            assert (tcnt == tcnt_q + 17'd1);
        if (room != 17'd0 && live)
            assert (writes == (tcnt != tcnt_q && tcnt_q == {1'b0, entry_at}));
        if (!live)
            assert (tcnt == 17'd0 && a_we_n && b_we_n);
    end

    always @* begin
        cover (rst_n && a_part && b_part);
        cover (rst_n && lost_count == 2'd1 && hist == EVENTS);
        cover (rst_n && wrap);
        cover (rst_n && traced_q && writes && form_b);
        cover (rst_n && lost_trace);
        cover (rst_n && h_done && wanted);
    end
endmodule
