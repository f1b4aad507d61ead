// SPDX-License-Identifier: Apache-2.0
//
// hm_frames - frame FIFO
//
// Purpose     stores complete frames until their words are read one by one.
// Interface   wr stores a word of the frame that is being written; store ends that frame of size
//             words and makes it readable from the next clock on. Before it begins a frame, the
//             writer must check that free, the number of free words, is sufficient.
//             rd pops the next word: rdata has it in the next clock, or is 0 if no frame was
//             stored. A frame occupies its space until its last word is read. With COMPACT = 1 the
//             first word of a frame contains its length.
//             clear empties the FIFO; wr, store and rd are then ignored.
// Capacity    2**DEPTH_LOG2 words.
// Domain      clk20.
// Paper       Malony, Reed 1990, 3.3, 5.1.
`default_nettype none

module hm_frames #(
    parameter DEPTH_LOG2 = 12, // 2**DEPTH_LOG2 words
    parameter COMPACT = 0      // 0: frames of 4 words, 1: frames of hm_compact
) (
    input  wire                clk20,
    input  wire                rst_n,
    input  wire                clear,
    input  wire                wr,
    input  wire [31:0]         wdata,
    input  wire                store,
    input  wire [4:0]          size,
    output wire [DEPTH_LOG2:0] free,
    input  wire                rd,
    output wire [31:0]         rdata
);
    localparam [DEPTH_LOG2-1:0] INC  = 1;
    localparam [DEPTH_LOG2:0]   ONE  = 1;
    localparam [DEPTH_LOG2:0]   FULL = {1'b1, {DEPTH_LOG2{1'b0}}};

    // A slot is never read and written in the same clock, hence no_rw_check.
    (* no_rw_check *)
    reg [31:0]           mem [0:(1 << DEPTH_LOG2) - 1];
    reg [31:0]           mem_q;    // output register of the RAM, has no reset
    reg                  valid;    // mem_q was read in the last clock
    reg [DEPTH_LOG2-1:0] wptr, rptr;
    reg [DEPTH_LOG2:0]   unread;   // words of stored frames not yet read
    reg [DEPTH_LOG2:0]   used;     // words occupied
    wire                 taken;    // rd takes a word
    wire                 last;     // the word that rd takes is the last of its frame
    wire [4:0]           length;   // length of that frame

    assign free  = FULL - used;
    assign taken = rd && unread != {(DEPTH_LOG2 + 1){1'b0}};
    assign rdata = mem_q & {32{valid}};

    wire [DEPTH_LOG2:0] more = {{(DEPTH_LOG2 - 4){1'b0}}, size} & {(DEPTH_LOG2 + 1){store}};
    wire [DEPTH_LOG2:0] less = {{(DEPTH_LOG2 - 4){1'b0}}, length} &
                               {(DEPTH_LOG2 + 1){taken && last}};

    generate
        if (COMPACT != 0) begin : g_compact
            reg       first;      // the word in mem_q is the first of its frame
            reg [4:0] left, all;  // words left of the current frame, and its length

            // length after the first word: the number of words, and 1 if there is a time stamp
            wire [4:0] rest = mem_q[20:16] + {4'd0, mem_q[31]};
            wire [4:0] now  = first ? rest : left;

            assign last   = now == 5'd1;
            assign length = first ? rest + 5'd1 : all;

            always @(posedge clk20 or negedge rst_n)
                if (!rst_n) begin
                    first <= 1'b0;
                    left  <= 5'd0;
                end else if (clear) begin
                    first <= 1'b0;
                    left  <= 5'd0;
                end else begin
                    if (taken) begin
                        first <= now == 5'd0;
                        left  <= now == 5'd0 ? 5'd0 : now - 5'd1;
                    end else if (first) begin
                        first <= 1'b0;
                        left  <= rest;
                    end
                end

            always @(posedge clk20)
                if (first)
                    all <= rest + 5'd1;
        end else begin : g_plain
            reg [1:0] word;       // word of the frame that is read next

            assign last   = word == 2'd3;
            assign length = 5'd4;

            always @(posedge clk20 or negedge rst_n)
                if (!rst_n)
                    word <= 2'd0;
                else if (clear)
                    word <= 2'd0;
                else if (taken)
                    word <= word + 2'd1;
        end
    endgenerate

    always @(posedge clk20) begin
        if (wr)
            mem[wptr] <= wdata;
        if (taken)
            mem_q <= mem[rptr];
        valid <= taken && !clear;
    end

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            wptr   <= {DEPTH_LOG2{1'b0}};
            rptr   <= {DEPTH_LOG2{1'b0}};
            unread <= {(DEPTH_LOG2 + 1){1'b0}};
            used   <= {(DEPTH_LOG2 + 1){1'b0}};
        end else if (clear) begin
            wptr   <= {DEPTH_LOG2{1'b0}};
            rptr   <= {DEPTH_LOG2{1'b0}};
            unread <= {(DEPTH_LOG2 + 1){1'b0}};
            used   <= {(DEPTH_LOG2 + 1){1'b0}};
        end else begin
            if (wr)
                wptr <= wptr + INC;
            if (taken)
                rptr <= rptr + INC;
            unread <= unread + more - (taken ? ONE : {(DEPTH_LOG2 + 1){1'b0}});
            used   <= used + more - less;
        end
endmodule
