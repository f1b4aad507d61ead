// SPDX-License-Identifier: Apache-2.0
//
// Proof of tap_async with two free clocks, free jitter and a reset at any time: each loss is
// reported once; a packet enters the FIFO unless it is full, and each that is read from it comes
// out at once, into a ready port. The FIFO is any FIFO: proof async_fifo shows that it keeps its
// words. The states of the handshake are those of proof cdc_handshake.
`default_nettype none

module prove_tap_async (
    input wire         arst_n,
    input wire         clk_t,
    input wire         t_valid,
    input wire [148:0] t_entry,
    input wire [7:0]   t_lost,
    input wire         clk,
    input wire         p_ready
);
    (* gclk *) wire gclk;

    wire         t_ready, p_valid;
    wire [148:0] p_entry;
    wire [7:0]   p_lost;

    tap_async dut (
        .*, .t_y(t_entry[148:144]), .t_x(t_entry[143:139]), .t_category(t_entry[138:135]),
        .t_words(t_entry[134:124]), .t_color(t_entry[123:118]), .t_rxtime(t_entry[117:74]),
        .t_txtime(t_entry[73:30]), .t_irq(t_entry[29]), .t_addr(t_entry[28:4]), .t_be(t_entry[3:0]),
        .p_y(p_entry[148:144]), .p_x(p_entry[143:139]), .p_category(p_entry[138:135]),
        .p_words(p_entry[134:124]), .p_color(p_entry[123:118]), .p_rxtime(p_entry[117:74]),
        .p_txtime(p_entry[73:30]), .p_irq(p_entry[29]), .p_addr(p_entry[28:4]), .p_be(p_entry[3:0])
    );

    (* hierconn *) wire         \dut.rst_t_n ;
    (* hierconn *) wire         \dut.rst_n ;
    (* hierconn *) wire [1:0]   \dut.u_rst_t.sync ;
    (* hierconn *) wire [1:0]   \dut.u_rst.sync ;
    (* hierconn *) wire         \dut.u_fifo.wr ;
    (* hierconn *) wire [148:0] \dut.u_fifo.wdata ;
    (* hierconn *) wire         \dut.u_fifo.full ;
    (* hierconn *) wire         \dut.u_fifo.rd ;
    (* hierconn *) wire [148:0] \dut.u_fifo.rdata ;
    (* hierconn *) wire         \dut.u_fifo.level ;
    (* hierconn *) wire [15:0]  \dut.waiting ;
    (* hierconn *) wire         \dut.send ;
    (* hierconn *) wire [7:0]   \dut.part ;
    (* hierconn *) wire         \dut.u_lost.valid ;
    (* hierconn *) wire [7:0]   \dut.u_lost.data_a ;
    (* hierconn *) wire [7:0]   \dut.u_lost.data_b ;
    (* hierconn *) wire         \dut.u_lost.req_tgl ;
    (* hierconn *) wire         \dut.u_lost.u_req.meta ;
    (* hierconn *) wire         \dut.u_lost.req_b ;
    (* hierconn *) wire         \dut.u_lost.req_seen ;
    (* hierconn *) wire         \dut.u_lost.active ;
    (* hierconn *) wire         \dut.u_lost.ack_tgl ;
    (* hierconn *) wire         \dut.u_lost.u_ack.meta ;
    (* hierconn *) wire         \dut.u_lost.ack_a ;
    (* hierconn *) wire         \dut.u_lost.ack_seen ;

    initial assume (!arst_n);
    always @* assume (clk_t || clk);

    wire tick_t = clk_t && \dut.rst_t_n ;
    wire tick   = clk && \dut.rst_n ;

    // Packets, at the ports and at the FIFO
    always @* begin
        assert (t_ready == !\dut.u_fifo.full );
        assert (\dut.u_fifo.wr == t_valid);
        assert (\dut.u_fifo.wdata == t_entry);
        assert (p_valid == (\dut.u_fifo.level && \dut.u_fifo.rd ));
        assert (!p_valid || p_ready);
        assert (!p_ready || \dut.u_fifo.rd );
        assert (p_entry == \dut.u_fifo.rdata );
    end

    // Losses that are still to be reported: at most 65535 of them wait.
    reg  [16:0] due;
    wire [8:0]  now = t_lost + (t_valid && !t_ready);
    wire [16:0] wait_next = \dut.waiting - (\dut.send ? \dut.part : 8'd0) + now;
    wire [8:0]  beyond = wait_next > 65535 ? wait_next - 65535 : 0;

    always @(posedge gclk)
        if (!arst_n)
            due <= 0;
        else
            due <= due + (tick_t ? now - beyond : 9'd0) - (tick ? p_lost : 8'd0);

    // The path of the toggle of the handshake: 1 at each flip-flop where it has arrived
    wire [3:0] there = {4{~\dut.u_lost.req_tgl }} ^
                       {\dut.u_lost.req_tgl , \dut.u_lost.u_req.meta , \dut.u_lost.req_b ,
                        \dut.u_lost.req_seen };
    wire [3:0] back  = {4{~\dut.u_lost.req_tgl }} ^
                       {\dut.u_lost.ack_tgl , \dut.u_lost.u_ack.meta , \dut.u_lost.ack_a ,
                        \dut.u_lost.ack_seen };
    wire       asked = back == 4'b0000;     // a number is on its way

    always @* if (arst_n) begin
        assert (due == \dut.waiting + (asked ? \dut.u_lost.data_a : 8'd0));
        // Losses that wait are sent as soon as the handshake is free.
        if (\dut.waiting != 0 && back[1])
            assert (\dut.send );
        // p_lost lasts one clock.
        assert (p_lost == (asked && there[0] ? \dut.u_lost.data_a : 8'd0));

        // Legal states
        assert (\dut.u_rst_t.sync != 2'b10);
        assert (\dut.u_rst.sync != 2'b10);
        assert (\dut.rst_t_n || \dut.waiting == 0);
        assert (there == 4'b1000 || there == 4'b1100 || there == 4'b1110 || there == 4'b1111);
        assert (back == 4'b0000 || back == 4'b1000 || back == 4'b1100 || back == 4'b1110 ||
                back == 4'b1111);
        assert (asked || there == 4'b1111);
        assert (\dut.u_lost.valid == (asked && there[0]));
        assert (\dut.u_lost.active == \dut.u_lost.valid );
        if (\dut.u_lost.valid )
            assert (\dut.u_lost.data_b == \dut.u_lost.data_a );
    end

    // Reachable: the largest number at p_lost, and a later one after which no loss waits; a packet
    // after a loss
    reg large;

    always @(posedge gclk)
        large <= arst_n && (large || (tick && p_lost == 255));

    always @* begin
        cover (arst_n && large && tick && p_lost == 7 && due == 7);
        cover (arst_n && p_valid && large && due == 0);
    end
endmodule
