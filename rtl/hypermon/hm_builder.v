// SPDX-License-Identifier: Apache-2.0
//
// hm_builder - builds an event frame from each strobe vector
//
// Purpose     takes the strobe vectors in order, pops the nibble of each node that the vector
//             marks, and stores the frame:
//               W0  nibbles of nodes 15..8, node 15 in bits 31..28
//               W1  nibbles of nodes 7..0, node 7 in bits 31..28
//               W2  0, strobe vector in bits 15..0
//               W3  number of the window
//             The nibble of a node that is not marked is 0.
// Interface   vec_rd pops a vector; vector and stamp are valid from the next clock until the next
//             vec_rd. pop has a 1 for each node whose item is popped; heads is valid from the next
//             clock on. free is the number of free words in the frame FIFO. wr stores a word; store
//             ends the frame of size words. If there was no room, or if block = 1, drop replaces
//             store.
//             If due = 1, a loss mark is stored before the next frame: take creates it, and mark
//             has its words, W0 in bits 31..0, from the next clock on. due = 1 only if the mark
//             fits. take must end block.
// Timing      a frame in 8 clocks, whether it is stored or dropped: FETCH, POP,
//             CHECK, W0, W1, W2, W3, STORE. Room is checked in CHECK.
// Domain      clk20.
// Paper       Malony, Reed 1990, 3.2.1, Figure 5, 5.1.
`default_nettype none

module hm_builder #(
    parameter ROOM = 13    // width of free
) (
    input  wire            clk20,
    input  wire            rst_n,
    input  wire            clear,
    input  wire            vec_empty,
    output wire            vec_rd,
    input  wire [15:0]     vector,
    input  wire [31:0]     stamp,
    output wire [15:0]     pop,
    input  wire [63:0]     heads,   // node n in bits 4n+3..4n
    input  wire [ROOM-1:0] free,
    input  wire            block,   // the builder drops all frames
    input  wire            due,
    output wire            take,
    input  wire [127:0]    mark,
    output wire            wr,
    output wire [31:0]     wdata,
    output wire            store,
    output wire [4:0]      size,
    output wire            drop
);
    localparam [2:0] FETCH = 3'd0, POP = 3'd1, CHECK = 3'd2, W0 = 3'd3, W3 = 3'd6, STORE = 3'd7;
    localparam [ROOM-1:0] WORDS = 4;

    reg [2:0]  step;
    reg        fits, marking;
    wire [63:0] nibbles;
    wire [127:0] words;

    genvar n;
    generate
        for (n = 0; n < 16; n = n + 1) begin : g_node
            assign nibbles[4*n +: 4] = heads[4*n +: 4] & {4{vector[n]}};
        end
    endgenerate

    assign words  = marking ? mark : {stamp, 16'd0, vector, nibbles[31:0], nibbles[63:32]};
    assign take   = step == FETCH && due;
    assign vec_rd = step == FETCH && !vec_empty && !due;
    assign pop    = vector & {16{step == POP && !marking}};
    assign wr     = step >= W0 && step <= W3 && fits;
    assign wdata  = step == W0          ? words[31:0] :
                    step == W0 + 3'd1   ? words[63:32] :
                    step == W0 + 3'd2   ? words[95:64] : words[127:96];
    assign store  = step == STORE && fits;
    assign drop   = step == STORE && !fits;
    assign size   = 5'd4;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            step <= FETCH;
        end else if (clear) begin
            step <= FETCH;
        end else begin
            if (step != FETCH || vec_rd || take)
                step <= step + 3'd1;
        end

    always @(posedge clk20) begin
        if (step == FETCH)
            marking <= due;
        if (step == CHECK)
            fits <= free >= WORDS && !block;
    end
endmodule
