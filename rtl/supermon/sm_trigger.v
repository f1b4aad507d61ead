// SPDX-License-Identifier: Apache-2.0
//
// sm_trigger - address matches, state machine and function, in cascaded SRAMs
//
// Purpose     delays the signals of the processor's bus by 7 clocks, and decides whether each
//             request is counted, traced or ignored.
// Matches     4. Each is an automaton over the address in 5 chunks of 6 bits, highest first: stage
//             k looks up {k, code, chunk} for the next code; the first code is 0. Bit 0 of the last
//             code is the match. Such automata match ranges, masked values and unions of them.
// Machine     looks up {state, ctl, matches}: {count, trace, next state}. The state is 0 at start.
// Function    looks up {bin[7:0], ctl}: the user state. bin: 15 chosen bits of the address.
// Tables      the host may access them while idle = 1; t_rdata is valid one clock after t_addr.
//             t_space 1: machine, 2: function, 3: stage k of the four matches, 3 bits of code
//             each.
// Latency     7 clocks from the pins to o_*, whatever o_run is; o_event = o_req && o_run; o_trace,
//             o_count and o_user are valid with o_event. Throughput: a request in each clock.
// Domain      clk.
// Paper       thesis, 2.1.1.
`default_nettype none

module sm_trigger (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        run,
    input  wire        start,       // one clock, while idle
    input  wire [74:0] sel,
    input  wire        p_req,
    input  wire [29:0] p_addr,
    input  wire [7:0]  p_ctl,
    input  wire        p_tag,
    input  wire        p_ans,
    input  wire        p_ans_tag,
    input  wire        t_we,
    input  wire [1:0]  t_space,
    input  wire [15:0] t_addr,
    input  wire [14:0] t_wdata,
    output wire [14:0] t_rdata,
    output wire        idle,        // the pipeline has no monitored clock
    output wire        o_soon,      // o_run of the next clock
    output wire        o_run,
    output wire        o_req,
    output wire        o_event,
    output wire        o_write,
    output wire        o_tag,
    output wire        o_ans,
    output wire        o_ans_tag,
    output wire [29:0] o_addr,
    output reg  [14:0] o_bin,
    output wire        o_trace,
    output wire        o_count,
    output wire [14:0] o_user,
    output reg  [3:0]  o_state      // after the last o_event
);
    localparam STAGES = 7, W = 42;

    reg  [STAGES-1:0]   runs;
    reg  [STAGES*W-1:0] pipe;       // of each stage {req, ans, ans_tag, tag, ctl, addr}

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            runs <= {STAGES{1'b0}};
            pipe <= {(STAGES * W){1'b0}};
        end else begin
            runs <= {runs[STAGES-2:0], run};
            pipe <= {pipe[(STAGES-1)*W-1:0], p_req, p_ans, p_ans_tag, p_tag, p_ctl, p_addr};
        end

    assign idle   = !run && runs == {STAGES{1'b0}};
    assign o_soon = runs[5];
    assign o_run  = runs[6];
    assign {o_req, o_ans, o_ans_tag, o_tag} = pipe[7*W-1 -: 4];
    assign o_write = pipe[6*W+30];
    assign o_addr  = pipe[6*W +: 30];
    assign o_event = o_req && o_run;

    // ---- matches: stages 0 to 4
    wire [3:0]   match;
    wire [11:0]  code [0:5];
    wire [2:0]   t_stage = t_addr[11:9];
    wire [11:0]  t_match = code[t_stage < 3'd5 ? t_stage + 3'd1 : 3'd0];

    assign code[0] = 12'd0;
    genvar k, m;
    generate for (k = 0; k < 5; k = k + 1) begin : g_stage
        wire [5:0] chunk = pipe[k*W + 24 - 6*k +: 6];
        for (m = 0; m < 4; m = m + 1) begin : g_match
            sm_lookup #(.ADDR_BITS(9), .DATA_BITS(3)) u_code (
                .clk(clk), .we(t_we && t_space == 2'd3 && t_stage == k), .waddr(t_addr[8:0]),
                .wdata(t_wdata[3*m +: 3]), .re(1'b1),
                .raddr(idle ? t_addr[8:0] : {code[k][3*m +: 3], chunk}), .q(code[k+1][3*m +: 3])
            );
        end
    end endgenerate
    assign match = {code[5][9], code[5][6], code[5][3], code[5][0]};

    // ---- machine and function: stage 5
    wire [7:0]  ctl  = pipe[5*W + 30 +: 8];
    wire [31:0] addr = {2'b00, pipe[5*W +: 30]};
    wire        takes = pipe[6*W-1] && runs[5];
    reg         fresh;              // no event since the start
    reg  [14:0] bin;
    wire [5:0]  entry;              // of the machine

    wire [3:0]  state = fresh ? 4'd0 : entry[3:0];

    assign {o_count, o_trace} = entry[5:4];

    integer i;
    always @*
        for (i = 0; i < 15; i = i + 1)
            bin[i] = addr[sel[5*i +: 5]];

    sm_lookup #(.ADDR_BITS(16), .DATA_BITS(6)) u_machine (
        .clk(clk), .we(t_we && t_space == 2'd1), .waddr(t_addr), .wdata(t_wdata[5:0]),
        .re(takes || idle), .raddr(idle ? t_addr : {state, ctl, match}), .q(entry)
    );
    sm_lookup #(.ADDR_BITS(16), .DATA_BITS(15)) u_function (
        .clk(clk), .we(t_we && t_space == 2'd2), .waddr(t_addr), .wdata(t_wdata),
        .re(takes || idle), .raddr(idle ? t_addr : {bin[7:0], ctl}), .q(o_user)
    );
    assign t_rdata = t_space == 2'd1 ? {9'd0, entry} : t_space == 2'd2 ? o_user
                                                     : {3'd0, t_match};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            fresh   <= 1'b1;
            o_bin   <= 15'd0;
            o_state <= 4'd0;
        end else begin
            fresh   <= idle || (fresh && !takes);
            o_bin   <= bin;
            o_state <= start ? 4'd0 : o_event ? entry[3:0] : o_state;
        end
endmodule
