// SPDX-License-Identifier: Apache-2.0
//
// hm_compact - builds frames of 32-bit words, with few time stamps
//
// Purpose     replaces hm_builder when ports deliver words (WORD_PORT): the
//             design proposed in section 6 of the paper. A frame is
//               {has stamp, 10'b0, number of words (5 bits), vector (16 bits)}
//               the time stamp, if bit 31 of the first word is 1
//               a word for each node in the vector, node 0 first
//             All words of a vector were completed in the same window. Words that also began in the
//             same window share a frame, whose time stamp is that window; a vector may therefore
//             produce several frames.
// SELECT_TS   0: every frame has its time stamp. 1: only a frame in which a word
//             has bit 31 set.
// Interface   the same as hm_builder, but heads has 64 bits per node: the word in the lower half,
//             and the number of the window in which it began in the upper half. size is 2 to 18
//             words.
// Timing      FETCH, POP; then for each frame CHECK, HEAD, STAMP if the frame has one, one clock
//             for each word, and STORE.
// Domain      clk20.
// Paper       Malony, Reed 1990, 6.
`default_nettype none

module hm_compact #(
    parameter ROOM = 13,    // width of free
    parameter SELECT_TS = 0
) (
    input  wire            clk20,
    input  wire            rst_n,
    input  wire            clear,
    input  wire            vec_empty,
    output wire            vec_rd,
    input  wire [15:0]     vector,
    output wire [15:0]     pop,
    input  wire [1023:0]   heads,
    input  wire [ROOM-1:0] free,
    output wire            wr,
    output wire [31:0]     wdata,
    output wire            store,
    output wire [4:0]      size,
    output wire            drop
);
    localparam [2:0] FETCH = 3'd0, POP = 3'd1, CHECK = 3'd2, HEAD = 3'd3, STAMP = 3'd4,
                     WORD = 3'd5, STORE = 3'd6;

    reg [2:0]  step;
    reg [15:0] rest;     // nodes of the vector that no frame holds yet
    reg [15:0] group;    // nodes of this frame
    reg [15:0] left;     // nodes of this frame whose words are not stored yet
    reg [4:0]  words;
    reg        stamped, fits;
    reg [31:0] stamp;

    function [15:0] lowest;
        input [15:0] v;
        lowest = v & (~v + 16'd1);
    endfunction

    function [4:0] ones;
        input [15:0] v;
        integer      k;
        begin
            ones = 5'd0;
            for (k = 0; k < 16; k = k + 1)
                ones = ones + {4'd0, v[k]};
        end
    endfunction

    // the lowest node of rest, and that of left
    wire [15:0] lead = lowest(rest), turn = lowest(left);
    reg  [31:0] lead_stamp, word;
    reg  [15:0] same;    // nodes of rest whose words began in the same window as that of lead
    reg         directs; // one of their words requests the time stamp
    integer     i;

    always @* begin
        lead_stamp = 32'd0;
        word = 32'd0;
        for (i = 0; i < 16; i = i + 1) begin
            lead_stamp = lead_stamp | (heads[64*i + 32 +: 32] & {32{lead[i]}});
            word = word | (heads[64*i +: 32] & {32{turn[i]}});
        end
        directs = 1'b0;
        for (i = 0; i < 16; i = i + 1) begin
            same[i] = rest[i] && heads[64*i + 32 +: 32] == lead_stamp;
            directs = directs || (same[i] && heads[64*i + 31]);
        end
    end

    wire            with_stamp = SELECT_TS == 0 || directs;
    wire [4:0]      count      = ones(same);
    wire [ROOM-1:0] needed     = {{(ROOM - 5){1'b0}}, count + 5'd1 + {4'd0, with_stamp}};

    assign vec_rd = step == FETCH && !vec_empty;
    assign pop    = vector & {16{step == POP}};
    assign wr     = (step == HEAD || step == STAMP || step == WORD) && fits;
    assign wdata  = step == HEAD  ? {stamped, 10'd0, words, group} :
                    step == STAMP ? stamp : word;
    assign store  = step == STORE && fits;
    assign drop   = step == STORE && !fits;
    assign size   = words + 5'd1 + {4'd0, stamped};

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            step <= FETCH;
        end else if (clear) begin
            step <= FETCH;
        end else
            case (step)
            FETCH:
                if (vec_rd)
                    step <= POP;
            POP:
                step <= CHECK;
            CHECK:
                step <= HEAD;
            HEAD:
                step <= stamped ? STAMP : WORD;
            STAMP:
                step <= WORD;
            WORD:
                if (left == turn)
                    step <= STORE;
            default:
                step <= rest == 16'd0 ? FETCH : CHECK;
            endcase

    always @(posedge clk20)
        case (step)
        POP:
            rest <= vector;
        CHECK: begin
            rest    <= rest & ~same;
            group   <= same;
            left    <= same;
            words   <= count;
            stamped <= with_stamp;
            stamp   <= lead_stamp;
            fits    <= free >= needed;
        end
        WORD:
            left <= left & ~turn;
        default: ;
        endcase
endmodule
