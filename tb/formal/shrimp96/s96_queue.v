// SPDX-License-Identifier: Apache-2.0
//
// Proof of s96_queue: it holds 16 addresses, first in first out, and flag and interrupt are
// correct.
//
// The proof of sync_fifo covers the words in the FIFO; here fifo_queue stands in for it.
`default_nettype none

module prove_s96_queue (
    input wire        clk,
    input wire        rst_n,
    input wire        rst_board_n,
    input wire        push,
    input wire [23:0] addr,
    input wire        pop,
    input wire        clear,
    input wire        enable,
    input wire [2:0]  irlev,
    input wire        pick
);
    wire        valid, overflow, pend;
    wire [23:0] first;
    wire [4:0]  count;
    wire [5:0]  irq;

    s96_queue dut (.clk25(clk), .*);

    initial assume (!rst_n);
    always @* if (!rst_n) assume (!rst_board_n);

    (* hierconn *) wire [383:0] \dut.u_fifo.queue ;

    // One address, chosen when it is pushed, is tracked. place: number of addresses up to and
    // including it; 0: none chosen, or popped
    reg [4:0]  held, place;
    reg [23:0] value;
    reg        popped;      // the tracked address was popped in the last clock
    reg        flag;

    wire goes_in = push && held != 16;
    wire out     = pop && held != 0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            held   <= 5'd0;
            place  <= 5'd0;
            value  <= 24'd0;
            popped <= 1'b0;
            flag   <= 1'b0;
        end else begin
            held   <= held + goes_in - out;
            popped <= out && place == 1;
            if (goes_in && pick && place == 0) begin
                place <= held + 5'd1 - out;
                value <= addr;
            end else if (out && place != 0)
                place <= place - 5'd1;
            flag <= (push && held == 16) || (flag && !clear);
        end

    always @* if (rst_n) begin
        assert (count == held && held <= 16 && place <= held);
        // Addresses come out in order and unchanged, even if others are refused.
        if (popped)
            assert (valid && first == value);
        assert (overflow == flag);
        // The interrupt is active as long as there is an address, on at most one line.
        if (!rst_board_n)
            assert (!pend && irq == 0);
        assert (pend == (irq != 0) && (irq & (irq - 6'd1)) == 0);
        // invariant
        if (place != 0)
            assert (\dut.u_fifo.queue [24 * (place - 1) +: 24] == value);
    end

    reg was_pending;

    always @(posedge clk or negedge rst_board_n)
        if (!rst_board_n)
            was_pending <= 1'b0;
        else
            was_pending <= enable && irlev >= 2 && held != 0;

    always @* if (rst_board_n)
        assert (pend == was_pending);

    always @* begin
        cover (rst_n && held == 16 && overflow && place == 16);
        cover (rst_n && popped && pend);
    end
endmodule
