// SPDX-License-Identifier: Apache-2.0
//
// Proof of tap_mux with three taps: packets are conserved; each comes out once, complete, in the
// order of its tap, only into a ready port, and in its turn. The solver chooses one packet of any
// tap, and the proof tracks it. fifo_queue stands in for sync_fifo.
`default_nettype none

module prove_tap_mux (
    input wire         clk,
    input wire         rst_n,
    input wire [2:0]   t_valid,
    input wire [446:0] t_packet,
    input wire [23:0]  t_lost,
    input wire         p_ready,
    input wire         pick
);
    (* anyconst *) wire [1:0] k;

    always @* assume (k < 3);
    initial assume (!rst_n);

    wire [2:0]   t_ready;
    wire         p_valid;
    wire [7:0]   p_lost;
    wire [148:0] p;
    wire [148:0] t0 = t_packet[148:0], t1 = t_packet[297:149], t2 = t_packet[446:298];

    tap_mux #(.N(3), .DEPTH_LOG2(1)) dut (
        .*, .t_y({t2[148:144], t1[148:144], t0[148:144]}),
        .t_x({t2[143:139], t1[143:139], t0[143:139]}),
        .t_category({t2[138:135], t1[138:135], t0[138:135]}),
        .t_words({t2[134:124], t1[134:124], t0[134:124]}),
        .t_color({t2[123:118], t1[123:118], t0[123:118]}),
        .t_rxtime({t2[117:74], t1[117:74], t0[117:74]}),
        .t_txtime({t2[73:30], t1[73:30], t0[73:30]}), .t_irq({t2[29], t1[29], t0[29]}),
        .t_addr({t2[28:4], t1[28:4], t0[28:4]}), .t_be({t2[3:0], t1[3:0], t0[3:0]}),
        .p_y(p[148:144]), .p_x(p[143:139]), .p_category(p[138:135]), .p_words(p[134:124]),
        .p_color(p[123:118]), .p_rxtime(p[117:74]), .p_txtime(p[73:30]), .p_irq(p[29]),
        .p_addr(p[28:4]), .p_be(p[3:0])
    );

    (* hierconn *) wire       \dut.u_queue.have ;
    (* hierconn *) wire [2:0] \dut.u_queue.served ;
    (* hierconn *) wire [2:0] \dut.u_queue.rd ;
    (* hierconn *) wire [1:0] \dut.u_queue.g_tap[0].u_fifo.count ;
    (* hierconn *) wire [1:0] \dut.u_queue.g_tap[1].u_fifo.count ;
    (* hierconn *) wire [1:0] \dut.u_queue.g_tap[2].u_fifo.count ;
    (* hierconn *) wire [297:0] \dut.u_queue.g_tap[0].u_fifo.queue ;
    (* hierconn *) wire [297:0] \dut.u_queue.g_tap[1].u_fifo.queue ;
    (* hierconn *) wire [297:0] \dut.u_queue.g_tap[2].u_fifo.queue ;
    (* hierconn *) wire [148:0] \dut.u_queue.g_tap[0].u_fifo.word ;
    (* hierconn *) wire [148:0] \dut.u_queue.g_tap[1].u_fifo.word ;
    (* hierconn *) wire [148:0] \dut.u_queue.g_tap[2].u_fifo.word ;

    // Tap k, according to the rules of the interface: number of packets held, including that at the
    // output
    wire         into = t_valid[k] && t_ready[k];
    wire [148:0] t_word = k == 0 ? t0 : k == 1 ? t1 : t2;
    reg  [7:0]   came, went;        // number of packets of all taps that came in and went out
    wire [1:0]   in_fifo = k == 0 ? \dut.u_queue.g_tap[0].u_fifo.count : k == 1 ?
                           \dut.u_queue.g_tap[1].u_fifo.count : \dut.u_queue.g_tap[2].u_fifo.count ;
    wire [297:0] queue = k == 0 ? \dut.u_queue.g_tap[0].u_fifo.queue : k == 1 ?
                         \dut.u_queue.g_tap[1].u_fifo.queue : \dut.u_queue.g_tap[2].u_fifo.queue ;
    wire [148:0] word = k == 0 ? \dut.u_queue.g_tap[0].u_fifo.word : k == 1 ?
                        \dut.u_queue.g_tap[1].u_fifo.word : \dut.u_queue.g_tap[2].u_fifo.word ;
    wire         serve = \dut.u_queue.rd != 0, mine = \dut.u_queue.rd [k];

    // The tracked packet: in its FIFO with a number of packets before it, then at the output; and
    // the number of other packets served since it was the first in its FIFO
    reg         followed, out;
    reg [1:0]   ahead, waited;
    reg [148:0] packet;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {followed, out, ahead, waited} <= 6'd0;
            packet <= 149'd0;
            came <= 8'd0;
            went <= 8'd0;
        end else begin
            came <= came + (t_valid[0] && t_ready[0]) + (t_valid[1] && t_ready[1]) +
                    (t_valid[2] && t_ready[2]);
            went <= went + p_valid;
            if (out && p_valid)
                out <= 1'b0;
            if (!followed && !out && into && pick) begin
                followed <= 1'b1;
                ahead    <= in_fifo - mine;
                packet   <= t_word;
                waited   <= 2'd0;
            end else if (followed && mine) begin
                followed <= ahead != 0;
                out      <= ahead == 0;
                ahead    <= ahead - 2'd1;
                waited   <= 2'd0;
            end else if (followed && serve && ahead == 0)
                waited <= waited + 2'd1;
        end

    // Number of taps that are served before tap k comes again: 3 if tap k was served last
    wire [1:0] last = \dut.u_queue.served [0] ? 2'd0 : \dut.u_queue.served [1] ? 2'd1 : 2'd2;
    wire [1:0] distance = k > last ? k - last : k + 2'd3 - last;
    wire [7:0] held = \dut.u_queue.g_tap[0].u_fifo.count + \dut.u_queue.g_tap[1].u_fifo.count +
                      \dut.u_queue.g_tap[2].u_fifo.count + \dut.u_queue.have ;

    // Packets lost in the previous clock: in the taps, and at full FIFOs
    reg  [9:0] lost;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            lost <= 10'd0;
        else
            lost <= t_lost[7:0] + t_lost[15:8] + t_lost[23:16] + (t_valid[0] && !t_ready[0]) +
                    (t_valid[1] && !t_ready[1]) + (t_valid[2] && !t_ready[2]);

    always @* if (rst_n) begin
        assert (p_lost == (lost > 255 ? 255 : lost));
        // Packets in = packets out + packets held.
        assert (came == went + held);
        assert (!p_valid || p_ready);
        // It comes out complete and in its turn: at most two others come before it.
        if (out && p_valid)
            assert (p == packet);
        if (followed)
            assert (waited <= 2);
        if (out)
            assert (p_valid == p_ready);
        // A tap is not ready only while its FIFO is full.
        assert (t_ready[k] == (in_fifo != 2));

        // invariants
        assert (\dut.u_queue.served == 1 || \dut.u_queue.served == 2 || \dut.u_queue.served == 4);
        assert (\dut.u_queue.g_tap[0].u_fifo.count <= 2);
        assert (\dut.u_queue.g_tap[1].u_fifo.count <= 2);
        assert (\dut.u_queue.g_tap[2].u_fifo.count <= 2);
        assert (!(followed && out));
        if (followed) begin
            assert (ahead < in_fifo);
            assert ((ahead == 0 ? queue[148:0] : queue[297:149]) == packet);
            assert (ahead == 0 ? waited + distance <= 3 : waited == 0);
        end
        if (out)
            assert (\dut.u_queue.have && \dut.u_queue.served [k] && word == packet);
    end

    // Reachable
    always @* begin
        cover (rst_n && out && p_valid && went == 2);
        cover (rst_n && followed && waited == 2);
        cover (rst_n && t_valid == 7 && t_ready == 0);
        cover (rst_n && p_lost == 3 && went == 2);
    end
endmodule
