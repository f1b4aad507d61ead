// SPDX-License-Identifier: Apache-2.0
//
// Proof of sync_bits with free jitter: each output bit has the value of its input 2 or 3 clocks
// ago, independent of the other bits; a level of 3 clocks is never missed; in reset each bit is
// RESET.
`default_nettype none

module prove_sync_bits #(
    parameter WIDTH = 3,
    parameter [WIDTH-1:0] RESET = 3'b010
) (
    input wire             clk,
    input wire             rst_n,
    input wire [WIDTH-1:0] d
);
    (* gclk *) wire gclk;

    wire [WIDTH-1:0] q;

    sync_bits #(.WIDTH(WIDTH), .RESET(RESET)) dut (.clk(clk), .rst_n(rst_n), .d(d), .q(q));

    initial assume (!rst_n);

    // The input at the latest clock, at the one before, and so on
    reg [WIDTH-1:0] d1, d2, d3;

    always @(posedge gclk)
        if (!rst_n)
            {d1, d2, d3} <= {3{RESET}};
        else if (clk)
            {d1, d2, d3} <= {d, d1, d2};

    (* hierconn *) wire [WIDTH-1:0] \dut.meta ;
    (* hierconn *) wire [WIDTH-1:0] \dut.skipped ;

    integer i;
    always @* begin
        if (!rst_n)
            assert (q == RESET);
        else
            for (i = 0; i < WIDTH; i = i + 1) begin
                assert (q[i] == d2[i] || q[i] == d3[i]);
                // invariants: a skipped change is taken at the next clock
                assert (\dut.meta [i] == (d1[i] ^ \dut.skipped [i]));
                assert (!\dut.skipped [i] || d1[i] != d2[i]);
            end
    end

    always @* begin
        cover (rst_n && q == 3'b101 && d2 == 3'b101);
        cover (rst_n && q == 3'b100 && d2 == 3'b101 && d3 == 3'b110);
    end
endmodule
