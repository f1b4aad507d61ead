// SPDX-License-Identifier: Apache-2.0
//
// Proof of count_sync with two free clocks and free jitter, at the width of the receive
// time: each value of b is a value that the count has had within the last 4 clocks of the reader.
// The solver chooses the value that the monitor looks for.
`default_nettype none

module prove_count_sync #(
    parameter WIDTH = 44
) (
    input wire arst_n,
    input wire clk_a,
    input wire up,
    input wire clk_b
);
    (* gclk *) wire gclk;
    (* anyconst *) reg [WIDTH-1:0] value;

    wire             rst_a_n, rst_b_n;
    wire [WIDTH-1:0] b;

    reset_sync u_rst_a (.clk(clk_a), .arst_n(arst_n), .rst_n(rst_a_n));
    reset_sync u_rst_b (.clk(clk_b), .arst_n(arst_n), .rst_n(rst_b_n));

    // The counter, which may also keep its value
    localparam [WIDTH-1:0] INIT = {WIDTH{1'b1}} - 2;    // wraps soon

    reg  [WIDTH-1:0] count;
    wire [WIDTH-1:0] next = count + up;

    always @(posedge clk_a or negedge rst_a_n)
        if (!rst_a_n)
            count <= INIT;
        else
            count <= next;

    count_sync #(.WIDTH(WIDTH), .INIT(INIT)) dut (.a_next(next), .*);

    (* hierconn *) wire [1:0] \u_rst_a.sync ;
    (* hierconn *) wire [1:0] \u_rst_b.sync ;
    (* hierconn *) wire [WIDTH-1:0] \dut.u_gray.a ;
    (* hierconn *) wire [WIDTH-1:0] \dut.u_gray.was ;
    (* hierconn *) wire [WIDTH-1:0] \dut.u_gray.meta ;
    (* hierconn *) wire [WIDTH-1:0] \dut.u_gray.skipped ;
    (* hierconn *) wire [WIDTH-1:0] \dut.u_gray.b ;

    initial assume (!arst_n);
    always @* assume (clk_a || clk_b);

    // s0: the counter has had the value since the latest edge of clk_b, inclusive; s1 to s3: in the
    // periods before that
    reg       s0, s1, s2, s3;
    wire      now = s0 || count == value;
    reg       moved;    // the count may have changed since the latest edge of clk_b

    always @(posedge gclk)
        if (!arst_n) begin
            s0 <= value == INIT;
            s1 <= value == INIT;
            s2 <= value == INIT;
            s3 <= value == INIT;
            moved <= 1'b0;
        end else begin
            s0 <= clk_b && rst_b_n ? count == value : now;
            if (clk_b && rst_b_n) begin
                s1 <= now;
                s2 <= s1;
                s3 <= s2;
            end
            moved <= (clk_a && rst_a_n) || (moved && !(clk_b && rst_b_n));
        end

    wire [WIDTH-1:0] gray = value ^ (value >> 1);
    wire [WIDTH-1:0] last = \dut.u_gray.a ^ \dut.u_gray.was ;
    wire [WIDTH-1:0] late = last & (\dut.u_gray.a ^ \dut.u_gray.meta ) & ~\dut.u_gray.skipped ;

    always @* if (arst_n) begin
        if (b == value)
            assert (s3);
        // invariants
        assert (\u_rst_a.sync != 2'b10);
        assert (\u_rst_b.sync != 2'b10);
        assert (\dut.u_gray.a == (count ^ (count >> 1)));
        assert ((last & (last - 1)) == 0);
        if (\dut.u_gray.b == gray)
            assert (s2);
        if (\dut.u_gray.meta == gray)
            assert (s1);
        if (\dut.u_gray.was == gray)
            assert (!moved || now);
        assert (moved || late == 0);
    end

    // The sum of the Gray bits from each bit upward, computed as count_sync does. After a step,
    // each bit is the parity of 2 * step Gray bits, and differs from the next one by the first of
    // these and the first that is not among them.
    reg [WIDTH-1:0] parity;
    integer         step;

    always @* begin
        parity = \dut.u_gray.b ;
        for (step = 1; step < WIDTH; step = 2 * step) begin
            parity = (parity | (parity >> step)) & ~(parity & (parity >> step));
            assert ((parity ^ (parity >> 1)) ==
                    (\dut.u_gray.b ^ (\dut.u_gray.b >> (2 * step))));
        end
    end

    // Reachable: the reader sees the count wrap; a value that arrives late
    always @* begin
        cover (arst_n && b == 1);
        cover (arst_n && b == value && !s2);
    end
endmodule
