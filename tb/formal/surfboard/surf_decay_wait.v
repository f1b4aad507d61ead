// SPDX-License-Identifier: Apache-2.0
//
// Proof of how long the host waits for the histogram memory of revision 2 during a pass of the
// decay: surf_decay with simm_dram, AHEAD = 1, and e_first as in surf_turn.v.
//
// WINDOW: from every state that meets the invariant and in which the host's access begins to
// wait, it ends within its clocks. FIRST: the host has priority from the start, as with a write and
// with a read soon after one. Without WINDOW the proof shows that the invariant holds in every
// state.
//
// Packets, passes and refreshes come at any time; a request of a packet or of the host is held
// until it is done.
`default_nettype none

module prove_surf_decay_wait (
    input wire        clk,
    input wire        rst_n,
    input wire        hold,
    input wire        go,
    input wire [23:0] last,
    input wire        e_req,
    input wire        e_write,
    input wire        first,    // the host has priority for another reason
    input wire [23:0] e_addr,
    input wire [31:0] e_wdata,
    input wire        p_req,
    input wire [23:0] p_addr,
    input wire [31:0] p_wdata,
    input wire [31:0] dq_i
);
    localparam LOG2 = 6;

    wire        busy, ended, taken_valid, e_done, m_req, m_write, m_done, p_modify, p_done;
    wire [31:0] taken, m_wdata, rdata, dq_o;
    wire [23:0] m_addr;
    wire [3:0]  m_be, cas_n;
    wire [11:0] a;
    wire [1:0]  p_word;
    wire        ras_n, we_n, dq_oe;

    surf_decay #(.LOG2(LOG2)) u_decay (
        .*, .clk25(clk), .e_be(4'b1111), .m_rdata(rdata)
    );

    simm_dram #(
        .BURST(0), .AHEAD(1), .REFRESH_CLOCKS(380), .REFRESH_FIRST(190)
    ) u_dram (
        .*, .hold(1'b0), .e_req(m_req), .e_first(e_req && !e_done && (first || busy)),
        .e_write(m_write), .e_addr(m_addr), .e_be(m_be), .e_wdata(m_wdata), .e_done(m_done)
    );

    (* hierconn *) wire [2:0] \u_decay.g_on.state ;
    (* hierconn *) wire [5:0] \u_decay.g_on.gone ;
    (* hierconn *) wire [3:0] \u_dram.state ;
    (* hierconn *) wire       \u_dram.packet ;
    (* hierconn *) wire       \u_dram.eisa ;
    (* hierconn *) wire       \u_dram.write ;
    (* hierconn *) wire [1:0] \u_dram.word ;
    (* hierconn *) wire       \u_dram.due ;
    (* hierconn *) wire       \u_dram.overdue ;
    (* hierconn *) wire       \u_dram.ended ;

    wire       ok;
    wire [4:0] rest;

    dram_state #(.BURST(0)) u_state (
        .*, .state(\u_dram.state ), .packet(\u_dram.packet ), .eisa(\u_dram.eisa ),
        .write(\u_dram.write ), .word(\u_dram.word ), .p_done(\u_dram.ended ), .e_done(m_done),
        .due(\u_dram.due ), .overdue(\u_dram.overdue )
    );

    // ------------------------------------------------------------ clients
    reg         p_stands, e_stands;
    reg  [23:0] p_was;
    reg  [56:0] e_was;
    wire [56:0] e_is = {e_write, e_addr, e_wdata};

    initial {p_stands, e_stands} = 2'b00;
    always @(posedge clk) begin
        p_stands <= rst_n && p_req && !p_done;
        e_stands <= rst_n && e_req && !e_done;
        p_was    <= p_addr;
        e_was    <= e_is;
    end
    always @* begin
        if (p_stands) assume (p_req && p_addr == p_was);
        if (e_stands) assume (e_req && e_is == e_was);
    end

    // ------------------------------------------------------------ the invariant
    // An access of the host or of the pass is in progress only while its request is asserted; a
    // packet's request is held until its word has been read.
    wire ours  = \u_decay.g_on.state == 3'd2 || \u_decay.g_on.state == 3'd4;
    wire legal = ok && \u_decay.g_on.state <= 3'd4 &&
                 (\u_decay.g_on.gone == 6'd0 || e_stands) &&
                 (!\u_dram.eisa || ours || e_stands) &&
                 (!\u_dram.packet || \u_dram.state == 4'd0 || \u_dram.write || p_stands);

`ifdef WINDOW
`ifdef FIRST
    localparam WAIT = 21;
`else
    localparam WAIT = 37;
`endif

    reg [5:0] since;
    reg       served;

    initial assume (legal && !e_stands);
    initial {since, served} = 7'd0;
    always @* begin
        assume (rst_n);
`ifdef FIRST
        assume (first);
`endif
        if (!served) assume (e_req);
    end
    always @(posedge clk) begin
        since  <= since + 6'd1;
        served <= served || e_done;
    end
    always @* begin
        assert (since < WAIT || served || e_done);
        cover (since == WAIT && !served && e_done);
    end
`else
    initial assume (!rst_n);
    always @* if (!$initstate) assume (rst_n);
    always @* if (rst_n) begin
        assert (legal);
        cover (e_done && busy);
        cover (m_done && !e_done && e_req);
    end
`endif
endmodule
