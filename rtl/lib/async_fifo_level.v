// SPDX-License-Identifier: Apache-2.0
//
// async_fifo_level - FIFO between two clocks that can be filled exactly, with its level
//
// Purpose     carries words from clk_w to clk_r in order. Gray-coded pointers, block RAM of
//             2**DEPTH_LOG2 words: exactly so many are taken without a read.
// Interface   wr with wdata: taken at that clk_w edge unless full (then ignored).
//             level: words that can be read, at most DEPTH. rd: removes one at that clk_r
//             edge (ignored while level is 0); rdata shows it from the next clock on until
//             the next rd.
// Latency     write edge to level: 4 clk_r edges (5 with jitter). A slot is free for the
//             writer 3 clk_w edges (4) after its word was removed. rd to rdata 1 clock.
// Throughput  one word per clock on either side.
// Domain      write side clk_w, read side clk_r. rdata is a register of clk_r.
// Reset       rst_w_n and rst_r_n must derive from the same asynchronous source.
//             The contents are lost.
// Constraint  as async_fifo (README.md).
`default_nettype none

module async_fifo_level #(
    parameter WIDTH = 8,          // bits of a word
    parameter DEPTH_LOG2 = 4,     // 2**DEPTH_LOG2 words, 2 to 16
    parameter [31:0] SALT = 32'd0 // for sync_gray
) (
    input  wire                clk_w,
    input  wire                rst_w_n,
    input  wire                wr,
    input  wire [WIDTH-1:0]    wdata,
    output wire                full,

    input  wire                clk_r,
    input  wire                rst_r_n,
    input  wire                rd,
    output reg  [WIDTH-1:0]    rdata,
    output reg  [DEPTH_LOG2:0] level
);
    generate
        if (WIDTH < 1 || DEPTH_LOG2 < 2 || DEPTH_LOG2 > 16) begin : g_illegal
            async_fifo_level_DEPTH_LOG2_must_be_2_to_16 illegal_parameter ();
        end
    endgenerate

    // Pointers have one bit more than the address: full and empty differ in it.
    localparam P = DEPTH_LOG2;

    reg [WIDTH-1:0] mem [0:(1 << P) - 1];

    // Write side
    reg  [P:0] wbin;
    wire [P:0] wgray;
    wire [P:0] rgray_w;     // read pointer in clk_w
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
    wire [P:0] wgray_r;     // write pointer in clk_r
    reg  [P:0] wbin_r;      // ... in binary
    wire       pop = rd && level != {(P + 1){1'b0}};
    wire [P:0] rbin_next = rbin + {{P{1'b0}}, pop};
    integer    i;

    always @* begin
        wbin_r = wgray_r;
        for (i = P - 1; i >= 0; i = i - 1)
            wbin_r[i] = wbin_r[i + 1] ^ wgray_r[i];
    end

    always @(posedge clk_r or negedge rst_r_n)
        if (!rst_r_n) begin
            rbin  <= {(P + 1){1'b0}};
            level <= {(P + 1){1'b0}};
        end else begin
            rbin  <= rbin_next;
            level <= wbin_r - rbin_next;
        end

    always @(posedge clk_r)
        if (pop)
            rdata <= mem[rbin[P-1:0]];

    wire unused = &{1'b0, rgray};

    sync_gray #(.WIDTH(P + 1), .SALT(SALT * 2)) u_wgray (
        .clk_a(clk_w), .rst_a_n(rst_w_n), .a_next(wbin_next ^ (wbin_next >> 1)), .a(wgray),
        .clk_b(clk_r), .rst_b_n(rst_r_n), .b(wgray_r)
    );
    sync_gray #(.WIDTH(P + 1), .SALT(SALT * 2 + 1)) u_rgray (
        .clk_a(clk_r), .rst_a_n(rst_r_n), .a_next(rbin_next ^ (rbin_next >> 1)), .a(rgray),
        .clk_b(clk_w), .rst_b_n(rst_w_n), .b(rgray_w)
    );
endmodule
