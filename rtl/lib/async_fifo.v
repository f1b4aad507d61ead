// SPDX-License-Identifier: Apache-2.0
//
// async_fifo - FIFO between two clocks
//
// Purpose     carries words from clk_w to clk_r in order. It has Gray-coded pointers and a memory
//             of 2**DEPTH_LOG2 words. LEVEL = 0: the first word falls through to an output
//             register, which adds one word of capacity. LEVEL = 1: the memory is block RAM, of
//             exactly 2**DEPTH_LOG2 words.
// Interface   wr writes wdata at that clk_w edge; it is ignored while full = 1.
//             LEVEL = 0: level = 1 while rdata is valid; rd removes it at that clk_r edge
//             (ignored while level = 0).
//             LEVEL = 1: level is the number of words that can be read. rd removes one at that
//             clk_r edge (ignored while level is 0); rdata has it from the next clock on until the
//             next rd.
// Latency     write edge to level: 3 clk_r edges with LEVEL = 0, 4 with 1 (4 and 5 with
//             jitter). The writer sees a slot as free 3 clk_w edges (4 with jitter) after its word
//             was read from the memory. LEVEL = 1: rd to rdata 1 clock.
// Throughput  one word per clock on either side.
// Domain      write side clk_w, read side clk_r. rdata is a register of clk_r.
// Reset       rst_w_n and rst_r_n must derive from the same asynchronous source.
//             The contents are lost.
// Constraint  Gray pointers: bit skew below one period of the sending clock.
//             Memory to rdata: less than two periods of clk_r (README.md).
`default_nettype none

module async_fifo #(
    parameter WIDTH = 8,          // bits per word
    parameter DEPTH_LOG2 = 2,     // 2**DEPTH_LOG2 words, 2 to 16
    parameter LEVEL = 0,          // 0: first word falls through, 1: level
    parameter [31:0] SALT = 32'd0 // seed of the jitter, see sync_gray
) (
    input  wire             clk_w,
    input  wire             rst_w_n,
    input  wire             wr,
    input  wire [WIDTH-1:0] wdata,
    output wire             full,

    input  wire             clk_r,
    input  wire             rst_r_n,
    input  wire             rd,
    output reg  [WIDTH-1:0] rdata,
    output wire [(LEVEL != 0 ? DEPTH_LOG2 : 0):0] level
);
    generate
        if (WIDTH < 1 || DEPTH_LOG2 < 2 || DEPTH_LOG2 > 16) begin : g_illegal
            async_fifo_WIDTH_must_be_1_or_more_and_DEPTH_LOG2_2_to_16 illegal_parameter ();
        end
        if (LEVEL < 0 || LEVEL > 1) begin : g_illegal_level
            async_fifo_LEVEL_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    // Pointers have one bit more than the address; this bit distinguishes full from empty.
    localparam P = DEPTH_LOG2;

    reg [WIDTH-1:0] mem [0:(1 << P) - 1];

    // Write side
    reg  [P:0] wbin;
    wire [P:0] wgray;
    wire [P:0] rgray_w;     // read pointer, synchronised to clk_w
    wire       push = wr && !full;
    wire [P:0] wbin_next = wbin + {{P{1'b0}}, push};

    assign full = wgray == {~rgray_w[P:P-1], rgray_w[P-2:0]};

    always @(posedge clk_w or negedge rst_w_n)
        if (!rst_w_n)
            wbin <= {(P + 1){1'b0}};
        else
            wbin <= wbin_next;

    always @(posedge clk_w)
        if (push)
            mem[wbin[P-1:0]] <= wdata;

    // Read side
    reg  [P:0] rbin;
    wire [P:0] rgray;
    wire [P:0] wgray_r;     // write pointer, synchronised to clk_r
    wire       fetch;
    wire [P:0] rbin_next = rbin + {{P{1'b0}}, fetch};

    always @(posedge clk_r or negedge rst_r_n)
        if (!rst_r_n)
            rbin <= {(P + 1){1'b0}};
        else
            rbin <= rbin_next;

    always @(posedge clk_r)
        if (fetch)
            rdata <= mem[rbin[P-1:0]];

    generate
        if (LEVEL != 0) begin : g_level
            reg  [P:0] words;
            reg  [P:0] wbin_r;  // write pointer, synchronised to clk_r, in binary
            wire       unused = &{1'b0, rgray};
            integer    i;

            always @* begin
                wbin_r = wgray_r;
                for (i = P - 1; i >= 0; i = i - 1)
                    wbin_r[i] = wbin_r[i + 1] ^ wgray_r[i];
            end

            assign fetch = rd && words != {(P + 1){1'b0}};
            assign level = words;

            always @(posedge clk_r or negedge rst_r_n)
                if (!rst_r_n)
                    words <= {(P + 1){1'b0}};
                else
                    words <= wbin_r - rbin_next;
        end else begin : g_first
            reg valid;          // rdata holds a word; it is refilled as soon as it is free

            assign fetch = rgray != wgray_r && (!valid || rd);
            assign level = valid;

            always @(posedge clk_r or negedge rst_r_n)
                if (!rst_r_n)
                    valid <= 1'b0;
                else
                    valid <= fetch || (valid && !rd);
        end
    endgenerate

    sync_gray #(.WIDTH(P + 1), .SALT(SALT * 2)) u_wgray (
        .clk_a(clk_w), .rst_a_n(rst_w_n), .a_next(wbin_next ^ (wbin_next >> 1)), .a(wgray),
        .clk_b(clk_r), .rst_b_n(rst_r_n), .b(wgray_r)
    );
    sync_gray #(.WIDTH(P + 1), .SALT(SALT * 2 + 1)) u_rgray (
        .clk_a(clk_r), .rst_a_n(rst_r_n), .a_next(rbin_next ^ (rbin_next >> 1)), .a(rgray),
        .clk_b(clk_w), .rst_b_n(rst_w_n), .b(rgray_w)
    );
endmodule
