// SPDX-License-Identifier: Apache-2.0
//
// s96_latency - computes the latency of a packet, with limits and resolution, in 20 bits
//
// Purpose     subtracts the time stamp from the receive time and converts the 44-bit difference to
//             20 bits:
//               time stamp later than the receive time, or difference < min:  0
//               difference > max:                                             all ones
//               a bit at or above shift + 20 is 1:                            all ones
//               else difference >> shift
//             The limits apply to the difference before the shift. A shift above 24 counts as 24,
//             with which no difference exceeds 20 bits.
// Interface   rx and tx must be stable in the clock of subtract, and min, max and shift in the
//             clock after it. latency is valid from the second clock after subtract until the
//             second clock after the next subtract.
// Latency     2 clocks.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously.
// Paper       SPDT 1996 3.2.
`default_nettype none

module s96_latency (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        subtract,
    input  wire [43:0] rx,
    input  wire [43:0] tx,
    input  wire [43:0] min,
    input  wire [43:0] max,
    input  wire [4:0]  shift,
    output reg  [19:0] latency
);
    reg [43:0] diff;
    reg        borrow;
    reg        limit;   // diff was computed in the previous clock

    wire [4:0]  s     = shift > 5'd24 ? 5'd24 : shift;
    wire [43:0] field = diff >> s;
    wire        low   = borrow || diff < min;
    wire        high  = diff > max || field[43:20] != 24'd0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            diff    <= 44'd0;
            borrow  <= 1'b0;
            limit   <= 1'b0;
            latency <= 20'd0;
        end else begin
            limit <= subtract;
            if (subtract)
                {borrow, diff} <= {1'b0, rx} - {1'b0, tx};
            if (limit)
                latency <= low ? 20'd0 : high ? 20'hFFFFF : field[19:0];
        end
endmodule
