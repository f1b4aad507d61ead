// SPDX-License-Identifier: Apache-2.0
//
// Proof of uart_rx: a low level that does not last until the middle of a start bit gives no byte,
// and a line that stays low gives one, which is bad. Each byte ends in time.
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
    (* hierconn *) wire [30:0] \dut.phase ;

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

    // Clocks since the start bit was seen. Each bit is sampled in its middle, at the end of a
    // period of 4 clocks, of which the first one began 2 clocks earlier.
    localparam [5:0] LAST = 6'd37;
    reg  [5:0] age;
    wire [5:0] time_2 = age + 6'd2;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            age <= 6'd0;
        else
            age <= \dut.left == 4'd0 ? 6'd0 : age + 6'd1;

    always @* if (rst_n && \dut.left != 4'd0) begin
        assert (age <= LAST && \dut.left == 4'd10 - time_2[5:2]);
        assert (\dut.phase == {29'd0, time_2[1:0]} - 31'd3);
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
