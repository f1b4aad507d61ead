// SPDX-License-Identifier: Apache-2.0
//
// s96_stage3 - histogram, trace and threshold for one packet
//
// Purpose     takes a packet from Stage 2. In histogram mode it adds 1 to the word that
//             the packet addresses and compares the sum with the threshold; in trace
//             mode it writes the packet's time and address to the word of the trace
//             counter.
// Interface   Stage 3 asserts s2_take if s2_valid = 1 while it is idle or in the clock of p_done,
//             unless a host access waits (e_wait), which is then next. The mode in the clock of
//             s2_take applies to the packet. At the end of the memory, a packet to be traced is
//             taken but not recorded (missed = 1 for one clock).
//             event (one clock) with event_addr: the sum, of 41 bits, is greater than the
//             threshold. The word is written all the same.
//             wr_tcnt writes the byte lanes be of the trace counter; a packet taken in
//             the same clock uses the old value.
//             p_*, hold: the packet's port of simm_dram.
// Words       histogram: 40-bit count. Trace: {receive time 19..0, address 19..0}.
// Latency     from s2_take to the end of the write 9 clocks if the memory is idle. hold prevents a
//             host access or a refresh from beginning in the clock of s2_take. An access in
//             progress delays the packet by at most 4 clocks, an overdue refresh after it by 4
//             more.
// Throughput  one packet per 9 clocks, or per 14 while the host makes accesses without pause.
// Domain      clk25.
// Reset       rst_n, power-on only: other resets do not abort a packet in Stage 3.
// Paper       SPDT 1996 3.1, 3.4.
`default_nettype none

module s96_stage3 #(
    parameter WORDS_LOG2 = 20       // the memory has 2**WORDS_LOG2 words: 20 or 24
) (
    input  wire        clk25,
    input  wire        rst_n,

    // Stage 2
    input  wire        s2_valid,
    input  wire [23:0] s2_addr,
    input  wire [19:0] s2_time,
    output wire        s2_take,

    // configuration
    input  wire        trace,
    input  wire [39:0] threshold,
    input  wire        wr_tcnt,
    input  wire [3:0]  be,
    input  wire [31:0] wdata,
    output wire [24:0] tcnt,
    output wire        tend,

    output wire        missed,
    output wire        count_event,
    output wire [23:0] event_addr,

    // memory
    output reg         p_req,
    output wire        hold,
    input  wire        e_wait,
    output reg  [23:0] p_addr,
    input  wire        p_modify,
    input  wire [39:0] p_rdata,
    output wire [39:0] p_wdata,
    input  wire        p_done,

    // observation
    output reg         obs_take,
    output reg         obs_commit
);
    generate
        if (WORDS_LOG2 != 20 && WORDS_LOG2 != 24) begin : g_illegal
            s96_stage3_WORDS_LOG2_must_be_20_or_24 illegal_parameter ();
        end
    endgenerate

    localparam [23:0] MASK = 24'hFFFFFF >> (24 - WORDS_LOG2);

    // Trace counter, one bit wider than an address
    reg  [WORDS_LOG2:0] counter;
    wire [31:0] lanes   = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
    wire [31:0] written = ({7'd0, tcnt} & ~lanes) | (wdata & lanes);
    wire        write   = s2_take && trace && !tend;

    assign tcnt = {{(24 - WORDS_LOG2){1'b0}}, counter};
    assign tend = counter[WORDS_LOG2];

    // A value beyond the end of the memory is stored as the end.
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            counter <= {(WORDS_LOG2 + 1){1'b0}};
        else if (wr_tcnt)
            counter <= written[31:WORDS_LOG2] != 0 ? {1'b1, {WORDS_LOG2{1'b0}}}
                                                   : {1'b0, written[WORDS_LOG2-1:0]};
        else if (write)
            counter <= counter + {{WORDS_LOG2{1'b0}}, 1'b1};

    // The packet
    reg        traced;
    reg [39:0] word;    // the word to be traced

    assign s2_take = s2_valid && (!p_req || (p_done && !e_wait));
    assign missed  = s2_take && trace && tend;
    assign hold    = s2_take && !missed;

    wire [40:0] sum = {1'b0, p_rdata} + 41'd1;

    assign p_wdata     = traced ? word : sum[39:0];
    assign count_event = p_modify && !traced && sum > {1'b0, threshold};
    assign event_addr  = p_addr;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            p_req      <= 1'b0;
            obs_take   <= 1'b0;
            obs_commit <= 1'b0;
        end else begin
            obs_take   <= s2_take;
            obs_commit <= p_modify;
            if (s2_take)
                p_req <= !missed;
            else if (p_done)
                p_req <= 1'b0;
        end

    // Loaded before p_req
    always @(posedge clk25)
        if (s2_take) begin
            p_addr <= trace ? tcnt[23:0] : s2_addr & MASK;
            traced <= trace;
            word   <= {s2_time, s2_addr[19:0]};
        end
endmodule
