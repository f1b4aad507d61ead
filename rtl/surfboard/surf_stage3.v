// SPDX-License-Identifier: Apache-2.0
//
// surf_stage3 - Stage 3 of the SurfBoard: counts, histogram and trace of a packet
//
// Purpose     takes a packet from Stage 2, adds its words to the word counter, increments its
//             histogram bin, decides whether to trace it and writes the trace entry. Word counter
//             and histogram share one 32-bit adder.
// Interface   Stage 3 asserts s2_take in the clock in which it is idle and s2_valid = 1. All s2_*,
//             bin, wen, hen and ten are sampled at the end of that clock, so the modes in force
//             then apply to the whole packet.
//             set_lv, set_lu, set_wcv and set_bv are 1 for one clock each and set bits of ISCR.
//             index_push with index puts a bin that has wrapped into the index FIFO. saturate = 1:
//             a bin stops at FFFFFFFF, and set_bv and index_push come when it reaches this value.
//             decide (one clock) asks surf_trace_ctl with pk_*; record and entry
//             answer in the same clock. pk_hen and size belong to the same packet. mark with
//             record: Stage 3 writes a loss marker with the number missing, and then asserts decide
//             for the packet again. outlier: the packet is an outlier. surfboard_ext.def has the
//             layout of both entries.
//             wr_wcdr writes the word counter; a packet counted in the same clock
//             counts before the write.
//             h_* and t_* connect to the packet ports of the two simm_dram or, with QUICK = 1, to
//             those of surf_bram: then h_req comes with s2_take, so that h_modify comes in the
//             clock after WORDS; a packet without HEN withdraws it. The entry is written in the
//             clock of t_req, one in which t_hold is 1, and t_done is not used. AHEAD = 1: h_*
//             connect to a simm_dram with AHEAD = 1; t_line with t_addr is put into a queue in
//             the clock of t_req, and the decision on a packet waits while t_ready = 0.
// Order       word count, histogram, trace decision, trace entry. The overflow of a packet's own
//             bin can therefore make it the trigger packet.
// Latency     obs_take to obs_done if the memories are idle: 3 clocks without a mode, 10 with the
//             histogram, 14 with the trace, 19 with both. With EISA accesses and overdue refreshes
//             it is at most 26: h_hold prevents them from beginning in clock 0, that of s2_take, so
//             an EISA access that began before and a refresh after it delay the read-modify-write
//             from clock 1 to 8 and the decision to 14. t_hold prevents accesses of the trace
//             memory from beginning from clock 10 on, so the memory is free in clock 14, and the
//             entry is written in clocks 15 to 24. A loss marker takes 12 clocks more, or one with
//             QUICK = 1 or AHEAD = 1.
// Throughput  the next packet is taken in the clock of obs_done at the earliest. QUICK = 1: one
//             packet per 3 clocks, or 4 with the histogram. AHEAD = 1: one per 3, or 8 with the
//             histogram.
// Domain      clk25.
// Reset       rst_n, power-on only: RESDRV and PRS do not abort a packet in Stage 3.
// Paper       TR-596-99 3.1, A.1.
`default_nettype none

module surf_stage3 #(
    parameter QUICK = 0,        // 1 = the memories are surf_bram
    parameter AHEAD = 0         // 1 = the SIMM controllers have AHEAD = 1
) (
    input  wire         clk25,
    input  wire         rst_n,

    // Stage 2 and bin selector
    input  wire         s2_valid,
    input  wire [127:0] s2_trace,
    input  wire [10:0]  s2_size,
    input  wire         s2_v,
    input  wire         s2_u,
    input  wire         s2_ext,
    input  wire [23:0]  bin,
    output wire         s2_take,

    // modes
    input  wire         wen,
    input  wire         hen,
    input  wire         ten,
    input  wire         saturate,

    // word counter
    input  wire         wr_wcdr,
    input  wire [31:0]  wdata,
    output reg  [31:0]  wcdr,

    // events
    output wire         set_lv,
    output wire         set_lu,
    output wire         set_wcv,
    output wire         set_bv,
    output wire         index_push,
    output wire [23:0]  index,

    // trace control
    output wire         decide,
    output reg          pk_ten,
    output reg          pk_ext,
    output reg          pk_wrapped,
    output reg          pk_hen,
    output reg  [10:0]  size,
    input  wire         record,
    input  wire [21:0]  entry,
    input  wire         mark,
    input  wire [31:0]  missing,
    input  wire         outlier,

    // histogram memory
    output wire         h_req,
    output wire         h_hold,
    output wire [23:0]  h_addr,
    input  wire         h_modify,
    input  wire [31:0]  h_rdata,
    output wire [31:0]  h_wdata,
    input  wire         h_done,

    // trace memory
    output wire         t_req,
    output wire         t_hold,
    output wire [23:0]  t_addr,
    input  wire [1:0]   t_word,
    output reg  [31:0]  t_wdata,
    output wire [127:0] t_line,    // the whole entry, with t_req
    input  wire         t_done,
    input  wire         t_ready,

    output wire         obs_take,
    output reg          obs_done
);
    localparam [2:0] IDLE   = 3'd0,
                     WORDS  = 3'd1,  // word count
                     BIN    = 3'd2,  // until the new count of the bin is known
                     DECIDE = 3'd3,  // decide whether to trace the packet
                     TRACE  = 3'd4,  // until the entry is written
                     FINISH = 3'd5;  // until the bin is written

    localparam [3:0] HOLD_FROM = 4'd10;

    reg [2:0]   state;
    reg [3:0]   age;       // clocks since s2_take; saturates at HOLD_FROM
    reg         pk_wen;
    reg         asks;      // for the histogram memory
    reg [23:0]  its_bin;
    reg [127:0] trace;
    reg [21:0]  pk_entry;
    reg         marking;   // state TRACE writes a loss marker

    assign s2_take = s2_valid && state == IDLE;

    // The adder. The word counter uses it in state WORDS only, in which no bin is modified.
    wire        words = state == WORDS;
    wire [31:0] add_a = words ? wcdr : h_rdata;
    wire [31:0] add_b = {21'd0, words ? size : 11'd1};
    wire [32:0] sum   = {1'b0, add_a} + {1'b0, add_b};
    wire        count = words && pk_wen;

    // A bin that is full, or becomes full
    wire        wraps = saturate ? &h_rdata[31:1] && !h_rdata[0] : sum[32];

    assign h_wdata = saturate && sum[32] ? 32'hFFFFFFFF : sum[31:0];

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            wcdr <= 32'd0;
        else if (wr_wcdr)
            wcdr <= wdata;
        else if (count)
            wcdr <= sum[31:0];

    // Events
    assign set_lv     = s2_take && s2_v;
    assign set_lu     = s2_take && s2_u;
    assign set_wcv    = count && sum[32];
    assign set_bv     = h_modify && wraps;
    assign index_push = set_bv;
    assign index      = its_bin;
    assign decide     = state == DECIDE && (AHEAD == 0 || t_ready);

    // Memories. If the histogram memory is the slower one, the bin may be written after the trace
    // entry.
    wire   h_open = asks && !h_done;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            asks <= 1'b0;
        else
            asks <= s2_take ? hen : h_open;

    assign h_req  = asks || (QUICK != 0 && s2_take);
    assign h_addr = QUICK != 0 && state == IDLE ? bin : its_bin;

    assign h_hold = AHEAD == 0 && s2_take && hen;
    assign t_hold = QUICK != 0 ? state == DECIDE :
                    AHEAD == 0 && pk_ten && age == HOLD_FROM && !t_done;
    assign t_req  = record || state == TRACE;
    assign t_addr = {decide ? entry : pk_entry, 2'b00};

    assign t_line = (decide ? mark : marking) ?
                    {3'b010, 29'd0, trace[95:64], 20'd0, trace[43:32], missing} :
                    {trace[127:126], trace[125] | outlier, trace[124:0]};

    always @* begin
        case (t_word)
        2'd0:    t_wdata = t_line[31:0];
        2'd1:    t_wdata = t_line[63:32];
        2'd2:    t_wdata = t_line[95:64];
        default: t_wdata = t_line[127:96];
        endcase
    end

    assign obs_take = s2_take;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            state      <= IDLE;
            age        <= 4'd0;
            pk_wen     <= 1'b0;
            pk_hen     <= 1'b0;
            pk_ten     <= 1'b0;
            pk_ext     <= 1'b0;
            pk_wrapped <= 1'b0;
            size       <= 11'd0;
            trace      <= 128'd0;
            pk_entry   <= 22'd0;
            marking    <= 1'b0;
            its_bin    <= 24'd0;
            obs_done   <= 1'b0;
        end else begin
            obs_done <= 1'b0;
            if (state != IDLE && age != HOLD_FROM)
                age <= age + 4'd1;
            if (h_modify)
                pk_wrapped <= wraps;

            case (state)
            IDLE:
                if (s2_valid) begin
                    state      <= WORDS;
                    age        <= 4'd1;
                    pk_wen     <= wen;
                    pk_hen     <= hen;
                    pk_ten     <= ten;
                    pk_ext     <= s2_ext;
                    pk_wrapped <= 1'b0;
                    size       <= s2_size;
                    trace      <= s2_trace;
                    its_bin    <= bin;
                end
            WORDS:
                state <= pk_hen ? BIN : DECIDE;
            BIN:
                if (h_modify)
                    state <= DECIDE;
            DECIDE: begin
                if (QUICK != 0 || AHEAD != 0) begin
                    if (decide && !(record && mark)) begin
                        state    <= IDLE;
                        age      <= 4'd0;
                        obs_done <= 1'b1;
                    end
                end else if (record) begin
                    state    <= TRACE;
                    pk_entry <= entry;
                    marking  <= mark;
                end else begin
                    age      <= 4'd0;
                    state    <= h_open ? FINISH : IDLE;
                    obs_done <= !h_open;
                end
            end
            TRACE:
                if (t_done) begin
                    marking  <= 1'b0;
                    age      <= marking ? age : 4'd0;
                    state    <= marking ? DECIDE : h_open ? FINISH : IDLE;
                    obs_done <= !marking && !h_open;
                end
            default:        // FINISH
                if (h_done) begin
                    state    <= IDLE;
                    obs_done <= 1'b1;
                end
            endcase
        end
endmodule
