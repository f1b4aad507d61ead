// SPDX-License-Identifier: Apache-2.0
//
// Proof of Stages 2 and 3 with the memory controller.
//
// Packets complete at least SPACING clocks of 25 MHz apart, the host accesses the memory and starts
// and stops the monitor at any time, and refreshes take place. Then no packet is ever dropped. Each
// packet that has arrived while monitoring has made exactly one read-modify-write, or has missed
// the trace, or is one of the two in progress. hold obeys the rules of simm_dram, whose proof
// (simm_dram_rmw) shows that then no refresh is lost or late.
//
// Packets come at least 625 ns, 15.6 clocks, apart. Metastability in the FIFO may delay a packet by
// one clock more than the next one, so SPACING is 14.
`default_nettype none

module prove_s96_pipeline #(
    parameter SPACING = 14
) (
    input wire         clk,
    input wire         rst_n,
    input wire         run,
    input wire [148:0] entry,
    input wire         empty,
    input wire [3:0]   cat,
    input wire [14:0]  mux,
    input wire [4:0]   shift,
    input wire [43:0]  min,
    input wire [43:0]  max,
    input wire [15:0]  jumper,
    input wire         trace,
    input wire [39:0]  threshold,
    input wire         wr_tcnt,
    input wire [3:0]   be,
    input wire [31:0]  wdata,
    input wire         e_req,
    input wire         e_write,
    input wire [23:0]  e_addr,
    input wire [39:0]  e_wdata,
    input wire [39:0]  dq_i
);
    wire        rd, still, s2_valid, s2_take, arrive, drop;
    wire        obs_arrive, obs_accept, obs_drop, obs_take, obs_commit;
    wire [43:0] obs_rxtime;
    wire [23:0] s2_addr, p_addr, event_addr;
    wire [19:0] s2_time;
    wire [24:0] tcnt;
    wire        tend, missed, count_event, p_req, hold, p_modify, p_done, e_done;
    wire [39:0] p_wdata, rdata, dq_o;
    wire [11:0] a;
    wire        ras_n, we_n, dq_oe;
    wire [4:0]  cas_n;
    wire [1:0]  p_word;

    s96_stage2 u_s2 (
        .*, .clk25(clk)
    );

    s96_stage3 u_s3 (
        .*, .clk25(clk), .e_wait(e_req), .p_rdata(rdata)
    );

    simm_dram #(.BURST(0), .LANES(5), .REFRESH_FIRST(12)) u_dram (
        .clk(clk), .rst_n(rst_n), .hold(hold), .p_req(p_req), .p_addr(p_addr),
        .p_modify(p_modify), .p_word(p_word), .p_wdata(p_wdata), .p_done(p_done),
        .e_req(e_req), .e_write(e_write), .e_addr(e_addr), .e_be(5'b11111),
        .e_wdata(e_wdata), .e_done(e_done), .rdata(rdata), .a(a), .ras_n(ras_n),
        .cas_n(cas_n), .we_n(we_n), .dq_i(dq_i), .dq_o(dq_o), .dq_oe(dq_oe)
    );

    (* hierconn *) wire [2:0] \u_s2.step ;
    (* hierconn *) wire [3:0] \u_dram.state ;
    (* hierconn *) wire       \u_dram.packet ;
    (* hierconn *) wire       \u_dram.eisa ;
    (* hierconn *) wire       \u_dram.write ;
    (* hierconn *) wire [1:0] \u_dram.word ;
    (* hierconn *) wire       \u_dram.due ;
    (* hierconn *) wire       \u_dram.overdue ;
    (* hierconn *) wire [8:0] \u_dram.timer ;

    wire       ok;
    wire [4:0] rest;

    dram_state #(.BURST(0)) u_state (
        .*, .state(\u_dram.state ), .packet(\u_dram.packet ), .eisa(\u_dram.eisa ),
        .write(\u_dram.write ), .word(\u_dram.word ), .cas_n(cas_n[3:0]), .due(\u_dram.due ),
        .overdue(\u_dram.overdue )
    );

    localparam [3:0] D_IDLE = 0, D_REF1 = 6;

    initial assume (!rst_n);

    // Clocks since the last packet came
    reg [4:0] gap;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            gap <= 5'd31;
        else
            gap <= rd ? 5'd1 : gap == 5'd31 ? 5'd31 : gap + 5'd1;

    always @* assume (empty || gap >= SPACING);

    // A request of the host is held until it is done
    reg pending;

    initial pending = 1'b0;
    always @(posedge clk) pending <= rst_n && e_req && !e_done;
    always @* if (pending) assume (e_req);

    // Clocks since the last refresh began
    reg [6:0] fresh;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            fresh <= 7'd127;
        else
            fresh <= \u_dram.state == D_IDLE && ras_n && \u_dram.due && !hold &&
                     (\u_dram.overdue || !((p_req && !p_done) || (e_req && !e_done && !hold))) ?
                     7'd0 :
                     fresh == 7'd127 ? 7'd127 : fresh + 7'd1;

    // Maximum number of clocks until Stage 3 is free: the current access, a refresh after a host
    // access unless one has just ended, 8 for the packet itself, and one in which the host has
    // priority
    wire       runs    = \u_dram.packet && \u_dram.state != D_IDLE;
    wire       waits   = p_req && !runs && !p_done;
    wire       in_ref  = \u_dram.state >= D_REF1;
    wire       allow   = fresh >= 64 && !in_ref;
    wire [5:0] until_done = p_done ? 6'd0 : runs ? rest : rest + 6'd8 + (allow ? 6'd4 : 6'd0);
    wire [5:0] free    = p_req ? until_done + 6'd1 : 6'd0;
    wire       occupied = \u_s2.step != 0 || s2_valid;
    wire [5:0] steps   = \u_s2.step == 1 ? 6'd3 : \u_s2.step == 2 ? 6'd2 : \u_s2.step == 4 ? 6'd1 :
                         6'd0;
    wire [5:0] taken   = steps > free ? steps : free;
    wire [6:0] at_take = gap + taken;   // clocks since the pop
    wire [6:0] at_free = gap + free;

    // Clocks since hold was last 1
    reg [3:0] since;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            since <= 4'd9;
        else
            since <= hold ? 4'd1 : since == 4'd9 ? 4'd9 : since + 4'd1;

    // Counts, modulo 256
    reg [7:0] arrived, lost, done;

    always @(posedge clk or negedge rst_n)
        if (!rst_n)
            {arrived, lost, done} <= 24'd0;
        else begin
            arrived <= arrived + arrive;
            lost    <= lost + drop + missed;
            done    <= done + p_done;
        end

    always @* if (!rst_n)
        assert ({obs_arrive, obs_accept, obs_drop, obs_take, obs_commit} == 5'd0);

    always @* if (rst_n) begin
        assert (!drop);
        assert (arrived == lost + done + occupied + p_req);
        // The rule of simm_dram for hold: it lasts one clock, and leaves time for the packet's
        // access after it.
        if (hold)
            assert (since == 9);
        // invariants
        assert (since <= 9 && (p_req ? since != 0 : since == 9));
        if (runs || p_done)
            assert (since + rest >= 9);
        assert (ok && \u_dram.timer < 380 && cas_n == {5{cas_n[0]}});
        assert (\u_s2.step == 0 || \u_s2.step == 1 || \u_s2.step == 2 || \u_s2.step == 4);
        assert (!(\u_s2.step != 0 && s2_valid));
        assert (!(runs || p_done) || p_req);
        if (\u_dram.eisa && \u_dram.state != D_IDLE)
            assert (pending);
        if (e_done)
            assert (pending);
        if (fresh < 127) begin
            assert (!\u_dram.overdue );
            assert (!\u_dram.due || \u_dram.timer + fresh >= 379);
        end
        if (in_ref)
            assert (fresh + rest == 3);
        // The packet in Stage 2 is taken 4 clocks after its pop or, after a refresh, later; this
        // backlog decreases by one clock with each packet.
        if (occupied)
            assert (at_take <= 4 ||
                    (at_take <= 7 && fresh + taken <= 22 + SPACING * (7 - at_take)));
        else if (p_req)
            assert (at_free <= 17 ||
                    (at_free <= 20 && fresh + free <= 36 + SPACING * (20 - at_free)) ||
                    (at_free <= 21 && (fresh + free <= 14 || (waits && allow))));
    end

    always @* begin
        cover (rst_n && p_done && pending && !trace);
        cover (rst_n && occupied && in_ref && gap == 2);
    end
endmodule
