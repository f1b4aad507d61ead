// SPDX-License-Identifier: Apache-2.0
//
// Proof of mk_node on the side of NODECLK, with crossings and chips that behave arbitrarily, and
// reset at any time. Each access that the crossing delivers selects its chip until the chip's ack,
// and ends once with the chip's answer; while the chip is in reset it ends at once, as refused,
// and selects nothing. ts_tick comes at the documented clocks, for any changes of ts_ratio.
`default_nettype none

module prove_mk_node (
    input wire        clk,
    input wire        rst_n,
    input wire [1:0]  ready,
    input wire [1:0]  ack,
    input wire [1:0]  refused,
    input wire [63:0] d_ii,
    input wire [63:0] d_vc
);
    wire [1:0] cs;
    wire       ts_tick;
    wire [4:0] cfg_node;

    mk_node dut (
        .pclk(clk), .rst_p_n(rst_n), .a_req(1'b0), .a_vc(1'b0), .a_write(1'b0), .a_slot(11'd0),
        .a_half(2'd0), .a_cpu_id(8'd0), .a_wdata(64'd0), .nodeclk(clk), .rst_node_n(rst_n),
        .rst_cfg_n(rst_n), .cfg(5'd0), .cfg_node(cfg_node), .ts_tick(ts_tick), .cs(cs),
        .ready(ready), .ack(ack), .refused(refused), .d_ii(d_ii), .d_vc(d_vc)
    );

    (* hierconn *) wire        \dut.u_access.valid ;
    (* hierconn *) wire [86:0] \dut.u_access.data ;
    (* hierconn *) wire        \dut.u_access.done ;
    (* hierconn *) wire [64:0] \dut.u_access.done_data ;
    (* hierconn *) wire        \dut.u_up.d ;
    (* hierconn *) wire        \dut.standing ;
    (* hierconn *) wire [1:0]  \dut.phase ;

    wire valid = \dut.u_access.valid ;
    wire vc    = \dut.u_access.data [86];        // to which chip: 1 MultiKron_vc, 0 MultiKron_II
    wire done  = \dut.u_access.done ;

    initial assume (!rst_n);

    // The crossing delivers one access at a time and holds it.
    reg busy, busy_vc;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {busy, busy_vc} <= 2'b00;
        else begin
            busy    <= (valid || busy) && !done;
            busy_vc <= vc;
        end

    always @* if (busy) assume (!valid && vc == busy_vc);

    // Ticks: ts_ratio in the clock before a tick decides whether the next one comes 3 or 4 clocks
    // after it.
    reg       started, want, short, was_ready;
    reg [1:0] age;      // clocks since the tick
    wire      chooses = !started || age == (short ? 2'd2 : 2'd3);

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {started, want, short, was_ready, age} <= 6'd0;
        else begin
            started   <= 1'b1;
            want      <= chooses;
            age       <= chooses ? 2'd0 : age + 2'd1;
            was_ready <= ready == 2'b11;
            if (chooses)
                short <= cfg_node[0];
        end

    wire in_reset = valid && !ready[vc];

    always @* if (rst_n) begin
        assert (cs[0] == ((valid || busy) && !in_reset && !vc));
        assert (cs[1] == ((valid || busy) && !in_reset && vc));
        assert (done == (in_reset || ((valid || busy) && ack[vc])));
        if (done) begin
            // {refused, data}
            assert (\dut.u_access.done_data [64] == (in_reset || refused[vc]));
            assert (\dut.u_access.done_data [63:0] == (vc ? d_vc : d_ii));
        end
        assert (\dut.u_up.d == was_ready);
        assert (ts_tick == want);
        // invariants
        assert (\dut.standing == busy);
        assert (age <= (short ? 2'd2 : 2'd3));
        assert (started || (!want && age == 2'd0 && !short));
        assert (\dut.phase == (started ? (short ? 2'd2 : 2'd3) - age : 2'd0));
    end

    always @* begin
        cover (rst_n && done && busy && vc && !refused[1]);
        cover (rst_n && done && in_reset);
        cover (rst_n && ts_tick && short && started);
    end
endmodule
