// SPDX-License-Identifier: Apache-2.0
//
// Proof of reset_sync: a reset acts at once, with or without a clock, and ends at the second clock
// edge after the end of its source.
`default_nettype none

module prove_reset_sync (
    input wire clk,
    input wire arst_n
);
    (* gclk *) wire gclk;

    wire rst_n;

    reset_sync dut (.clk(clk), .arst_n(arst_n), .rst_n(rst_n));

    initial assume (!arst_n);

    reg [1:0] clocks;       // since arst_n rose

    always @(posedge gclk)
        clocks <= !arst_n ? 2'd0 : clocks + (clk && clocks != 2);

    always @* begin
        assert (arst_n ? rst_n == (clocks == 2) : !rst_n);
    end

    // Invariants
    (* hierconn *) wire [1:0] \dut.sync ;

    always @* if (arst_n)
        assert (clocks <= 2 && \dut.sync == (clocks == 0 ? 2'b00 : clocks == 1 ? 2'b01 : 2'b11));

    reg was;

    always @(posedge gclk)
        was <= was || rst_n;
    initial was = 1'b0;

    always @* cover (was && rst_n && clocks == 2);
endmodule
