// SPDX-License-Identifier: Apache-2.0
//
// hm_window - generates the windows and their numbers
//
// Purpose     divides time into successive windows of 800, 400 or 200 ns (16, 8 or 4 clocks of 20
//             MHz) and numbers them; the number is the timestamp.
// Interface   code, encoded as CTRL.WINDOW (00 and 11 = 800, 01 = 400, 10 = 200 ns), is sampled in
//             the last clock of a window and applies to the next one.
//             last is 1 in the last clock; stamp is the number of the window
//             in progress, modulo 2**32.
//             clear starts window 0, of 800 ns, in the next clock.
// Domain      clk20.
// Reset       rst_n asynchronous, released synchronously: window STAMP_INIT.
// Paper       Malony, Reed 1990, 3.2.1.
`default_nettype none

module hm_window #(
    parameter [31:0] STAMP_INIT = 32'd0 // number of the first window after rst_n
) (
    input  wire        clk20,
    input  wire        rst_n,
    input  wire        clear,
    input  wire [1:0]  code,
    output wire        last,
    output reg  [31:0] stamp
);
    reg [3:0] left;    // clocks of the window left after this one

    assign last = left == 4'd0;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            left  <= 4'd15;
            stamp <= STAMP_INIT;
        end else if (clear) begin
            left  <= 4'd15;
            stamp <= 32'd0;
        end else if (last) begin
            left  <= code == 2'b01 ? 4'd7 : code == 2'b10 ? 4'd3 : 4'd15;
            stamp <= stamp + 32'd1;
        end else begin
            left  <= left - 4'd1;
        end
endmodule
