// SPDX-License-Identifier: Apache-2.0
//
// Proof of uart_tx: the line is idle after a reset and between bytes, and each byte that is
// accepted is sent with its start and stop bit at the right time.
`default_nettype none

module prove_uart_tx (
    input wire       clk,
    input wire       rst_n,
    input wire       valid,
    input wire [7:0] data
);
    localparam [5:0] CLOCKS = 6'd4;         // of a bit
    localparam [5:0] LAST = 6'd38;          // the stop bit ends one clock before its exact time

    wire ready, txd;

    uart_tx #(.CLOCK_HZ(4), .BAUD(1)) dut (.*);
    (* hierconn *) wire [30:0] \dut.phase ;
    (* hierconn *) wire [3:0]  \dut.left ;
    (* hierconn *) wire [8:0]  \dut.bits ;

    initial assume (!rst_n);

    // The byte that is being sent, and the number of clocks since its start bit began
    reg       sending;
    reg [5:0] since;
    reg [7:0] sent;
    reg       fresh;                        // nothing was sent since the reset

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {sending, since, sent} <= 15'd0;
            fresh <= 1'b1;
        end else if (valid && ready) begin
            {sending, since, sent} <= {1'b1, 6'd0, data};
            fresh <= 1'b0;
        end else begin
            sending <= sending && since != LAST;
            since   <= since + 6'd1;
        end

    // Start bit, data from bit 0 on, stop bit: at the exact time, and in the clock after this one
    wire [9:0] frame = {1'b1, sent, 1'b0};
    wire       now   = frame[since / CLOCKS];
    wire       next  = frame[since / CLOCKS + (since % CLOCKS == CLOCKS - 6'd1 && since < LAST)];

    always @* if (rst_n) begin
        assert (ready == !sending);
        if (!sending)
            assert (txd);
        else
            assert (txd == now || txd == next);
    end

    // Invariants
    wire [5:0] ended = (since + 6'd1) / CLOCKS;     // number of bits that have ended
    wire [8:0] rest  = {9'h1FF, 1'b1, sent} >> ended;

    always @* if (rst_n) begin
        if (sending) begin
            assert (!fresh && since <= LAST);
            assert (\dut.left == 4'd10 - ended[3:0]);
            assert (\dut.phase == {29'd0, since[1:0] + 2'd1} - 31'd3);
            assert (\dut.bits == rest);
            assert (txd == frame[ended]);
        end else begin
            assert (\dut.left == 4'd0);
            assert (fresh || \dut.phase == -31'd2 || \dut.phase == -31'd3);
        end
    end

    always @* begin
        cover (rst_n && sending && since == LAST && sent == 8'hA5);
        cover (rst_n && !sending && !fresh && valid);
    end
endmodule
