// SPDX-License-Identifier: Apache-2.0
//
// Proof of sm_latency: a chosen request is measured until its answer, unless it comes while another
// request is in flight; over reports this case.
//
// The reference counts the requests in flight, up to 7 as sm_latency.v says; head = 1: the first of
// them was chosen while no other was in flight.
`default_nettype none

module prove_sm_latency (
    input wire clk,
    input wire rst_n,
    input wire request,
    input wire chosen,
    input wire answer,
    input wire forget
);
    wire        over, hit, open;
    wire [14:0] clocks;

    sm_latency dut (.*);
    (* hierconn *) wire [2:0] \dut.flight ;

    initial assume (!rst_n);
    always @* assume (!(forget && chosen));

    reg  [3:0]  n;              // requests in flight
    reg         head;           // the first of them is measured
    reg  [15:0] age;            // clocks since it came
    wire        pops = answer && n != 4'd0;
    wire [3:0]  left = n - {3'd0, pops};

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            n    <= 4'd0;
            head <= 1'b0;
            age  <= 16'd0;
        end else begin
            n    <= left + {3'd0, request && left != 4'd7};
            head <= request && left == 4'd0 ? chosen : head && !pops && !forget;
            age  <= request && left == 4'd0 ? 16'd1 : age == 16'hFFFF ? age : age + 16'd1;
        end

    always @* if (rst_n) begin
        assert (hit == (pops && head));
        if (hit)
            assert (clocks == (age < 16'h7FFF ? age[14:0] : 15'h7FFF));
        assert (over == (request && left != 4'd0));
        // open = 1 while a request is being measured
        assert (open == head);
        // invariant
        assert (n == {1'b0, \dut.flight } && (n != 4'd0 || !head));
        if (head)
            assert (clocks == (age < 16'h7FFF ? age[14:0] : 15'h7FFF) && age != 16'd0);
    end

    always @* begin
        cover (rst_n && hit && clocks == 15'd5);
        cover (rst_n && hit && request && chosen);
        cover (rst_n && over && chosen);
        cover (rst_n && forget && open);
        cover (rst_n && n == 4'd7);
        cover (rst_n && request && left == 4'd7);
    end
endmodule
