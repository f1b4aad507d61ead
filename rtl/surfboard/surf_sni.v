// SPDX-License-Identifier: Apache-2.0
//
// surf_sni - packets from the SNI board: Stage 1 and the receive time
//
// Purpose     receives the packets on S_DATA and passes them to surf_core.
// Interface   the pins are those of shrimp_stage1 and shrimp_rxtime. pk_valid with pk_entry is held
//             until pk_take; rtv: the receive time has wrapped.
// Latency     last beat to pk_valid 2 clk_s1 and 3 clk25.
// Throughput  packets of 3 beats without pause.
// Domain      clk_s1, s_gclk; pk_* and rtv in clk25.
// Reset       por_n resets the receive time; rst25_n is the same reset in clk25. rst_pipe_n, a
//             flip-flop of clk25, resets Stage 1.
// Paper       TR-596-99 3.2, A.2.
`default_nettype none

module surf_sni #(
    parameter [43:0] RXTIME_INIT = 44'd0    // receive time after power-on
) (
    input  wire         por_n,
    input  wire         clk_s1,
    input  wire         s_gclk,
    input  wire         s_grst_n,
    input  wire [63:0]  s_data,
    input  wire [5:0]   s_color,
    input  wire         pmen_n,
    input  wire         s_eod_n,

    input  wire         clk25,
    input  wire         rst25_n,
    input  wire         rst_pipe_n,
    output wire         pk_valid,
    output wire [148:0] pk_entry,
    input  wire         pk_take,
    output wire         rtv
);
    wire        rst_pipe_s1_n, rtv_gclk, run, empty;
    wire [43:0] rxtime;

    reset_sync u_rst_s1 (.clk(clk_s1), .arst_n(rst_pipe_n), .rst_n(rst_pipe_s1_n));

    shrimp_rxtime #(.RXTIME_INIT(RXTIME_INIT)) u_rxtime (
        .por_n(por_n), .s_gclk(s_gclk), .s_grst_n(s_grst_n), .rtv(rtv_gclk),
        .clk_s1(clk_s1), .rxtime(rxtime)
    );

    sync_bits #(.WIDTH(1), .SALT(32'h5303)) u_rtv (
        .clk(clk25), .rst_n(rst25_n), .d(rtv_gclk), .q(rtv)
    );

    shrimp_stage1 u_stage1 (
        .clk_s1(clk_s1), .rst_n(rst_pipe_s1_n),
        .pmen_n(pmen_n), .s_eod_n(s_eod_n), .s_data(s_data), .s_color(s_color),
        .rxtime(rxtime), .run(run),
        .clk25(clk25), .rst25_n(rst_pipe_n), .rd(pk_take), .entry(pk_entry), .empty(empty)
    );

    assign pk_valid = !empty;

    wire unused = &{1'b0, run};
endmodule
