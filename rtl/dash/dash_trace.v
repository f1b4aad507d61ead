// SPDX-License-Identifier: Apache-2.0
//
// dash_trace - the trace buffer: a queue of 16 entries in front of the DRAM, and its controller
//
// Purpose     writes entries of one or two words of 36 bits to the DRAM from word 0 on and stops
//             at its end.
// Entries     req (one clock) with word0, word1 and two (1 = the entry has both words). hold = 1:
//             no entry is accepted. Exactly one of these is 1 in the clock of req: take, in_lost
//             (queue full, or hold), own_held (hold, and own: an access to the monitor). An
//             accepted entry ends with commit or with out_lost (no room for all its words), one
//             clock each. Words of one entry are successive.
// Pointer     tcnt: number of words in the buffer; it moves by whole entries. set with set_tcnt
//             takes effect at once if writing = 0 and must wait otherwise.
// Host        h_req with h_addr is held until h_done (one clock); h_rdata is valid with h_done. It
//             waits for at most one word of the trace, and refresh.
// Latency     an idle buffer: 9 clocks from req to commit, 15 with two words. h_done 7.
// Throughput  an entry of one word every 8 clocks, of two every 14.
// Domain      clk; 40 ns or more (simm_dram).
// Reset       rst_n, power-on only: the DRAM is refreshed from then on.
// Paper       thesis on NUMAchine's monitor, 2.2.
`default_nettype none

module dash_trace #(
    parameter TRACE_LOG2 = 21,          // 2**TRACE_LOG2 words; 4 to 21
    parameter REFRESH_CLOCKS = 240      // clocks between refreshes of a row
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        req,
    input  wire        own,
    input  wire        hold,
    input  wire        two,
    input  wire [35:0] word0,
    input  wire [35:0] word1,
    output wire        take,
    output wire        in_lost,
    output wire        own_held,
    output wire        commit,
    output wire        out_lost,
    output wire        busy,            // an accepted entry has not ended
    output wire        writing,
    input  wire        set,
    input  wire [21:0] set_tcnt,
    output reg  [21:0] tcnt,
    input  wire        h_req,
    input  wire [20:0] h_addr,
    output wire        h_done,
    output wire [35:0] h_rdata,
    output wire [11:0] a,
    output wire        ras_n,
    output wire [4:0]  cas_n,
    output wire        we_n,
    output wire        dq_oe,
    output wire [35:0] dq_o,
    input  wire [35:0] dq_i
);
    localparam [1:0] IDLE = 2'd0, POP = 2'd1, ONE = 2'd2, TWO = 2'd3;
    localparam [22:0] WORDS = 23'd1 << TRACE_LOG2;

    wire        full, empty;
    wire [72:0] entry;
    wire [4:0]  unused_count;
    reg  [1:0]  state;
    reg         active, host, turn;     // access in progress; it is the host's; the host is next
    wire        e_done;

    assign take     = req && !hold && !full;
    assign own_held = req && hold && own;
    assign in_lost  = req && !take && !own_held;
    assign busy     = !empty || state != IDLE;
    assign writing  = state != IDLE;

    sync_fifo #(.WIDTH(73), .DEPTH_LOG2(4)) u_fifo (
        .clk(clk), .rst_n(rst_n), .clear(1'b0),
        .wr(take), .wdata({two, word1, word0}), .full(full),
        .rd(state == IDLE), .rdata(entry), .empty(empty), .count(unused_count)
    );

    wire        both  = entry[72];
    wire        room  = {1'b0, tcnt} + {22'd0, both} < WORDS;
    wire        wrote = active && !host && e_done;
    wire        last  = state == TWO || !both;

    assign commit   = wrote && last;
    assign out_lost = state == POP && !room;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            state <= IDLE;
            tcnt  <= 22'd0;
        end else begin
            case (state)
            IDLE:    if (!empty) state <= POP;
            POP:     state <= room ? ONE : IDLE;
            default: if (wrote)  state <= last ? IDLE : TWO;
            endcase
            if (commit)
                tcnt <= tcnt + 22'd1 + {21'd0, both};
            else if (set)
                tcnt <= set_tcnt;
        end

    // The memory's port for single words serves both.
    wire        want = state[1] && !wrote;
    wire        unused_modify, unused_done;
    wire [1:0]  unused_word;
    wire [39:0] rdata, data;
    wire [20:0] word = tcnt[20:0] + {20'd0, state == TWO};

    assign h_done  = active && host && e_done;
    assign h_rdata = rdata[35:0];
    assign dq_o    = data[35:0];

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {active, host, turn} <= 3'b000;
        else if (active)
            active <= !e_done;
        else if (h_req && (turn || !want))
            {active, host, turn} <= 3'b110;
        else if (want)
            {active, host, turn} <= 3'b101;

    simm_dram #(
        .LANES(5), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(REFRESH_CLOCKS)
    ) u_dram (
        .clk(clk), .rst_n(rst_n), .hold(1'b0),
        .p_req(1'b0), .p_addr(24'd0), .p_modify(unused_modify), .p_word(unused_word),
        .p_wdata(40'd0), .p_done(unused_done),
        .e_req(active), .e_first(1'b0), .e_write(!host), .e_addr({3'd0, host ? h_addr : word}),
        .e_be(5'b11111), .e_wdata({4'd0, state == TWO ? entry[71:36] : entry[35:0]}),
        .e_done(e_done), .rdata(rdata),
        .a(a), .ras_n(ras_n), .cas_n(cas_n), .we_n(we_n),
        .dq_i({4'd0, dq_i}), .dq_o(data), .dq_oe(dq_oe)
    );

    wire unused = &{1'b0, unused_count, unused_modify, unused_done, unused_word, rdata[39:36],
                    data[39:36]};
endmodule
