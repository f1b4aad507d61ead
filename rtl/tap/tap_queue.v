// SPDX-License-Identifier: Apache-2.0
//
// tap_queue - queues the packets of several taps, and serves the taps in turn
//
// Purpose     what tap_mux and axi_tap share: a FIFO for each of N sources of words.
// Interface   t_valid[k] = 1: a word of source k in field k of t_word. t_ready[k] = 0: its FIFO is
//             full, and the word is lost. p_valid is 1 only in a clock in which p_ready is 1;
//             p_word is 0 while no word is at the output. While all FIFOs have words, each source
//             is served once in N words. t_lost: the number of words that source k has lost in this
//             clock without presenting them, 0 to 255. p_lost: the sum of these and of the words
//             that came while t_ready was 0, over all sources; it is limited to 255 per clock.
// Latency     t_valid to p_valid: 2 clocks, if no word is queued. t_lost to p_lost: 1 clock.
// Throughput  one word per clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the FIFOs are empty.
`default_nettype none

module tap_queue #(
    parameter N = 2,            // number of sources, 2 to 16
    parameter WIDTH = 149,      // bits of a word
    parameter DEPTH_LOG2 = 2,   // 2**DEPTH_LOG2 words per FIFO, 1 to 10
    parameter RAM = "auto"      // ram_style of the FIFOs, as in sync_fifo
) (
    input  wire               clk,
    input  wire               rst_n,

    input  wire [N-1:0]       t_valid,
    input  wire [N*WIDTH-1:0] t_word,
    output wire [N-1:0]       t_ready,
    input  wire [N*8-1:0]     t_lost,

    output wire               p_valid,
    output wire [WIDTH-1:0]   p_word,
    input  wire               p_ready,
    output reg  [7:0]         p_lost
);
    wire [N-1:0]       empty, full, rd;
    wire [N*WIDTH-1:0] words;

    genvar k;
    generate
        for (k = 0; k < N; k = k + 1) begin : g_tap
            wire [DEPTH_LOG2:0] count;
            wire                unused = &{1'b0, count};

            sync_fifo #(.WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2), .RAM(RAM)) u_fifo (
                .clk(clk), .rst_n(rst_n), .clear(1'b0), .wr(t_valid[k]),
                .wdata(t_word[WIDTH*k +: WIDTH]),
                .full(full[k]), .rd(rd[k]), .rdata(words[WIDTH*k +: WIDTH]), .empty(empty[k]),
                .count(count)
            );
        end
    endgenerate

    assign t_ready = ~full;

    // The next tap to serve: the first one with a packet, after the one served last
    reg  [N-1:0] served;            // one-hot: the tap whose packet is at the output of its FIFO
    reg          have;              // this packet has not been passed on yet
    wire         next = !have || p_ready;
    wire [N-1:0] wants = ~empty;
    wire [N-1:0] after = ~((served - {{N - 1{1'b0}}, 1'b1}) | served);  // bits above served
    wire [N-1:0] later = wants & after;
    wire [N-1:0] from = later != {N{1'b0}} ? later : wants;
    wire [N-1:0] turn = from & ~(from - {{N - 1{1'b0}}, 1'b1});         // lowest bit of from

    assign rd = turn & {N{next}};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            served <= {1'b1, {N - 1{1'b0}}};
            have   <= 1'b0;
        end else if (next) begin
            have <= wants != {N{1'b0}};
            if (wants != {N{1'b0}})
                served <= turn;
        end

    // Its packet
    reg [WIDTH-1:0] out;
    integer         i;

    always @* begin
        out = {WIDTH{1'b0}};
        for (i = 0; i < N; i = i + 1)
            out = out | (words[WIDTH*i +: WIDTH] & {WIDTH{served[i] && have}});
    end

    // Losses
    reg [12:0] losses;
    integer    j;

    always @* begin
        losses = 13'd0;
        for (j = 0; j < N; j = j + 1)
            losses = losses + {5'd0, t_lost[8*j +: 8]} + {12'd0, t_valid[j] && full[j]};
    end

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            p_lost <= 8'd0;
        else
            p_lost <= losses[12:8] != 5'd0 ? 8'd255 : losses[7:0];

    assign p_valid = have && p_ready;
    assign p_word  = out;
endmodule
