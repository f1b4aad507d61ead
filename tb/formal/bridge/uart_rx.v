// SPDX-License-Identifier: Apache-2.0
//
// Proof of uart_rx: a low level that does not last until the middle of a start bit gives no byte,
// and a line that stays low gives one, which is bad.
`default_nettype none

module prove_uart_rx (
    input wire clk,
    input wire rst_n,
    input wire rxd
);
    wire       valid, bad, quiet;
    wire [7:0] data;

    uart_rx #(.CLOCK_HZ(4), .BAUD(1)) dut (.*);
    (* hierconn *) wire       \dut.line ;
    (* hierconn *) wire       \dut.tick ;
    (* hierconn *) wire       \dut.held ;
    (* hierconn *) wire [3:0] \dut.left ;

    initial assume (!rst_n);

    reg  broken;                // the line has been low since a bad byte
    reg  started;               // it was low in the middle of the start bit
    wire low = broken || (valid && bad);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            broken  <= 1'b0;
            started <= 1'b0;
        end else begin
            broken <= low && !\dut.line ;
            if (\dut.left == 4'd10 && \dut.tick )
                started <= !\dut.line ;
        end

    always @* if (rst_n) begin
        // no byte begins before the line was high again
        assert (!low || \dut.left == 4'd0);
        assert (low == \dut.held );
        // a byte is received only after a start bit
        assert (\dut.left <= 4'd10);
        if (\dut.left != 4'd0 && \dut.left != 4'd10)
            assert (started);
        if (quiet)
            assert (\dut.line && \dut.left == 4'd0);
    end

    always @* begin
        cover (rst_n && valid && bad && data == 8'd0);
        cover (rst_n && valid && !bad && data == 8'hA5);
        cover (rst_n && broken && \dut.line );
    end
endmodule
