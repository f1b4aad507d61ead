// SPDX-License-Identifier: Apache-2.0
//
// count_sync - transfers the value of a counter to another clock domain
//
// Purpose     transfers a binary count from clk_a to clk_b in Gray code, so that
//             the value read is one that the counter has had.
// Interface   a_next is the value the counter takes at this clk_a edge; it may
//             differ from the previous value by 0 or 1 only. After a jump (reset of
//             the counter) b is undefined for four clk_b.
// Latency     b is the count as it was 3 clk_b edges before the edge that
//             samples b (4 with jitter).
// Domain      a_next in clk_a, b in clk_b.
// Reset       rst_a_n, rst_b_n from the same asynchronous source; both ends hold INIT in reset.
// Constraint  Gray bits: skew below one period of clk_a (README.md).
`default_nettype none

module count_sync #(
    parameter WIDTH = 8,                         // width in bits, 2 to 64
    parameter [WIDTH-1:0] INIT = {WIDTH{1'b0}},  // value in reset
    parameter [31:0] SALT = 32'd0                // seed of the jitter, see sync_gray
) (
    input  wire             clk_a,
    input  wire             rst_a_n,
    input  wire [WIDTH-1:0] a_next,

    input  wire             clk_b,
    input  wire             rst_b_n,
    output reg  [WIDTH-1:0] b
);
    generate
        if (WIDTH < 2 || WIDTH > 64) begin : g_illegal
            count_sync_WIDTH_must_be_2_to_64 illegal_parameter ();
        end
    endgenerate

    localparam [WIDTH-1:0] GRAY_INIT = INIT ^ (INIT >> 1);

    wire [WIDTH-1:0] gray_a, gray_b;
    wire unused = &{1'b0, gray_a};

    sync_gray #(.WIDTH(WIDTH), .RESET(GRAY_INIT), .SALT(SALT)) u_gray (
        .clk_a(clk_a), .rst_a_n(rst_a_n), .a_next(a_next ^ (a_next >> 1)), .a(gray_a),
        .clk_b(clk_b), .rst_b_n(rst_b_n), .b(gray_b)
    );

    // Gray to binary: each bit is the parity of the Gray bits from that position upward, computed
    // in six steps, enough for 64 bits. A step is bin ^ (bin >> n): Icarus Verilog evaluates ^ bit
    // by bit, but & and | as words, and is slower with a loop.
    reg [WIDTH-1:0] bin;

    always @* begin
        bin = gray_b;
        bin = (bin | (bin >> 1)) & ~(bin & (bin >> 1));
        bin = (bin | (bin >> 2)) & ~(bin & (bin >> 2));
        bin = (bin | (bin >> 4)) & ~(bin & (bin >> 4));
        bin = (bin | (bin >> 8)) & ~(bin & (bin >> 8));
        bin = (bin | (bin >> 16)) & ~(bin & (bin >> 16));
        bin = (bin | (bin >> 32)) & ~(bin & (bin >> 32));
    end

    always @(posedge clk_b or negedge rst_b_n)
        if (!rst_b_n)
            b <= INIT;
        else
            b <= bin;
endmodule
