// SPDX-License-Identifier: Apache-2.0
//
// tap_mux - connects several taps to one packet port
//
// Purpose     joins N taps: a small FIFO per tap stores packets of frames that end at the same
//             time, and the FIFOs are served in turn.
// Interface   t_*: the packet ports of the taps, tap k in field k of each vector. t_ready[k] = 0:
//             the FIFO of tap k is full, and tap k drops and counts its packets (see axis_tap).
//             p_*: a packet port. p_valid is 1 only in a clock in which p_ready is 1, so that no
//             packet in a FIFO is lost. While all FIFOs have packets, each tap is served once in N
//             packets. t_lost: the number of packets that tap k has lost in this clock without
//             presenting them, 0 to 255. p_lost: the sum of these and of the packets that came
//             while t_ready was 0, over all taps; it is limited to 255 per clock. Connect it to
//             p_lost of the monitor.
// Latency     t_valid to p_valid: 2 clocks, if no packet is queued. t_lost to p_lost: 1 clock.
// Throughput  one packet per clock.
// Domain      clk.
// Reset       rst_n asynchronous, released synchronously; the FIFOs are empty.
`default_nettype none

module tap_mux #(
    parameter N = 2,            // number of taps, 2 to 16
    parameter DEPTH_LOG2 = 2,   // 2**DEPTH_LOG2 packets per FIFO, 1 to 10
    parameter RAM = "auto"      // ram_style of the FIFOs
) (
    input  wire            clk,
    input  wire            rst_n,

    input  wire [N-1:0]    t_valid,
    input  wire [N*5-1:0]  t_y,
    input  wire [N*5-1:0]  t_x,
    input  wire [N*4-1:0]  t_category,
    input  wire [N*11-1:0] t_words,
    input  wire [N*6-1:0]  t_color,
    input  wire [N*44-1:0] t_rxtime,
    input  wire [N*44-1:0] t_txtime,
    input  wire [N-1:0]    t_irq,
    input  wire [N*25-1:0] t_addr,
    input  wire [N*4-1:0]  t_be,
    output wire [N-1:0]    t_ready,
    input  wire [N*8-1:0]  t_lost,

    output wire            p_valid,
    output wire [4:0]      p_y,
    output wire [4:0]      p_x,
    output wire [3:0]      p_category,
    output wire [10:0]     p_words,
    output wire [5:0]      p_color,
    output wire [43:0]     p_rxtime,
    output wire [43:0]     p_txtime,
    output wire            p_irq,
    output wire [26:2]     p_addr,
    output wire [3:0]      p_be,
    input  wire            p_ready,
    output wire [7:0]      p_lost
);
    generate
        if (N < 2 || N > 16) begin : g_illegal
            tap_mux_N_must_be_2_to_16 illegal_parameter ();
        end
        if (DEPTH_LOG2 < 1 || DEPTH_LOG2 > 10) begin : g_illegal_depth
            tap_mux_DEPTH_LOG2_must_be_1_to_10 illegal_parameter ();
        end
    endgenerate

    localparam WIDTH = 149;

    wire [N*WIDTH-1:0] words;

    genvar k;
    generate
        for (k = 0; k < N; k = k + 1) begin : g_tap
            assign words[WIDTH*k +: WIDTH] = {
                t_y[5*k +: 5], t_x[5*k +: 5], t_category[4*k +: 4], t_words[11*k +: 11],
                t_color[6*k +: 6], t_rxtime[44*k +: 44], t_txtime[44*k +: 44], t_irq[k],
                t_addr[25*k +: 25], t_be[4*k +: 4]};
        end
    endgenerate

    tap_queue #(.N(N), .WIDTH(WIDTH), .DEPTH_LOG2(DEPTH_LOG2), .RAM(RAM)) u_queue (
        .clk(clk), .rst_n(rst_n), .t_valid(t_valid), .t_word(words), .t_ready(t_ready),
        .t_lost(t_lost), .p_valid(p_valid),
        .p_word({p_y, p_x, p_category, p_words, p_color, p_rxtime, p_txtime, p_irq, p_addr,
                 p_be}),
        .p_ready(p_ready), .p_lost(p_lost)
    );
endmodule
