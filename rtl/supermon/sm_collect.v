// SPDX-License-Identifier: Apache-2.0
//
// sm_collect - counts and traces what the trigger has chosen, in the two banks
//
// Trigger     soon .. user: the outputs o_soon .. o_user of sm_trigger with the same names; only
//             addr_bin is its o_bin and is_write its o_write. run = 1: the clock is monitored; soon
//             is run of the next clock. req: a request, with is_write, tag, addr, addr_bin and what
//             the trigger decided on it: trace, count and user (state). ans: the answer to the
//             request with the tag ans_tag.
// Counting    the bin comes from the user state, the latency or the address. If both banks count,
//             bank A counts an event, or bank B if A is busy reading for an increment; the sum of
//             both words is the count. So an event in every clock is counted. If only one bank
//             counts, it loses an event that comes while it reads.
// Trace       form A: {write, wrap, address, time[15:0]}. wrap: time[39:16] has changed since the
//             last entry. A period of 2^16 clocks without an entry gets {00, 6'd0, time[39:16],
//             16'd0} in its last clock; no event has this form, because time starts at 1.
//             Form B: {user state[7:0], time[39:0]}.
// Host        h_fetch, h_store: held until h_done; served in a clock in which the bank is free.
// Identities  counted events = increments + lost_count, after the stop; traced events = entries of
//             events + lost_trace. Both are proved (tb/formal/supermon).
// Latency     0 to the bank's request. Domain clk.
// Paper       thesis, 2.1.1.
`default_nettype none

module sm_collect #(
    parameter [39:0] TIME_INIT = 40'd0      // time before the first monitored clock
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start,
    input  wire        a_trace,
    input  wire        b_trace,
    input  wire        form_b,
    input  wire [1:0]  hist,
    // the trigger
    input  wire        soon,
    input  wire        run,
    input  wire        req,
    input  wire        is_write,
    input  wire        tag,
    input  wire        ans,
    input  wire        ans_tag,
    input  wire [29:0] addr,
    input  wire [14:0] addr_bin,
    input  wire        trace,
    input  wire        count,
    input  wire [14:0] user,
    // the host
    input  wire        h_fetch,
    input  wire        h_store,
    input  wire [15:0] h_addr,
    input  wire [47:0] h_data,
    output wire        h_done,
    output wire [47:0] h_rdata,             // with h_done of a fetch
    // results
    output reg  [16:0] tcnt,
    output wire        full,
    output reg  [39:0] now,
    output reg  [14:0] state,
    output wire [1:0]  lost_count,          // number of events
    output wire        lost_trace,
    output wire        over,
    output wire        wrap,                // of a counter
    output wire        time_wrap,
    // the banks
    output wire [14:0] a_addr,
    output wire        a_we_n,
    output wire        a_oe,
    output wire [47:0] a_o,
    input  wire [47:0] a_i,
    output wire [14:0] b_addr,
    output wire        b_we_n,
    output wire        b_oe,
    output wire [47:0] b_o,
    input  wire [47:0] b_i
);
    localparam [1:0] EVENTS = 2'd0, CLOCKS = 2'd1, LATENCY = 2'd2;

    wire counts = req && run && count;
    wire traces = req && run && trace;

    // ---- time
    assign time_wrap = soon && &now;
    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            now <= 40'd0;
        else if (start)
            now <= TIME_INIT;
        else if (soon)
            now <= now + 40'd1;

    // ---- latency
    reg         was_run;
    wire        measures = counts && hist == LATENCY;
    wire        gives_up = was_run && !run;
    wire [1:0]  hit, open, late;
    wire [14:0] clocks0, clocks1;

    sm_latency u_latency0 (
        .clk(clk), .rst_n(rst_n), .request(req && !tag), .chosen(measures),
        .answer(ans && !ans_tag), .forget(gives_up), .over(late[0]), .hit(hit[0]),
        .open(open[0]), .clocks(clocks0)
    );
    sm_latency u_latency1 (
        .clk(clk), .rst_n(rst_n), .request(req && tag), .chosen(measures),
        .answer(ans && ans_tag), .forget(gives_up), .over(late[1]), .hit(hit[1]),
        .open(open[1]), .clocks(clocks1)
    );
    assign over = measures && late != 2'b00;

    // ---- events counted in this clock
    wire [14:0] state_now = counts ? user : state;
    wire        adds = run && (hist == CLOCKS || (hist == LATENCY ? hit != 2'b00 : counts));
    wire [14:0] bin = hist == EVENTS ? user : hist == CLOCKS ? state_now
                    : hist == LATENCY ? (hit[1] ? clocks1 : clocks0) : addr_bin;
    wire        a_busy, b_busy, a_wrap, b_wrap, a_fetched, b_fetched;
    wire        a_count = adds && !a_trace && !a_busy;
    wire        b_count = adds && !a_count && !b_trace && !b_busy;
    wire        no_bank = adds && !a_count && !b_count;
    wire [1:0]  missed  = gives_up ? {1'b0, open[0]} + {1'b0, open[1]}
                                   : {1'b0, over};

    assign lost_count = missed + {1'b0, no_bank};
    assign wrap       = a_wrap || b_wrap;

    // ---- trace
    reg         wrapped, entered;   // time[39:16] changed since the last entry; period has an entry
    wire [16:0] room   = {a_trace && b_trace, a_trace != b_trace, 15'd0};
    wire        ends   = run && now[15:0] == 16'hFFFF;
    wire        marks  = ends && !form_b && !entered && !traces;
    wire        at_end = tcnt == room;
    wire        stores = (traces || marks) && !at_end;
    wire        to_b   = a_trace ? b_trace && tcnt[15] : 1'b1;
    wire [47:0] entry  = marks ? {8'd0, now[39:16], 16'd0} : form_b ? {user[7:0], now}
                                                   : {is_write, wrapped, addr, now[15:0]};

    assign full       = at_end && (a_trace || b_trace);
    assign lost_trace = traces && at_end;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            tcnt    <= 17'd0;
            wrapped <= 1'b0;
            entered <= 1'b0;
            was_run <= 1'b0;
            state   <= 15'd0;
        end else if (start) begin
            tcnt    <= 17'd0;
            wrapped <= 1'b0;
            entered <= 1'b0;
            was_run <= 1'b0;
            state   <= 15'd0;
        end else begin
            tcnt    <= tcnt + {16'd0, stores};
            wrapped <= ends || (wrapped && !stores);
            entered <= !ends && (entered || stores);
            was_run <= run;
            if (counts)
                state <= user;
        end

    // ---- banks
    wire a_store  = stores && !to_b;
    wire b_store  = stores && to_b;
    wire h_waits  = (h_fetch || h_store) && !h_done;
    wire a_host   = h_waits && !h_addr[15] && !a_count && !a_store && !a_busy;
    wire b_host   = h_waits && h_addr[15] && !b_count && !b_store && !b_busy;
    reg  stored;

    assign h_done  = a_fetched || b_fetched || stored;
    assign h_rdata = b_fetched ? b_i : a_i;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            stored <= 1'b0;
        else
            stored <= (a_host || b_host) && h_store;

    sm_bank u_bank_a (
        .clk(clk), .rst_n(rst_n), .count(a_count), .store(a_store || (a_host && h_store)),
        .fetch(a_host && h_fetch), .addr(a_count ? bin : a_store ? tcnt[14:0] : h_addr[14:0]),
        .data(a_store ? entry : h_data), .busy(a_busy), .wrap(a_wrap), .fetched(a_fetched),
        .sram_addr(a_addr), .sram_we_n(a_we_n), .sram_oe(a_oe), .sram_o(a_o), .sram_i(a_i)
    );
    sm_bank u_bank_b (
        .clk(clk), .rst_n(rst_n), .count(b_count), .store(b_store || (b_host && h_store)),
        .fetch(b_host && h_fetch), .addr(b_count ? bin : b_store ? tcnt[14:0] : h_addr[14:0]),
        .data(b_store ? entry : h_data), .busy(b_busy), .wrap(b_wrap), .fetched(b_fetched),
        .sram_addr(b_addr), .sram_we_n(b_we_n), .sram_oe(b_oe), .sram_o(b_o), .sram_i(b_i)
    );
endmodule
