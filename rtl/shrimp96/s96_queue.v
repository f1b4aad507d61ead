// SPDX-License-Identifier: Apache-2.0
//
// s96_queue - queue of the histogram addresses of threshold events, and the interrupt
//
// Purpose     stores up to 16 addresses for the interrupt handler.
// Interface   push with addr (one clock) queues an event. If the queue is full, the event is lost
//             and overflow is set until clear (one clock); an event lost in the clock of clear sets
//             it again. pop (one clock): from the next clock until the next pop, valid tells
//             whether there was an address, which is then on first. A pop does not see an address
//             pushed in the same clock, and makes no room for a push in the same clock.
//             irq (IRQ15, 14, 12, 10, 9, 5) and pend are active while enable = 1 and addresses are
//             queued.
// Latency     1 clock to count, 2 to pend and irq, which change together.
// Domain      clk25.
// Reset       rst_n: power-on; rst_board_n: power-on and RESDRV, releases the lines.
// Paper       SPDT 1996 3.4.
`default_nettype none

module s96_queue (
    input  wire        clk25,
    input  wire        rst_n,
    input  wire        rst_board_n,
    input  wire        push,
    input  wire [23:0] addr,
    input  wire        pop,
    input  wire        clear,
    output reg         valid,
    output wire [23:0] first,
    output wire [4:0]  count,
    output reg         overflow,

    input  wire        enable,
    input  wire [2:0]  irlev,
    output reg         pend,
    output reg  [5:0]  irq
);
    wire full, empty;

    sync_fifo #(.WIDTH(24), .DEPTH_LOG2(4)) u_fifo (
        .clk(clk25), .rst_n(rst_n), .clear(1'b0),
        .wr(push), .wdata(addr), .full(full),
        .rd(pop), .rdata(first), .empty(empty), .count(count)
    );

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            valid    <= 1'b0;
            overflow <= 1'b0;
        end else begin
            if (pop)
                valid <= !empty;
            overflow <= (push && full) || (overflow && !clear);
        end

    wire pending = enable && irlev[2:1] != 2'b00 && !empty;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            pend <= 1'b0;
            irq  <= 6'b000000;
        end else begin
            pend <= pending;
            irq  <= pending ? 6'd1 << (irlev - 3'd2) : 6'b000000;
        end
endmodule
