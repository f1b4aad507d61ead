// SPDX-License-Identifier: Apache-2.0
//
// sync_bits - two-flop synchroniser for independent bits
//
// Purpose     brings levels into the domain of clk. The bits of a vector arrive
//             independently of each other: use it for single bits or for a
//             Gray-coded vector, never for a plain binary one.
// Interface   d may change at any time, but must come straight from a flip-flop
//             or a pin (a glitch could be taken for a level). q is in clk.
// Latency     2 clocks, 3 with jitter or metastability. A level shorter than two
//             clocks may be missed.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously to clk; q = RESET.
// Constraint  no setup/hold on the path to meta; bound its delay where several
//             bits form a Gray code (see README.md, cdc.sdc, cdc.xdc).
// Simulation  with SIM_JITTER defined and +jitter=<seed> not 0, each bit takes a
//             change at random one clock later, never two: what a real first
//             flip-flop does when its data changes at the clock edge.
`default_nettype none

module sync_bits #(
    parameter WIDTH = 1,                    // bits, 1 to 64
    parameter [WIDTH-1:0] RESET = {WIDTH{1'b0}}, // q in reset
    parameter [31:0] SALT = 32'd0           // makes the jitter of instances differ
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire [WIDTH-1:0] d,
    output reg  [WIDTH-1:0] q
);
    generate
        if (WIDTH < 1 || WIDTH > 64) begin : g_illegal
            sync_bits_WIDTH_must_be_1_to_64 illegal_parameter ();
        end
    endgenerate

    (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] meta;

`ifdef SIM_JITTER
    // xorshift64; state 0 stays 0, which is no jitter.
    reg  [63:0] rnd;
    wire [63:0] rnd_a = rnd ^ (rnd << 13);
    wire [63:0] rnd_b = rnd_a ^ (rnd_a >> 7);
    reg  [31:0] seed;

    initial begin
        seed = 32'd0;
        if (!$value$plusargs("jitter=%d", seed))
            seed = 32'd0;
        rnd = 64'd0;
        if (seed != 32'd0)
            rnd = {seed, SALT} ^ {SALT[15:0] * 16'h9E37, 16'd0, ~seed} | 64'd1;
    end

    always @(posedge clk)
        rnd <= rnd_b ^ (rnd_b << 17);

    reg  [WIDTH-1:0] skipped;
    wire [WIDTH-1:0] skip = (d ^ meta) & rnd[63 -: WIDTH] & ~skipped;
    wire [WIDTH-1:0] first = d ^ skip;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            skipped <= {WIDTH{1'b0}};
        else
            skipped <= skip;
`else
    wire [WIDTH-1:0] first = d;
    wire unused = &{1'b0, SALT};
`endif

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            meta <= RESET;
            q    <= RESET;
        end else begin
            meta <= first;
            q    <= meta;
        end
endmodule
