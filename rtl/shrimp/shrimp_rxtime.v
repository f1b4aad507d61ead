// SPDX-License-Identifier: Apache-2.0
//
// shrimp_rxtime - receive time counter of the SHRIMP boards
//
// Purpose     counts the 10 MHz global clock with 44 bits and transfers the count to the Stage-1
//             clock in Gray code.
// Interface   s_grst_n (S_GRST_L) is synchronous to s_gclk and low for at least one
//             period: the counter is 0 from the first edge with s_grst_n low, and counts
//             from the first edge with s_grst_n high. por_n sets it to RXTIME_INIT.
//             rtv is set when the count wraps to 0; only s_grst_n and por_n clear it. RESDRV,
//             ENABLE and PRS do not affect the counter.
// Latency     rxtime is the count as it was 3 clk_s1 edges before the edge that
//             samples it (4 with jitter). shrimp_stage1 compensates for the three. rxtime is
//             undefined for four clk_s1 after the fall of s_grst_n.
// Domain      counter and rtv in s_gclk, rxtime in clk_s1.
// Reset       por_n is the power-on reset pin; this module synchronises it.
// Paper       TR-596-99 3.2, A.1, A.6 ISCR.RTV.
`default_nettype none

module shrimp_rxtime #(
    parameter [43:0] RXTIME_INIT = 44'd0   // value of the counter after power-on
) (
    input  wire        por_n,
    input  wire        s_gclk,
    input  wire        s_grst_n,
    output reg         rtv,
    input  wire        clk_s1,
    output wire [43:0] rxtime
);
    wire rst_gclk_n;
    wire rst_s1_n;

    reset_sync u_rst_gclk (.clk(s_gclk), .arst_n(por_n), .rst_n(rst_gclk_n));
    reset_sync u_rst_s1   (.clk(clk_s1), .arst_n(por_n), .rst_n(rst_s1_n));

    reg  [43:0] count;
    wire [44:0] sum  = {1'b0, count} + 45'd1;
    wire [43:0] next = s_grst_n ? sum[43:0] : 44'd0;

    always @(posedge s_gclk or negedge rst_gclk_n)
        if (!rst_gclk_n) begin
            count <= RXTIME_INIT;
            rtv   <= 1'b0;
        end else begin
            count <= next;
            rtv   <= s_grst_n && (rtv || sum[44]);
        end

    count_sync #(.WIDTH(44), .INIT(RXTIME_INIT), .SALT(32'h5201)) u_gray (
        .clk_a(s_gclk), .rst_a_n(rst_gclk_n), .a_next(next),
        .clk_b(clk_s1), .rst_b_n(rst_s1_n), .b(rxtime)
    );
endmodule
