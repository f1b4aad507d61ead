// SPDX-License-Identifier: Apache-2.0
//
// simm_rules - timing rules of a 60 ns fast-page-mode SIMM, in clocks of 40 ns
//
// It monitors the pins of a controller whose outputs are all flip-flops of clk, and asserts the
// times that simm_dram guarantees; each exceeds the minimum of the part. A level that lasts one
// clock lasts 40 ns.
`default_nettype none

module simm_rules #(
    parameter PAGE = 0          // 1: a row may stay open for at most 100 us (tRASP)
) (
    input wire        clk,
    input wire        rst_n,
    input wire [11:0] a,
    input wire        ras_n,
    input wire [3:0]  cas_n,
    input wire        we_n,
    input wire [31:0] dq_o,
    input wire        dq_oe,
    output wire       refresh,      // in this clock RAS# falls after CAS#: a refresh begins
    output reg         by_refresh,   // the last fall of RAS# was that of a refresh
    output wire [3:0]  t_ras,        // clocks since RAS# fell, up to 15
    output reg  [11:0] t_open        // clocks for which RAS# has been low, up to 4095
);
    // Pins in the previous clock
    reg [11:0] a1;
    reg        ras1_n, we1_n, oe1;
    reg [3:0]  cas1_n;
    reg [31:0] dq1;

    // Clocks, up to 15, since RAS# fell, RAS# rose, CAS# fell, CAS# rose; 0 in the clock of the
    // edge
    reg [3:0] ras_fell, ras_rose, cas_fell, cas_rose;

    wire ras_falls = ras1_n && !ras_n, ras_rises = !ras1_n && ras_n;
    wire cas_falls = cas1_n == 4'b1111 && cas_n != 4'b1111;
    wire cas_rises = cas1_n != 4'b1111 && cas_n == 4'b1111;
    wire [3:0] t_rp = ras_rises ? 4'd0 : ras_rose;
    wire [3:0] t_cas = cas_falls ? 4'd0 : cas_fell, t_cp = cas_rises ? 4'd0 : cas_rose;

    assign t_ras = ras_falls ? 4'd0 : ras_fell;
    assign refresh = ras_falls && cas1_n == 4'b0000;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {a1, ras1_n, cas1_n, we1_n, dq1, oe1} <= {12'd0, 6'b111111, 32'd0, 1'b0};
            {ras_fell, ras_rose, cas_fell, cas_rose} <= 16'hFFFF;
            by_refresh <= 1'b0;
            t_open <= 12'd0;
        end else begin
            t_open <= ras_n ? 12'd0 : t_open + (t_open != 12'd4095);
            {a1, ras1_n, cas1_n, we1_n, dq1, oe1} <= {a, ras_n, cas_n, we_n, dq_o, dq_oe};
            ras_fell <= t_ras == 15 ? 4'd15 : t_ras + 4'd1;
            ras_rose <= t_rp == 15 ? 4'd15 : t_rp + 4'd1;
            cas_fell <= t_cas == 15 ? 4'd15 : t_cas + 4'd1;
            cas_rose <= t_cp == 15 ? 4'd15 : t_cp + 4'd1;
            if (ras_falls)
                by_refresh <= refresh;
        end

    always @* if (rst_n) begin
        // The lanes of CAS# fall and rise together.
        assert (cas_n == 4'b1111 || cas1_n == 4'b1111 || cas_n == cas1_n);
        if (ras_falls) begin
            assert (ras_rose >= 1 && t_rp >= 2);            // tRP 80 ns
            assert (ras_fell >= (by_refresh ? 4 : 5));      // tRC 200, 160 after a refresh
            if (refresh)
                assert (t_cas >= 1 && we_n && we1_n);       // tCSR 40, tWRP
            else begin
                assert (cas_n == 4'b1111 && t_cp >= 1);     // tCRP
                assert (a == a1);                           // tASR 40
            end
        end
        if (!ras_n && !ras1_n && t_ras == 1 && !by_refresh)
            assert (cas_n == 4'b1111);                      // tRCD 80
        if (ras_rises) begin
            assert (t_ras >= (by_refresh ? 2 : 3));         // tRAS 80, 120
            assert (by_refresh ? t_cas >= 3 : t_cas >= 1);  // tCHR 80, tRSH 40
        end
        if (cas_falls) begin
            assert (t_cp >= 1);                             // tCP 40
            if (ras_n) begin
                assert (t_rp >= 1);                         // tRPC 40
            end else begin
                assert (t_ras >= 2);                        // tRCD 80
                assert (cas_fell >= 2);                     // tPC 80
                assert (a == a1);                           // tASC 40
                assert (we_n == we1_n);                     // tRCS, tWCS 40: early write
                if (we_n)
                    assert (!dq_oe && !oe1);
                else
                    assert (dq_oe && oe1 && dq_o == dq1);   // tDS 40
            end
        end
        if (cas1_n != 4'b1111 && cas_n != 4'b1111) begin
            assert (a == a1 && we_n == we1_n && dq_oe == oe1);
        end
        if (cas1_n != 4'b1111 && ras1_n)
            assert (!ras_n);                                // CAS before RAS: a refresh
        if (cas_rises && !by_refresh)
            assert (t_ras >= 3);                            // tCSH 120
        if (cas_rises && we1_n)
            assert (!dq_oe);                                // tOFF 15
        if (by_refresh && !ras_n && ras_fell >= 1)
            assert (!cas_falls);
        assert (PAGE ? t_open < 2500 : ras_n || t_ras < 10);
        if (ras_n)
            assert (!dq_oe);
    end
endmodule
