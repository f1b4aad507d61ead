// SPDX-License-Identifier: Apache-2.0
//
// surf_latency - latency generator: receive time - transmit time, scaled to 24 bits
//
// Purpose     subtracts two 44-bit times with one 16-bit subtractor in three clocks or, with QUICK
//             = 1, with one 44-bit subtractor in one clock. It then selects a window of the
//             difference: the lowest START = 2*lat_s bits are dropped, the next NUM = 2*lat_n bits
//             are kept.
//               no borrow, nothing at or above START+NUM: the window, zero-extended
//               no borrow, a 1 at or above START+NUM:     all ones, v (overflow)
//               borrow (sent after it was received):      0, u (underflow)
//             MODULO = 1: the times come from a counter that wraps, so the difference is taken
//             modulo 2**44, from -2**43 to 2**43 - 1; if it is negative, the result is that of a
//             borrow. lat_s above 20 counts as 20, lat_n above 12 as 12. With lat_n = 0 the window
//             has no bits.
// Interface   start (one clock); rx and tx must be stable for the three clocks after it (QUICK: for
//             one); lat_s and lat_n are sampled in the clock after these (QUICK: in this one, so
//             that registers can hold the masks of the window). done is 1 for one clock;
//             latency, v and u are valid from then until three clocks (QUICK: one) after the next
//             start. A start before done restarts the operation.
// Latency     4 clocks (QUICK: 2) from the edge that sees start to done = 1.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously.
// Paper       TR-596-99 3.2, A.1, A.6 ACDR.
`default_nettype none

module surf_latency #(
    parameter QUICK = 0,        // 1 = in 2 clocks instead of 4
    parameter MODULO = 0        // 0 = the arithmetic of the report, 1 = modulo 2**44
) (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start,
    input  wire [43:0] rx,
    input  wire [43:0] tx,
    input  wire [4:0]  lat_s,
    input  wire [3:0]  lat_n,
    output reg         done,
    output reg  [23:0] latency,
    output reg         v,
    output reg         u
);
    generate
        if (QUICK < 0 || QUICK > 1 || MODULO < 0 || MODULO > 1) begin : g_illegal
            surf_latency_QUICK_and_MODULO_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    // Subtraction, least significant part first. step is one-hot.
    reg [3:0]  step;
    reg [43:0] diff;
    reg        borrow;

    wire [15:0] op_a = step[0] ? rx[15:0] : step[1] ? rx[31:16] : {4'd0, rx[43:32]};
    wire [15:0] op_b = step[0] ? tx[15:0] : step[1] ? tx[31:16] : {4'd0, tx[43:32]};
    wire [16:0] sub  = {1'b0, op_a} - {1'b0, op_b} - {16'd0, borrow && !step[0]};
    wire [44:0] all  = {1'b0, rx} - {1'b0, tx};

    // Window
    wire        early = MODULO != 0 ? diff[43] : borrow;
    wire [4:0]  s    = lat_s > 5'd20 ? 5'd20 : lat_s;
    wire [3:0]  n    = lat_n > 4'd12 ? 4'd12 : lat_n;
    wire [43:0] past = ({44{1'b1}} << {s, 1'b0}) << {n, 1'b0};
    wire [72:0] window = {s, past, ~(24'hFFFFFF << {n, 1'b0})};
    reg  [72:0] held;
    wire [4:0]  drop;           // half the number of bits below the window
    wire [43:0] above;          // the bits above the window
    wire [23:0] mask;

    assign {drop, above, mask} = QUICK != 0 ? held : window;

    wire [43:0] kept = diff >> {drop, 1'b0};
    wire        high = (diff & above) != 44'd0;
    wire        unused = &{1'b0, kept};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            step    <= 4'b0000;
            diff    <= 44'd0;
            held    <= 73'd0;
            borrow  <= 1'b0;
            done    <= 1'b0;
            latency <= 24'd0;
            v       <= 1'b0;
            u       <= 1'b0;
        end else begin
            step <= start ? 4'b0001 : QUICK != 0 ? {step[0], 3'b000} : {step[2:0], 1'b0};
            done <= step[3] && !start;
            held <= window;
            if (QUICK != 0) begin
                if (step[0])
                    {borrow, diff} <= all;
            end else if (|step[2:0]) begin
                borrow <= sub[16];
                if (step[0]) diff[15:0]  <= sub[15:0];
                if (step[1]) diff[31:16] <= sub[15:0];
                if (step[2]) diff[43:32] <= sub[11:0];
            end
            if (step[3]) begin
                u       <= early;
                v       <= !early && high;
                latency <= early ? 24'd0 : high ? 24'hFFFFFF : kept[23:0] & mask;
            end
        end
endmodule
