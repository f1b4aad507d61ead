// SPDX-License-Identifier: Apache-2.0
//
// Proof of xdb_counter: no count is lost without its flag.
//
// Events, selections and commands of software are free, with at most one command in a clock; reset
// comes at any time. The reference counts the selected event since it was selected.
`default_nettype none

module prove_xdb_counter #(
    parameter BITS = 4
) (
    input wire            clk,
    input wire            rst_n,
    input wire            run,
    input wire [31:0]     events,
    input wire [2:0]      command,      // 1 choose, 2 put, 3 ack_wrapped, 4 ack_missed
    input wire [3:0]      new_select,
    input wire [BITS-1:0] value
);
    localparam W = 12;

    wire            choose = command == 3'd1, put = command == 3'd2;
    wire            ack_wrapped = command == 3'd3, ack_missed = command == 3'd4;
    wire [3:0]      select;
    wire            wrapped, missed, loses;
    wire [BITS+1:0] shown;

    xdb_counter #(.BITS(BITS)) dut (.*);
    (* hierconn *) wire [BITS-1:0] \dut.count ;

    initial assume (!rst_n);

    // an event happens at most twice in a clock
    reg  [3:0]   chosen;
    wire [1:0]   happens = events[2*chosen +: 2];
    always @* assume (happens != 2'd3);

    // Reference: number of events, of wraps that software has acknowledged, and of lost wraps
    reg  [W-1:0] total, acknowledged, lost;
    reg          any_lost;
    wire [W-1:0] amount = run ? happens : 0;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            chosen       <= 4'd0;
            total        <= 0;
            acknowledged <= 0;
            lost         <= 0;
            any_lost     <= 1'b0;
        end else begin
            if (choose) begin
                chosen       <= new_select;
                total        <= 0;
                acknowledged <= 0;
                lost         <= 0;
                any_lost     <= 1'b0;
            end else begin
                total        <= put ? total - \dut.count + value : total + amount;
                acknowledged <= acknowledged + (ack_wrapped && wrapped);
                lost         <= lost + loses;
                any_lost     <= loses || (any_lost && !ack_missed);
            end
        end

    always @* begin
        // each count is in the counter, in its flag, acknowledged, or lost
        assert (total == \dut.count + ((acknowledged + wrapped + lost) << BITS));
        assert (select == chosen);
        // a loss has its flag until software clears it
        assert (missed == any_lost);
        // shown includes the event of this clock
        if (!put && !ack_wrapped)
            assert (total + amount ==
                    shown[BITS-1:0] + ((acknowledged + shown[BITS] + lost + loses) << BITS));
        // only a second wrap is lost
        if (loses)
            assert (wrapped && !ack_wrapped);
    end

    always @* begin
        cover (rst_n && loses);
        cover (rst_n && missed && !wrapped);
        cover (rst_n && ack_wrapped && wrapped && shown[BITS]);
    end
endmodule
