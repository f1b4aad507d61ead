// SPDX-License-Identifier: Apache-2.0
//
// sync_bits - two-flop synchroniser for independent bits
//
// Purpose     transfers levels to the domain of clk. The bits of a vector arrive
//             independently of each other: use it for single bits, never for a
//             binary vector. For a Gray-coded vector use sync_gray.
// Interface   d may change at any time, but must come directly from a flip-flop or a pin, because a
//             glitch could be sampled as a level. q is synchronous to clk.
// Latency     2 clocks, 3 with jitter or metastability. A level shorter than two
//             clocks may be missed.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously to clk; q = RESET.
// Constraint  none on the path to meta (README.md).
// Simulation  with SIM_JITTER defined, each change of a bit is randomly delayed by no or one clock,
//             as in a real first flip-flop whose data change at the clock edge.
`default_nettype none

module sync_bits #(
    parameter WIDTH = 1,                         // width in bits, 1 to 64
    parameter [WIDTH-1:0] RESET = {WIDTH{1'b0}}, // q in reset
    parameter [31:0] SALT = 32'd0                // seed that makes the jitter of instances differ
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire [WIDTH-1:0] d,
    (* ASYNC_REG = "TRUE" *)
    output reg  [WIDTH-1:0] q
);
    generate
        if (WIDTH < 1 || WIDTH > 64) begin : g_illegal
            sync_bits_WIDTH_must_be_1_to_64 illegal_parameter ();
        end
    endgenerate

    (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] meta;

`ifdef SIM_JITTER
    wire [63:0]      rnd;
    reg  [WIDTH-1:0] skipped;
    wire [WIDTH-1:0] change = d ^ meta;
    wire [WIDTH-1:0] skip = change & rnd[63 -: WIDTH] & ~skipped;
    wire [WIDTH-1:0] first = d ^ skip;

`ifdef __ICARUS__ // needs longer to assign what is there already than to see that it is
    wire moves = d !== meta || meta !== q || |skipped;
`else
    wire moves = 1'b1;
`endif

    sync_jitter #(.SALT(SALT)) u_jitter (.clk(clk), .next(rst_n && |change), .rnd(rnd));

    wire unused = &{1'b0, rnd};
`else
    wire [WIDTH-1:0] first = d;
    wire moves = 1'b1;
    wire unused = &{1'b0, SALT};
`endif

    // one process: Icarus Verilog needs longer to start one than for its statements
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            meta <= RESET;
            q    <= RESET;
`ifdef SIM_JITTER
            skipped <= {WIDTH{1'b0}};
`endif
        end else if (moves) begin
            meta <= first;
            q    <= meta;
`ifdef SIM_JITTER
            skipped <= skip;
`endif
        end
endmodule
