// SPDX-License-Identifier: Apache-2.0
//
// Proof of surf_latency against the arithmetic of the report, for all times, all settings, legal or
// not, and any distance between starts.
`default_nettype none

module prove_surf_latency #(
    parameter MODULO = 0
) (
    input wire        clk,
    input wire        rst_n,
    input wire        start,
    input wire [43:0] rx,
    input wire [43:0] tx,
    input wire [4:0]  lat_s,
    input wire [3:0]  lat_n
);
    wire        done, v, u;
    wire [23:0] latency;

    surf_latency #(.MODULO(MODULO)) dut (.*);

    initial assume (!rst_n);

    // Clocks since start; 5 = no operation in progress. The times are stable in clocks 1 to 3.
    reg [2:0]  age;
    reg [43:0] r, t;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            age <= 3'd5;
            r   <= 44'd0;
            t   <= 44'd0;
        end else begin
            age <= start ? 3'd1 : age == 3'd5 ? 3'd5 : age + 3'd1;
            if (age == 1) begin
                r <= rx;
                t <= tx;
            end
        end

    always @*
        if (age == 2 || age == 3)
            assume (rx == r && tx == t);

    // The report: receive - transmit time; START bits are dropped, NUM bits kept. MODULO = 1: the
    // difference of two times of a counter that wraps, negative from 2**43 on
    wire [43:0] d     = r - t;
    wire        under = MODULO ? d[43] : r < t;
    wire [5:0]  from  = lat_s > 20 ? 6'd40 : {lat_s, 1'b0};
    wire [5:0]  num   = lat_n > 12 ? 6'd24 : {1'b0, lat_n, 1'b0};
    wire [43:0] value = (d >> from) & ((44'd1 << num) - 44'd1);
    wire        over  = (d >> from) >> num != 0;

    reg [23:0] expected;
    reg        expected_v, expected_u, due;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            expected   <= 24'd0;
            expected_v <= 1'b0;
            expected_u <= 1'b0;
            due        <= 1'b0;
        end else begin
            due <= age == 4 && !start;
            if (age == 4) begin
                expected   <= under ? 24'd0 : over ? 24'hFFFFFF : value[23:0];
                expected_v <= over && !under;
                expected_u <= under;
            end
        end

    always @* begin
        assert (done == due);
        assert (latency == expected);
        assert (v == expected_v);
        assert (u == expected_u);
    end

    // Invariants: the part of the difference computed so far
    (* hierconn *) wire [3:0]  \dut.step ;
    (* hierconn *) wire [43:0] \dut.diff ;
    (* hierconn *) wire        \dut.borrow ;

    always @* if (rst_n) begin
        assert (age != 0 && age <= 5);
        assert (\dut.step == (age == 5 ? 4'd0 : 4'd1 << (age - 1)));
        if (age == 2)
            assert (\dut.diff [15:0] == d[15:0] && \dut.borrow == (r[15:0] < t[15:0]));
        if (age == 3)
            assert (\dut.diff [31:0] == d[31:0] && \dut.borrow == (r[31:0] < t[31:0]));
        if (age == 4)
            assert (\dut.diff == d && \dut.borrow == (r < t));
    end

    // MODULO: a latency over the wrap of the counter
    always @* cover (rst_n && done && latency != 0 && !v && !u && (MODULO ? r < t : r > t));
    // Reachable: each of the three results, the widest window, borrows between the parts
    always @* begin
        cover (rst_n && done && u);
        cover (rst_n && done && v && lat_s == 0 && lat_n == 12 && t != 0);
        cover (rst_n && done && !u && !v && latency == 24'hABCDEF && r[15:0] < t[15:0] &&
               r[31:0] < t[31:0]);
    end
endmodule
