// SPDX-License-Identifier: Apache-2.0
//
// sync_gray - transfers a Gray-coded vector to another clock domain
//
// Purpose     registers a Gray code in clk_a and transfers it to clk_b. At each clk_a edge
//             at most one bit changes, so that the value read is one that a has had.
// Interface   register a samples a_next at every clk_a edge. b is synchronous to clk_b.
// Latency     2 clk_b edges, 3 with jitter or metastability.
// Domain      a_next and a in clk_a, b in clk_b.
// Reset       rst_a_n and rst_b_n from the same asynchronous source; a = b = RESET.
// Constraint  path to meta: bits skewed by less than one clk_a period (README.md).
// Simulation  with SIM_JITTER defined, the bits that changed at the latest clk_a edge are randomly
//             delayed by no or one clk_b. Older changes have settled and are not delayed, however
//             many there were since the last clk_b edge.
`default_nettype none

module sync_gray #(
    parameter WIDTH = 4,                         // width in bits, 1 to 64
    parameter [WIDTH-1:0] RESET = {WIDTH{1'b0}}, // a and b in reset
    parameter [31:0] SALT = 32'd0                // seed that makes the jitter of instances differ
) (
    input  wire             clk_a,
    input  wire             rst_a_n,
    input  wire [WIDTH-1:0] a_next,
    output reg  [WIDTH-1:0] a,

    input  wire             clk_b,
    input  wire             rst_b_n,
    (* ASYNC_REG = "TRUE" *)
    output reg  [WIDTH-1:0] b
);
    generate
        if (WIDTH < 1 || WIDTH > 64) begin : g_illegal
            sync_gray_WIDTH_must_be_1_to_64 illegal_parameter ();
        end
    endgenerate

    (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] meta;

`ifdef SIM_JITTER
    wire [63:0]      rnd;
    reg  [WIDTH-1:0] was;       // value of a before the latest clk_a edge
    reg  [WIDTH-1:0] skipped;
    reg  [WIDTH-1:0] change, skip, first;

    // change is (a ^ meta) & (a ^ was), first is a ^ skip: Icarus Verilog evaluates ^ bit by bit,
    // also & in an assign, but & and | in a process as words.
    always @* begin
        change = (a | meta) & ~(a & meta) & (a | was) & ~(a & was);
        skip = change & rnd[63 -: WIDTH] & ~skipped;
        first = (a | skip) & ~(a & skip);
    end

`ifdef __ICARUS__ // needs longer to assign what is there already than to see that it is
    wire moves_a = a_next !== a || a !== was;
    wire moves_b = a !== meta || meta !== b || |skipped;
`else
    wire moves_a = 1'b1;
    wire moves_b = 1'b1;
`endif

    sync_jitter #(.SALT(SALT)) u_jitter (.clk(clk_b), .next(rst_b_n && |change), .rnd(rnd));

    wire unused = &{1'b0, rnd};
`else
    wire [WIDTH-1:0] first = a;
    wire moves_a = 1'b1;
    wire moves_b = 1'b1;
    wire unused = &{1'b0, SALT};
`endif

    // one process per clock: Icarus Verilog needs longer to start one than for its statements
    always @(posedge clk_a or negedge rst_a_n)
        if (!rst_a_n) begin
            a <= RESET;
`ifdef SIM_JITTER
            was <= RESET;
`endif
        end else if (moves_a) begin
            a <= a_next;
`ifdef SIM_JITTER
            was <= a;
`endif
        end

    always @(posedge clk_b or negedge rst_b_n)
        if (!rst_b_n) begin
            meta <= RESET;
            b    <= RESET;
`ifdef SIM_JITTER
            skipped <= {WIDTH{1'b0}};
`endif
        end else if (moves_b) begin
            meta <= first;
            b    <= meta;
`ifdef SIM_JITTER
            skipped <= skip;
`endif
        end
endmodule
