// SPDX-License-Identifier: Apache-2.0
//
// uart_rx - receiver of an asynchronous serial line: 8 data bits, no parity, one stop bit
//
// Purpose     receives bytes from a serial line.
// Interface   rxd is the line, directly from the pin, idle 1; the receiver synchronises it. valid
//             is 1 for one clock for each byte; data and bad are valid in that clock. bad = 1: the
//             stop bit was 0, because the byte is wrong or the line was held low. quiet is 1 in
//             each clock in which the line is idle and no byte is being received.
// Rate        any: a bit lasts CLOCK_HZ / BAUD clocks, at least 4. The quotient is not rounded:
//             each bit ends within one clock of its exact time. The rate of the sender may differ
//             by 2 % if a bit lasts 4 clocks, and by 4 % if it lasts 16 or more.
// Latency     valid comes half a bit and 3 clocks after the start of the stop bit.
// Throughput  bytes may follow each other without a pause.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously: a byte that is being received is dropped.
`default_nettype none

module uart_rx #(
    parameter CLOCK_HZ = 25_000_000,    // frequency of clk, below 2**29
    parameter BAUD = 3_000_000          // bits per second, 1 to CLOCK_HZ / 4
) (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       rxd,
    output reg        valid,
    output reg  [7:0] data,
    output reg        bad,
    output wire       quiet
);
    generate
        if (BAUD < 1 || BAUD > CLOCK_HZ / 4 || CLOCK_HZ >= 32'h2000_0000) begin : g_illegal
            uart_rx_BAUD_must_be_1_to_CLOCK_HZ_div_4_and_CLOCK_HZ_below_2_to_29
                illegal_parameter ();
        end
    endgenerate

    // The phase increases by BAUD in each clock; a bit ends when the phase is not negative. The
    // first period ends in the middle of the start bit: it is half a bit long, of which 1.5 clocks
    // have already passed.
    localparam signed [30:0] STEP = BAUD;
    localparam signed [30:0] BIT = BAUD - CLOCK_HZ;
    localparam signed [30:0] HALF = BAUD + BAUD / 2 - CLOCK_HZ / 2;

    wire line;

    sync_bits #(.WIDTH(1), .RESET(1'b1), .SALT(32'h5501)) u_sync (
        .clk(clk), .rst_n(rst_n), .d(rxd), .q(line)
    );

    reg signed [30:0] phase;
    reg        [3:0]  left;     // bits left to receive, including start and stop bit; 0: idle
    reg               held;     // the line has been low since a wrong stop bit
    wire              tick = !phase[30];

    assign quiet = line && left == 4'd0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            valid <= 1'b0;
            data  <= 8'd0;
            bad   <= 1'b0;
            phase <= 31'sd0;
            left  <= 4'd0;
            held  <= 1'b0;
        end else begin
            valid <= 1'b0;
            phase <= phase + (tick ? BIT : STEP);
            if (left == 4'd0) begin
                phase <= HALF;
                held  <= held && !line;
                if (!line && !held)
                    left <= 4'd10;
            end else if (tick) begin
                left <= left - 4'd1;
                if (left == 4'd10) begin
                    if (line)           // the line is high again: it was a glitch, not a start bit
                        left <= 4'd0;
                end else if (left == 4'd1) begin
                    valid <= 1'b1;
                    bad   <= !line;
                    held  <= !line;
                end else
                    data <= {line, data[7:1]};
            end
        end
endmodule
