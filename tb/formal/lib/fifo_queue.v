// SPDX-License-Identifier: Apache-2.0
//
// fifo_queue - stands in for rtl/lib/sync_fifo.v in proofs of the modules that use it
//
// It is the same FIFO as a queue: its oldest word is in the lowest WIDTH bits of queue, so that an
// invariant can refer to the words in order. The proof sync_fifo_queue shows that both have the
// same outputs. -DQUEUE=NAME names the module. -DFREE=N: FIFOs of N-bit words output arbitrary
// words, for proofs that do not depend on the words.
`default_nettype none

module `QUEUE #(
    parameter WIDTH = 9,
    parameter DEPTH_LOG2 = 12,
    parameter RAM = "auto"
) (
    input  wire                clk,
    input  wire                rst_n,
    input  wire                clear,
    input  wire                wr,
    input  wire [WIDTH-1:0]    wdata,
    output wire                full,
    input  wire                rd,
    output wire [WIDTH-1:0]    rdata,
    output wire                empty,
    output reg  [DEPTH_LOG2:0] count
);
    localparam SLOTS = 1 << DEPTH_LOG2;

    reg [WIDTH*SLOTS-1:0] queue;
    reg [WIDTH-1:0]       word;

`ifdef FREE
    (* anyseq *) wire [WIDTH-1:0] any;
    assign rdata = WIDTH == `FREE ? any : word;
`else
    assign rdata = word;
`endif
    assign full  = count == SLOTS;
    assign empty = count == 0;

    wire                push = wr && !full && !clear;
    wire                pop  = rd && !empty && !clear;
    wire [DEPTH_LOG2:0] end_ = count - pop;    // position of the next word

    genvar i;
    generate
        for (i = 0; i < SLOTS; i = i + 1) begin : g_slot
            always @(posedge clk)
                if (push && end_ == i)
                    queue[WIDTH*i +: WIDTH] <= wdata;
                else if (pop && i + 1 < SLOTS)
                    queue[WIDTH*i +: WIDTH] <= queue[WIDTH*((i + 1) % SLOTS) +: WIDTH];
        end
    endgenerate

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            count <= 0;
            word <= 0;
        end else begin
            if (pop)
                word <= queue[WIDTH-1:0];
            count <= clear ? 0 : count + push - pop;
        end
endmodule
