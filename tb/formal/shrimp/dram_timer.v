// SPDX-License-Identifier: Apache-2.0
//
// Proof of the refresh timer of shrimp_dram, from every state in which its registers agree: a
// trace from reset would have to be 200 clocks long to reach an overdue refresh.
//
// Assumption, proved in shrimp_dram.v: a refresh has begun when the next becomes due.
`default_nettype none

module prove_dram_timer #(
    parameter BURST = 0,
    parameter AHEAD = 0,
    parameter REFRESH_CLOCKS = 380
) (
    input wire        clk,
    input wire        hold,
    input wire        p_req,
    input wire [23:0] p_addr,
    input wire [31:0] p_wdata,
    input wire        e_req,
    input wire        e_first,
    input wire        e_write,
    input wire [23:0] e_addr,
    input wire [3:0]  e_be,
    input wire [31:0] e_wdata,
    input wire [31:0] dq_i
);
    wire        p_modify, p_done, e_done, ras_n, we_n, dq_oe;
    wire [1:0]  p_word;
    wire [31:0] rdata, dq_o;
    wire [11:0] a;
    wire [3:0]  cas_n;

    shrimp_dram #(
        .BURST(BURST), .AHEAD(AHEAD), .REFRESH_CLOCKS(REFRESH_CLOCKS),
        .REFRESH_FIRST(REFRESH_CLOCKS)
    ) dut (
        .clk(clk), .rst_n(1'b1), .hold(hold),
        .p_req(p_req), .p_addr(p_addr), .p_modify(p_modify), .p_word(p_word),
        .p_wdata(p_wdata), .p_done(p_done),
        .e_req(e_req), .e_first(e_first), .e_write(e_write), .e_addr(e_addr), .e_be(e_be),
        .e_wdata(e_wdata),
        .e_done(e_done), .rdata(rdata),
        .a(a), .ras_n(ras_n), .cas_n(cas_n), .we_n(we_n), .dq_i(dq_i), .dq_o(dq_o),
        .dq_oe(dq_oe)
    );

    (* hierconn *) wire [3:0] \dut.state ;
    (* hierconn *) wire       \dut.packet ;
    (* hierconn *) wire       \dut.eisa ;
    (* hierconn *) wire [1:0] \dut.word ;
    (* hierconn *) wire [8:0] \dut.timer ;
    (* hierconn *) wire       \dut.due ;
    (* hierconn *) wire       \dut.overdue ;

    localparam IDLE = 0, CAS = 4, REF1 = 6;

    // What the registers must be. A refresh begins in the clock before that of state REF1.
    reg [8:0] clocks;           // until the next refresh becomes due
    reg       waits;
    wire      begins = \dut.state == REF1;
    wire      due = waits && !begins;
    wire      overdue = due && REFRESH_CLOCKS - 1 - clocks >= REFRESH_CLOCKS / 2;
    wire      agree = \dut.timer == clocks && \dut.due == due && \dut.overdue == overdue;

    initial assume (clocks < REFRESH_CLOCKS && agree);
    always @(posedge clk) begin
        clocks <= clocks == 0 ? REFRESH_CLOCKS - 1 : clocks - 9'd1;
        waits  <= clocks == 0 || due;
    end

    reg was_idle, was_last, must, may;

    initial {was_idle, was_last} = 2'b00;
    always @(posedge clk) begin
        was_idle <= \dut.state == IDLE;
        was_last <= BURST && \dut.state == CAS && \dut.word == 3;
        must     <= overdue && !hold;
        may      <= due && !hold;
    end

    always @* begin
        assume (!(clocks == 0 && due));
        assert (agree);
        // An overdue refresh begins before any access; none begins during hold or before it is due.
        // During a refresh the memory has no owner.
        if (was_idle && must)
            assert (begins);
        if (was_idle && !may)
            assert (!begins);
        if (was_idle && begins)
            assert (!\dut.packet && !\dut.eisa );
        // A row does not stay open for the next packet if a refresh is overdue.
        if (was_last && must)
            assert (\dut.state == IDLE);
        cover (was_idle && begins && \dut.timer == 100);
        cover (overdue && clocks == REFRESH_CLOCKS - 1 - REFRESH_CLOCKS / 2);
    end
endmodule
