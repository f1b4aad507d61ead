// SPDX-License-Identifier: Apache-2.0
//
// Proof of shrimp_rxtime: rtv = 1 exactly if the counter has wrapped since S_GRST_L or power-on,
// for any clock of Stage 1. The proof of count_sync shows that rxtime is the count.
`default_nettype none

module prove_shrimp_rxtime #(
    parameter [43:0] RXTIME_INIT = 44'hFFFFFFFFFFD  // wraps soon
) (
    input wire por_n,
    input wire s_gclk,
    input wire s_grst_n,
    input wire clk_s1
);
    (* gclk *) wire gclk;

    wire        rtv;
    wire [43:0] rxtime;

    shrimp_rxtime #(.RXTIME_INIT(RXTIME_INIT)) dut (.*);

    initial assume (!por_n);
    always @* assume (s_gclk || clk_s1);

    (* hierconn *) wire [1:0]  \dut.u_rst_gclk.sync ;
    (* hierconn *) wire [43:0] \dut.count ;

    // Ticks since the reset; bit 44 stays set. The reset of the counter ends at the second s_gclk
    // after power-on.
    reg [1:0]  edges;
    reg [44:0] ticks;

    always @(posedge gclk)
        if (!por_n) begin
            edges <= 2'd0;
            ticks <= {1'b0, RXTIME_INIT};
        end else if (s_gclk) begin
            if (edges != 2)
                edges <= edges + 1;
            else if (!s_grst_n)
                ticks <= 45'd0;
            else
                ticks <= (ticks + 45'd1) | (ticks & {1'b1, 44'd0});
        end

    always @* if (por_n) begin
        assert (rtv == (ticks[44] && edges == 2));
        // invariants
        assert (edges <= 2 && \dut.u_rst_gclk.sync == (edges == 0 ? 2'b00 : edges == 1 ? 2'b01 :
                2'b11));
        assert (edges == 2 || ticks == {1'b0, RXTIME_INIT});
        assert (edges != 2 || \dut.count == ticks[43:0]);
    end

    // Reachable: the counter wraps, and is reset after that
    reg wrapped;

    initial wrapped = 1'b0;
    always @(posedge gclk)
        wrapped <= por_n && (wrapped || rtv);
    always @* begin
        cover (por_n && rtv && ticks[43:0] == 2);
        cover (por_n && wrapped && !rtv);
    end
endmodule
