// SPDX-License-Identifier: Apache-2.0
//
// surf_stage3 - Stage 3 of the SurfBoard: counts, histogram and trace of a packet
//
// Purpose     takes a packet from Stage 2, adds its words to the word counter,
//             increments its histogram bin, decides on tracing and writes the trace
//             entry. One 32-bit adder serves word counter and histogram.
// Interface   s2_take is given in the clock in which an idle Stage 3 sees s2_valid;
//             everything s2_*, bin, wen, hen and ten are taken at its end, so a
//             packet belongs wholly to the modes then in force.
//             set_lv, set_lu, set_wcv, set_bv: one clock each, to ISCR. index_push
//             with index: the bin that wrapped, to the index FIFO.
//             saturate = 1: a bin stays at FFFFFFFF, and these come when it reaches it.
//             decide (one clock) asks surf_trace_ctl with pk_*; record and entry
//             answer in the same clock. pk_hen and size belong to the same packet.
//             mark with record: what is written is a loss marker of the number missing, and
//             decide comes again for the packet when it is. outlier: the packet is one. The
//             layout of both is in surfboard_ext.def.
//             wr_wcdr writes the word counter; a packet counted in the same clock
//             counts before the write.
//             h_*, t_* are the packet ports of the two shrimp_dram. With QUICK = 1 they are
//             those of surf_bram: h_modify comes in the clock after WORDS, and the entry
//             is written in the clock of t_req; h_done and t_done are not used.
//             AHEAD = 1: h_* go to a shrimp_dram of that kind; t_line with t_addr to a queue, in
//             the clock of t_req, and a packet waits for its decision while t_ready = 0.
// Order       word count, histogram, trace decision, trace entry; so the overflow of
//             a packet's own bin can make it the trigger.
// Latency     obs_take to obs_done at idle memories: 3 clocks without a mode, 10
//             with the histogram, 14 with the trace, 19 with both. With EISA and
//             overdue refreshes in the way 26 at most: h_hold keeps them from
//             beginning in the clock of the take (0), so an EISA access begun before
//             it and a refresh behind that delay the read-modify-write from clock 1
//             to 8 and the decision to 14. t_hold lets nothing begin in the trace
//             memory from clock 10 on, so it is free by 14, and the entry is
//             written in 15 to 24.
//             A loss marker takes 12 clocks more, QUICK = 1 or AHEAD = 1: one.
// Throughput  a packet is taken in the clock of obs_done at the earliest. QUICK = 1: one
//             in 3 clocks, with the histogram in 4. AHEAD = 1: in 3, with the histogram in 8.
// Domain      clk25.
// Reset       rst_n, power-on only: RESDRV and PRS let a packet in here finish.
// Paper       TR-596-99 3.1, A.1.
`default_nettype none

module surf_stage3 #(
    parameter QUICK = 0,        // 1 = memories of surf_bram
    parameter AHEAD = 0         // 1 = SIMMs that take requests ahead
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
    output reg          h_req,
    output wire         h_hold,
    output reg  [23:0]  h_addr,
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
                     DECIDE = 3'd3,  // trace or not
                     TRACE  = 3'd4,  // until the entry is written
                     FINISH = 3'd5;  // until the bin is written

    localparam [3:0] HOLD_FROM = 4'd10;

    reg [2:0]   state;
    reg [3:0]   age;       // clocks since the take, stops at HOLD_FROM
    reg         pk_wen;
    reg [127:0] trace;
    reg [21:0]  pk_entry;
    reg         marking;   // TRACE writes a marker

    assign s2_take = s2_valid && state == IDLE;

    // The adder. It is the word counter's in WORDS only, where no bin is modified.
    wire        words = state == WORDS;
    wire [31:0] add_a = words ? wcdr : h_rdata;
    wire [31:0] add_b = {21'd0, words ? size : 11'd1};
    wire [32:0] sum   = {1'b0, add_a} + {1'b0, add_b};
    wire        count = words && pk_wen;

    // A bin that is full, or gets full
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
    assign index      = h_addr;
    assign decide     = state == DECIDE && (AHEAD == 0 || t_ready);

    // Memories. The bin may be written after the entry, if its memory is the slower one.
    wire   h_open = h_req && !h_done;

    assign h_hold = AHEAD == 0 && s2_take && hen;
    assign t_hold = AHEAD == 0 && pk_ten && age == HOLD_FROM && !t_done;
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
            h_req      <= 1'b0;
            h_addr     <= 24'd0;
            obs_done   <= 1'b0;
        end else begin
            obs_done <= 1'b0;
            if (state != IDLE && age != HOLD_FROM)
                age <= age + 4'd1;
            if (h_modify)
                pk_wrapped <= wraps;
            if (h_done)
                h_req <= 1'b0;

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
                    h_req      <= hen;
                    h_addr     <= bin;
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
                        h_req    <= 1'b0;
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
