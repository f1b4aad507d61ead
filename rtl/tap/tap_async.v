// SPDX-License-Identifier: Apache-2.0
//
// tap_async - connects taps in one clock domain to a packet port in another
//
// Purpose     carries the packets of a tap or tap_mux from clk_t to clk, and counts what is lost on
//             the way.
// Interface   t_*: the packet port of the tap, in clk_t. t_ready = 0: the FIFO is full; a packet
//             that comes then is lost. t_lost: the number of packets that the tap has lost in this
//             clock without presenting them, 0 to 255: p_lost of the tap or tap_mux, or 0.
//             p_*: a packet port, in clk. p_valid is 1 only in a clock in which p_ready is 1, so
//             that no packet in the FIFO is lost. p_lost: the number of packets that have been lost
//             at t_* or reported at t_lost, 0 to 255 in a clock, each of them once. Up to
//             65535 losses wait until they are reported; further ones are not reported.
//             The times of a packet are not changed: they are those of the clock of the tap.
// Latency     t_valid to p_valid: 3 clocks of clk (4 with jitter), if no packet is queued. A loss
//             to p_lost: 1 clock of clk_t and 5 of clk, after the losses before it.
// Throughput  packets: one per clock on either side. Losses: 255 in 4 clocks of clk and 3 of
//             clk_t.
// Domain      t_* in clk_t, p_* in clk; the two need no relation. Crossings in async_fifo,
//             cdc_handshake and reset_sync.
// Reset       arst_n, asynchronous, resets both sides: the FIFO is then empty, and no loss waits.
//             It may differ from the reset of the tap.
// Constraint  those of async_fifo and cdc_handshake.
`default_nettype none

module tap_async #(
    parameter DEPTH_LOG2 = 3,     // 2**DEPTH_LOG2 packets in the FIFO, 2 to 10
    parameter [31:0] SALT = 32'd0 // seed of the jitter, see sync_gray
) (
    input  wire        arst_n,

    input  wire        clk_t,
    input  wire        t_valid,
    input  wire [4:0]  t_y,
    input  wire [4:0]  t_x,
    input  wire [3:0]  t_category,
    input  wire [10:0] t_words,
    input  wire [5:0]  t_color,
    input  wire [43:0] t_rxtime,
    input  wire [43:0] t_txtime,
    input  wire        t_irq,
    input  wire [26:2] t_addr,
    input  wire [3:0]  t_be,
    output wire        t_ready,
    input  wire [7:0]  t_lost,

    input  wire        clk,
    output wire        p_valid,
    output wire [4:0]  p_y,
    output wire [4:0]  p_x,
    output wire [3:0]  p_category,
    output wire [10:0] p_words,
    output wire [5:0]  p_color,
    output wire [43:0] p_rxtime,
    output wire [43:0] p_txtime,
    output wire        p_irq,
    output wire [26:2] p_addr,
    output wire [3:0]  p_be,
    input  wire        p_ready,
    output wire [7:0]  p_lost
);
    generate
        if (DEPTH_LOG2 < 2 || DEPTH_LOG2 > 10) begin : g_illegal
            tap_async_DEPTH_LOG2_must_be_2_to_10 illegal_parameter ();
        end
    endgenerate

    wire rst_t_n, rst_n;

    reset_sync u_rst_t (.clk(clk_t), .arst_n(arst_n), .rst_n(rst_t_n));
    reset_sync u_rst (.clk(clk), .arst_n(arst_n), .rst_n(rst_n));

    // Packets
    wire full, have;

    assign t_ready = !full;
    assign p_valid = have && p_ready;

    async_fifo #(.WIDTH(149), .DEPTH_LOG2(DEPTH_LOG2), .SALT(SALT * 2)) u_fifo (
        .clk_w(clk_t), .rst_w_n(rst_t_n), .wr(t_valid),
        .wdata({t_y, t_x, t_category, t_words, t_color, t_rxtime, t_txtime, t_irq, t_addr,
                t_be}),
        .full(full),
        .clk_r(clk), .rst_r_n(rst_n), .rd(p_ready),
        .rdata({p_y, p_x, p_category, p_words, p_color, p_rxtime, p_txtime, p_irq, p_addr,
                p_be}),
        .level(have)
    );

    // Losses that wait until the handshake is free
    reg  [15:0] waiting;
    wire        busy;
    wire        send = waiting != 16'd0 && !busy;
    wire [7:0]  part = |waiting[15:8] ? 8'd255 : waiting[7:0];
    wire [16:0] next = {1'b0, waiting} - {9'd0, send ? part : 8'd0} + {9'd0, t_lost} +
                       {16'd0, t_valid && full};

    always @(posedge clk_t or negedge rst_t_n)
        if (!rst_t_n)
            waiting <= 16'd0;
        else
            waiting <= next[16] ? 16'hFFFF : next[15:0];

    wire       come, acked, answer;
    wire [7:0] number;
    wire       unused = &{1'b0, acked, answer};

    cdc_handshake #(.WIDTH(8), .RWIDTH(1), .SALT(SALT * 2 + 1)) u_lost (
        .clk_a(clk_t), .rst_a_n(rst_t_n), .req(send), .req_data(part), .busy(busy),
        .ack(acked), .ack_data(answer),
        .clk_b(clk), .rst_b_n(rst_n), .valid(come), .data(number), .done(come),
        .done_data(1'b0)
    );

    assign p_lost = come ? number : 8'd0;
endmodule
