// SPDX-License-Identifier: Apache-2.0
//
// sync_fifo - FIFO in one clock domain, in block RAM, with a count of its words
//
// Purpose     buffers 2**DEPTH_LOG2 words; every slot can be used.
// Interface   wr writes wdata at that edge; it is ignored while full = 1.
//             rd pops a word at that edge; it is ignored while empty = 1. rdata has the popped word
//             from the next clock on until the next pop, also after clear; it is 0 before the first
//             pop.
//             clear = 1 holds the FIFO empty; wr and rd are then ignored.
//             Words written can be popped from the next clock on.
// Latency     rd to rdata 1 clock. count, full and empty show the state after the last edge.
// Throughput  one write and one read per clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the FIFO is empty.
`default_nettype none

module sync_fifo #(
    parameter WIDTH = 9,        // bits per word
    parameter DEPTH_LOG2 = 12,  // 2**DEPTH_LOG2 words, 1 to 20
    parameter RAM = "auto"      // ram_style of the memory, for synthesis. If it is not "auto",
                                // rdata is undefined before the first pop: this takes less logic
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
    generate
        if (WIDTH < 1 || DEPTH_LOG2 < 1 || DEPTH_LOG2 > 20) begin : g_illegal
            sync_fifo_WIDTH_must_be_1_or_more_and_DEPTH_LOG2_1_to_20 illegal_parameter ();
        end
    endgenerate

    localparam [DEPTH_LOG2:0]   ONE = 1;
    localparam [DEPTH_LOG2-1:0] INC = 1;

    // A slot is never read and written in the same clock, hence no_rw_check.
    (* no_rw_check, ram_style = RAM *)
    reg [WIDTH-1:0]      mem [0:(1 << DEPTH_LOG2) - 1];
    reg [WIDTH-1:0]      mem_q;    // output register of the RAM, has no reset
    reg [DEPTH_LOG2-1:0] wptr, rptr;
    reg                  popped;   // mem_q holds a word

    wire push = wr && !full && !clear;
    wire pop  = rd && !empty && !clear;

    assign full  = count[DEPTH_LOG2];
    assign empty = count == {(DEPTH_LOG2 + 1){1'b0}};
    assign rdata = mem_q & {WIDTH{popped || RAM != "auto"}};

    always @(posedge clk) begin
        if (push)
            mem[wptr] <= wdata;
        if (pop)
            mem_q <= mem[rptr];
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            wptr   <= {DEPTH_LOG2{1'b0}};
            rptr   <= {DEPTH_LOG2{1'b0}};
            count  <= {(DEPTH_LOG2 + 1){1'b0}};
            popped <= 1'b0;
        end else if (clear) begin
            wptr   <= {DEPTH_LOG2{1'b0}};
            rptr   <= {DEPTH_LOG2{1'b0}};
            count  <= {(DEPTH_LOG2 + 1){1'b0}};
        end else begin
            if (push)
                wptr <= wptr + INC;
            if (pop) begin
                rptr   <= rptr + INC;
                popped <= 1'b1;
            end
            if (push && !pop)
                count <= count + ONE;
            else if (pop && !push)
                count <= count - ONE;
        end
endmodule
