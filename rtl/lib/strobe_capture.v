// SPDX-License-Identifier: Apache-2.0
//
// strobe_capture - captures data with an asynchronous strobe
//
// Purpose     transfers a word and the rising edge of its strobe to the domain of clk, from a
//             sender whose clock is unknown or that has none.
// Interface   data must be stable from one clock before strobe rises to four
//             clocks after it; strobe must be high and low for at least two
//             clocks each, and free of glitches. valid is 1 for one clock for each rise; q is the
//             word of that rise and is stable until the next one. level is the level of the strobe
//             in the domain of clk, 1 = active.
// Latency     valid comes 2 to 3 clocks after the rise of strobe, one more with jitter or
//             metastability. level comes one clock earlier.
// Throughput  one word per 4 clocks.
// Domain      clk. No flip-flop outside this module is driven from data or strobe.
// Reset       rst_n asynchronous, low at one edge of clk at least, released synchronously. A strobe
//             that is high when reset ends is ignored until it falls and rises again.
// Constraint  none to the first flip-flop of u_sync. From the source of data to
//             q: less than three periods of clk (README.md).
`default_nettype none

module strobe_capture #(
    parameter WIDTH = 4,          // width of data in bits
    parameter ACTIVE_LOW = 0,     // 1: the strobe is active low, and "rise" above means fall
    parameter [31:0] SALT = 32'd0 // seed of the jitter, see sync_bits
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire             strobe,
    input  wire [WIDTH-1:0] data,
    output wire             level,
    output reg              valid,
    output reg  [WIDTH-1:0] q
);
    generate
        if (WIDTH < 1) begin : g_illegal
            strobe_capture_WIDTH_must_be_1_or_more illegal_parameter ();
        end
    endgenerate

    reg  was;    // level in the previous clock
    wire pin;    // strobe, synchronised to clk

    sync_bits #(.WIDTH(1), .RESET(ACTIVE_LOW == 0), .SALT(SALT)) u_sync (
        .clk(clk), .rst_n(rst_n), .d(strobe), .q(pin)
    );

    assign level = ACTIVE_LOW != 0 ? !pin : pin;

    wire rise = level && !was;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            valid <= 1'b0;
        else
            valid <= rise;

    // in reset, u_sync shows an active strobe, which was takes over in the first clock
    always @(posedge clk) begin
        was <= level;
        if (rise)
            q <= data;
    end
endmodule
