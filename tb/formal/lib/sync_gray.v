// SPDX-License-Identifier: Apache-2.0
//
// Proof of sync_gray with two free clocks and free jitter, at the width of the receive
// time: each value of b is a value that a has had within the last 3 clocks of the reader. The
// solver chooses the value that the monitor looks for.
`default_nettype none

module prove_sync_gray #(
    parameter WIDTH = 44
) (
    input wire             arst_n,
    input wire             clk_a,
    input wire [WIDTH-1:0] a_next,
    input wire             clk_b
);
    (* gclk *) wire gclk;
    (* anyconst *) reg [WIDTH-1:0] value;

    wire             rst_a_n, rst_b_n;
    wire [WIDTH-1:0] a, b;

    reset_sync u_rst_a (.clk(clk_a), .arst_n(arst_n), .rst_n(rst_a_n));
    reset_sync u_rst_b (.clk(clk_b), .arst_n(arst_n), .rst_n(rst_b_n));

    sync_gray #(.WIDTH(WIDTH)) dut (.*);

    (* hierconn *) wire [1:0] \u_rst_a.sync ;
    (* hierconn *) wire [1:0] \u_rst_b.sync ;
    (* hierconn *) wire [WIDTH-1:0] \dut.was ;
    (* hierconn *) wire [WIDTH-1:0] \dut.meta ;
    (* hierconn *) wire [WIDTH-1:0] \dut.skipped ;

    wire [WIDTH-1:0] step = a_next ^ a;

    initial assume (!arst_n);
    always @* begin
        assume (clk_a || clk_b);
        assume ((step & (step - 1)) == 0);      // a Gray code
    end

    // s0: a has had the value since the latest edge of clk_b, inclusive; s1, s2: in the periods
    // before that
    reg       s0, s1, s2;
    wire      now = s0 || a == value;
    reg       moved;    // a may have changed since the latest edge of clk_b

    always @(posedge gclk)
        if (!arst_n) begin
            s0 <= value == 0;
            s1 <= value == 0;
            s2 <= value == 0;
            moved <= 1'b0;
        end else begin
            s0 <= clk_b && rst_b_n ? a == value : now;
            if (clk_b && rst_b_n) begin
                s1 <= now;
                s2 <= s1;
            end
            moved <= (clk_a && rst_a_n) || (moved && !(clk_b && rst_b_n));
        end

    wire [WIDTH-1:0] last = a ^ \dut.was ;
    wire [WIDTH-1:0] late = last & (a ^ \dut.meta ) & ~\dut.skipped ;

    always @* if (arst_n) begin
        if (b == value)
            assert (s2);
        // invariants
        assert (\u_rst_a.sync != 2'b10);
        assert (\u_rst_b.sync != 2'b10);
        assert ((last & (last - 1)) == 0);
        if (\dut.meta == value)
            assert (s1);
        if (\dut.was == value)
            assert (!moved || now);
        assert (moved || late == 0);
    end

    always @* begin
        cover (arst_n && b == value && value[3:0] == 4'b1111);
        cover (arst_n && moved && late != 0 && b != 0);
    end
endmodule
