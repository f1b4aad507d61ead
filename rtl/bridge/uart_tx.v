// SPDX-License-Identifier: Apache-2.0
//
// uart_tx - sender of an asynchronous serial line: 8 data bits, no parity, one stop bit
//
// Purpose     sends bytes.
// Interface   A byte is accepted in a clock in which valid and ready are 1; data is sampled in that
//             clock. txd is the line, idle 1.
// Rate        any: a bit lasts CLOCK_HZ / BAUD clocks, at least 4. The quotient is not rounded:
//             each bit ends within one clock of its exact time.
// Latency     the start bit begins in the clock after the byte was accepted.
// Throughput  one byte per 10 bits and one clock.
// Domain      clk. txd is a flip-flop.
// Reset       rst_n asynchronous, released synchronously: txd is 1; a byte that is being sent is
//             aborted.
`default_nettype none

module uart_tx #(
    parameter CLOCK_HZ = 25_000_000,    // frequency of clk, below 2**29
    parameter BAUD = 3_000_000          // bits per second, 1 to CLOCK_HZ / 4
) (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       valid,
    output wire       ready,
    input  wire [7:0] data,
    output reg        txd
);
    generate
        if (BAUD < 1 || BAUD > CLOCK_HZ / 4 || CLOCK_HZ >= 32'h2000_0000) begin : g_illegal
            uart_tx_BAUD_must_be_1_to_CLOCK_HZ_div_4_and_CLOCK_HZ_below_2_to_29
                illegal_parameter ();
        end
    endgenerate

    // The phase increases by BAUD in each clock; a bit ends when the phase is not negative.
    localparam signed [30:0] STEP = BAUD;
    localparam signed [30:0] BIT = BAUD - CLOCK_HZ;

    reg signed [30:0] phase;
    reg        [3:0]  left;     // bits left to send, including the current one; 0: idle
    reg        [8:0]  bits;     // the bits that follow the current one
    wire              tick = !phase[30];

    assign ready = left == 4'd0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            phase <= 31'sd0;
            left  <= 4'd0;
            bits  <= 9'd0;
            txd   <= 1'b1;
        end else begin
            phase <= phase + (tick ? BIT : STEP);
            if (ready) begin
                phase <= BIT + STEP;
                if (valid) begin
                    left <= 4'd10;
                    bits <= {1'b1, data};
                    txd  <= 1'b0;
                end
            end else if (tick) begin
                left <= left - 4'd1;
                bits <= {1'b1, bits[8:1]};
                txd  <= bits[0];
            end
        end
endmodule
