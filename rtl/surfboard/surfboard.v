// SPDX-License-Identifier: Apache-2.0
//
// surfboard - SHRIMP performance monitor, the whole board except its memory modules
//
// Purpose     is an EISA board that monitors the packets that a SHRIMP network interface receives:
//             it counts their words, and histograms and traces the packets.
// Interface   the pins of the connectors, in the order of surfboard_pins.def. A bidirectional pin x
//             is x_i, x_o, x_oe; an open-collector pin has only x_oe, which pulls the line low if
//             it is 1. obs_* only observe internal signals.
// Structure   shrimp_rxtime, shrimp_stage1         clk_s1 (and s_gclk)
//             surf_core, 2 x simm_dram           clk25
//             surf_turn, 2 x surf_queue            clk25, with BOARD_REV = 2
//             shrimp_bus                           bclk and clk25
//             README.md has the block diagram.
// Clocks      bclk 8.33 MHz at most, may be stretched; clk_s1 rises with both edges
//             of bclk; clk25 25 MHz; s_gclk 10 MHz. No two of them need a relation: all crossings
//             are in the FIFO of Stage 1, cdc_handshake, shrimp_rxtime, sync_bits and reset_sync.
// Throughput  one packet per 27 clocks of clk25 (1080 ns), whatever EISA and refresh do. BOARD_REV
//             = 2: one packet per 10.5 clocks (420 ns) with refresh and a master that reads without
//             pause; up to six packets wait in front of Stage 3, and three entries in front of the
//             trace memory.
// Reset       por_n resets everything. resdrv resets the EISA side, ENABLE, IEMR and Stages 1 and
//             2; it is first synchronised to clk25, so that both sides of each crossing are reset
//             together, but it releases the bus at once. HTCR.PRS resets Stages 1 and 2. Stage 3
//             and the memories continue.
// Paper       TR-596-99 3, A.
`default_nettype none

`include "surfboard_regs.vh"

module surfboard #(
    parameter [43:0] RXTIME_INIT = 44'd0,  // receive time after power-on
    parameter IDT_EXACT = 0,               // 1 = FIFO flags of the IDT part
    parameter REFRESH_CLOCKS = 380,        // clocks of clk25 from one row refresh to the next
    parameter BOARD_REV = 1                // 1 = the board of the report, 2 = with extensions
) (
    // clocks and reset
    input  wire        bclk,
    input  wire        clk_s1,
    input  wire        clk25,
    input  wire        por_n,

    // EISA
    input  wire        resdrv,
    input  wire [7:0]  la_n,
    input  wire [21:0] la,
    input  wire [3:0]  be_n,
    input  wire        m_io,
    input  wire        w_r,
    input  wire        start_n,
    input  wire        cmd_n,
    input  wire        aen,
    input  wire [31:0] d_i,
    output wire [31:0] d_o,
    output wire        d_oe,
    output wire        ex32_n_oe,
    output wire        exrdy_oe,
    output wire        irq5_oe,
    output wire        irq9_oe,
    output wire        irq10_oe,
    output wire        irq12_oe,
    output wire        irq14_oe,
    output wire        irq15_oe,

    // SNI board
    input  wire [63:0] s_data,
    input  wire [5:0]  s_color,
    input  wire        pmen_n,
    input  wire        s_eod_n,
    input  wire        s_gclk,
    input  wire        s_grst_n,

    // external connector, LEDs
    input  wire        x_in,
    output wire        x_out_oe,
    output wire [9:0]  led_n,

    // trace SIMM
    input  wire [3:0]  t_pd,
    output wire [11:0] t_a,
    output wire        t_ras_n,
    output wire [3:0]  t_cas_n,
    output wire        t_we_n,
    input  wire [31:0] t_dq_i,
    output wire [31:0] t_dq_o,
    output wire        t_dq_oe,

    // histogram SIMM
    input  wire [3:0]  h_pd,
    output wire [11:0] h_a,
    output wire        h_ras_n,
    output wire [3:0]  h_cas_n,
    output wire        h_we_n,
    input  wire [31:0] h_dq_i,
    output wire [31:0] h_dq_o,
    output wire        h_dq_oe,

    // observation
    output wire        obs_queue,
    output wire        obs_arrive,
    output wire        obs_accept,
    output wire        obs_drop,
    output wire [43:0] obs_rxtime,
    output wire [3:0]  obs_cat,
    output wire        obs_ext,
    output wire        obs_take,
    output wire        obs_done
);
    // ------------------------------------------------------------ resets, EISA
    wire        rst25_n;        // clk25: power-on
    wire        rst_board_n;    // clk25: power-on, RESDRV
    wire        rst_pipe_n;     // clk25: power-on, RESDRV, PRS
    wire        rst_pipe_s1_n;
    wire        resdrv_25;

    wire        access, enable;
    wire [2:0]  irlev;
    wire        write, reg_wr, reg_rd, fifo_busy;
    wire [25:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata, reg_rdata;
    wire        te_req, te_done, he_req, he_done;
    wire [31:0] t_rdata, h_rdata;

    localparam [31:0] ID_REV = BOARD_REV == 2 ? 32'd2 << `SURFBOARD_EPIR_REV_LSB : 32'd0;

    shrimp_bus #(
        .ID(`SURFBOARD_EPIR_RESET | ID_REV), .EPIR(`SURFBOARD_EPIR), .EBCR(`SURFBOARD_EBCR),
        .MEMORIES(1), .ADDR_BITS(26), .SALT(32'h5300)
    ) u_bus (
        .bclk(bclk), .clk25(clk25), .por_n(por_n), .resdrv(resdrv),
        .la_n(la_n), .la(la), .be_n(be_n), .m_io(m_io), .w_r(w_r),
        .start_n(start_n), .cmd_n(cmd_n), .aen(aen),
        .d_i(d_i), .d_o(d_o), .d_oe(d_oe), .ex32_n_oe(ex32_n_oe), .exrdy_oe(exrdy_oe),
        .access(access),
        .rst25_n(rst25_n), .rst_board_n(rst_board_n), .resdrv_25(resdrv_25),
        .enable(enable), .irlev(irlev),
        .write(write), .addr(addr), .be(be), .wdata(wdata),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_rdata(reg_rdata), .reg_wait(fifo_busy),
        .reg_busy(1'b0),
        .t_req(te_req), .h_req(he_req), .t_done(te_done), .t_rdata(t_rdata),
        .h_done(he_done), .h_rdata(h_rdata)
    );

    // Reset of Stage 1. rst_pipe_n, a flip-flop of clk25, resets the side in clk25.
    reset_sync u_rst_s1 (.clk(clk_s1), .arst_n(rst_pipe_n), .rst_n(rst_pipe_s1_n));

    // ------------------------------------------------------------ Stage 1
    wire         rtv, rtv_25, run1;
    wire [43:0]  rxtime;
    wire [148:0] entry;
    wire         entry_empty, entry_rd;

    shrimp_rxtime #(.RXTIME_INIT(RXTIME_INIT)) u_rxtime (
        .por_n(por_n), .s_gclk(s_gclk), .s_grst_n(s_grst_n), .rtv(rtv),
        .clk_s1(clk_s1), .rxtime(rxtime)
    );

    sync_bits #(.WIDTH(1), .SALT(32'h5303)) u_rtv (
        .clk(clk25), .rst_n(rst25_n), .d(rtv), .q(rtv_25)
    );

    shrimp_stage1 u_stage1 (
        .clk_s1(clk_s1), .rst_n(rst_pipe_s1_n),
        .pmen_n(pmen_n), .s_eod_n(s_eod_n), .s_data(s_data), .s_color(s_color),
        .rxtime(rxtime), .run(run1),
        .clk25(clk25), .rst25_n(rst_pipe_n), .rd(entry_rd), .entry(entry),
        .empty(entry_empty)
    );

    // Revision 2: packets that come while Stage 2 is busy wait.
    localparam AHEAD = BOARD_REV == 2 ? 1 : 0;

    wire [7:0]   no_phase;      // that of revision 3
    wire         unused_phase = &{1'b0, no_phase};
    wire         pk_valid, pk_take, pk_counts, core_drop;
    wire [8:0]   pk_lost;
    wire [148:0] pk_entry;
    wire [7:0]   pk_before;

    generate
        if (AHEAD != 0) begin : g_queue
            wire unused_ready;
            reg  comes;

            surf_queue #(.DEPTH_LOG2(2)) u_queue (
                .clk(clk25), .rst_n(rst_pipe_n),
                .p_valid(!entry_empty), .p_ready(unused_ready), .p_entry(entry), .p_lost(8'd0),
                .pk_valid(pk_valid), .pk_entry(pk_entry), .pk_take(pk_take), .pk_lost(pk_lost),
                .pk_before(pk_before), .counts(pk_counts)
            );
            assign entry_rd = !entry_empty;

            always @(posedge clk25 or negedge rst_pipe_n)
                if (!rst_pipe_n)
                    comes <= 1'b0;
                else
                    comes <= entry_rd;
            assign obs_queue = comes;
        end else begin : g_direct
            assign {pk_valid, pk_entry, pk_lost, pk_before} = {!entry_empty, entry, 9'd0, 8'd0};
            assign entry_rd  = pk_take;
            assign obs_queue = 1'b0;

            wire unused = &{1'b0, pk_counts};
        end
    endgenerate

    assign obs_drop = core_drop || pk_lost != 9'd0;

    // ------------------------------------------------------------ all but bus and memories
    wire        hp_req, hp_modify, hp_done, h_hold;
    wire [23:0] hp_addr;
    wire [31:0] hp_wdata;
    wire        tp_req, tp_done, t_hold;
    wire [23:0] tp_addr;
    wire [1:0]  tp_word;
    wire [31:0] core_wdata;
    wire [127:0] core_line;
    wire        t_req, t_ready;
    wire [23:0] t_addr;
    wire        pend, led_user, led_stage2, led_tracing, led_fifo, led_trigger;
    wire [5:0]  irq;

    wire        decay_go, decay_busy, decay_ended, decay_taken_valid;
    wire [23:0] decay_last;
    wire [31:0] decay_taken;

    surf_core #(
        .IDT_EXACT(IDT_EXACT), .AHEAD(AHEAD), .QUEUED(AHEAD), .BOARD_REV(BOARD_REV)
    ) u_core (
        .clk25(clk25), .rst_n(rst25_n), .rst_board_n(rst_board_n), .restart(resdrv_25),
        .rst_pipe_n(rst_pipe_n), .enable(enable), .irlev(irlev),
        .pk_valid(pk_valid), .pk_entry(pk_entry), .pk_take(pk_take),
        .pk_lost(pk_lost), .pk_before(pk_before), .pk_counts(pk_counts), .rtv(rtv_25),
        .pk_phase(8'd0), .ph_valid(1'b0), .ph_data(8'd0), .phase(no_phase),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_offset(addr[11:2]), .reg_be(be), .wdata(wdata),
        .reg_rdata(reg_rdata), .reg_wait(fifo_busy),
        .h_req(hp_req), .h_hold(h_hold), .h_addr(hp_addr), .h_modify(hp_modify),
        .h_rdata(h_rdata), .h_wdata(hp_wdata), .h_done(hp_done), .h_pd(h_pd),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(tp_word),
        .t_wdata(core_wdata), .t_line(core_line), .t_done(tp_done), .t_ready(t_ready), .t_pd(t_pd),
        .decay_go(decay_go), .decay_last(decay_last), .decay_busy(decay_busy),
        .decay_ended(decay_ended), .decay_taken_valid(decay_taken_valid),
        .decay_taken(decay_taken),
        .pend(pend), .irq(irq), .x_in(x_in), .x_out_oe(x_out_oe),
        .led_user(led_user), .led_stage2(led_stage2), .led_tracing(led_tracing),
        .led_fifo(led_fifo), .led_trigger(led_trigger),
        .obs_arrive(obs_arrive), .obs_accept(obs_accept), .obs_drop(core_drop),
        .obs_rxtime(obs_rxtime), .obs_cat(obs_cat), .obs_ext(obs_ext),
        .obs_take(obs_take), .obs_done(obs_done)
    );

    // accesses of host and decay to the histogram memory
    wire        hd_req, hd_write, hd_done;
    wire [23:0] hd_addr;
    wire [3:0]  hd_be;
    wire [31:0] hd_wdata;

    // Revision 2: EISA accesses that wait only for the packet access in progress. After a write, no
    // access of a pass of the decay begins.
    wire h_first, t_first, after_write;

    surf_turn #(.ON(AHEAD)) u_turn (
        .clk25(clk25), .rst_n(rst25_n), .write(write),
        .h_req(he_req), .h_done(he_done), .t_req(te_req), .t_done(te_done), .decay(decay_busy),
        .h_first(h_first), .t_first(t_first), .after_write(after_write)
    );

    surf_decay #(.ON(BOARD_REV == 2 ? 1 : 0), .LOG2(20)) u_decay (
        .clk25(clk25), .rst_n(rst25_n),
        .hold(after_write), .go(decay_go), .last(decay_last), .busy(decay_busy),
        .ended(decay_ended),
        .taken_valid(decay_taken_valid), .taken(decay_taken),
        .e_req(he_req), .e_write(write), .e_addr(addr), .e_be(be),
        .e_wdata(wdata), .e_done(he_done),
        .m_req(hd_req), .m_write(hd_write), .m_addr(hd_addr),
        .m_be(hd_be), .m_wdata(hd_wdata), .m_done(hd_done),
        .m_rdata(h_rdata),
        .p_req(hp_req), .p_modify(hp_modify), .p_addr(hp_addr)
    );

    // Revision 2: entries wait for the trace memory.
    wire [31:0] tp_wdata;

    generate
        if (AHEAD != 0) begin : g_entries
            wire [8:0]   unused_lost;
            wire [7:0]   unused_before;
            wire [21:0]  entry_index;
            wire [127:0] line;

            surf_queue #(.WIDTH(150), .DEPTH_LOG2(1)) u_entries (
                .clk(clk25), .rst_n(rst25_n),
                .p_valid(t_req), .p_ready(t_ready), .p_entry({t_addr[23:2], core_line}),
                .p_lost(8'd0),
                .pk_valid(tp_req), .pk_entry({entry_index, line}), .pk_take(tp_done),
                .counts(1'b0), .pk_lost(unused_lost), .pk_before(unused_before)
            );
            assign tp_addr  = {entry_index, 2'b00};
            assign tp_wdata = line[{tp_word, 5'd0} +: 32];

            wire unused = &{1'b0, t_addr[1:0], core_wdata, unused_lost, unused_before};
        end else begin : g_entry
            assign {tp_req, tp_addr, tp_wdata, t_ready} = {t_req, t_addr, core_wdata, 1'b1};

            wire unused = &{1'b0, core_line};
        end
    endgenerate

    // The refreshes of one SIMM are in the middle between those of the other.
    wire [1:0] unused_word;
    wire       unused_modify;
    wire       unused = &{1'b0, unused_word, unused_modify};

    simm_dram #(
        .BURST(0), .AHEAD(AHEAD), .REFRESH_CLOCKS(REFRESH_CLOCKS),
        .REFRESH_FIRST(REFRESH_CLOCKS / 2)
    ) u_hist (
        .clk(clk25), .rst_n(rst25_n), .hold(h_hold),
        .p_req(hp_req), .p_addr(hp_addr), .p_modify(hp_modify), .p_word(unused_word),
        .p_wdata(hp_wdata),
        .p_done(hp_done),
        .e_req(hd_req), .e_first(h_first), .e_write(hd_write), .e_addr(hd_addr),
        .e_be(hd_be), .e_wdata(hd_wdata), .e_done(hd_done), .rdata(h_rdata),
        .a(h_a), .ras_n(h_ras_n), .cas_n(h_cas_n), .we_n(h_we_n),
        .dq_i(h_dq_i), .dq_o(h_dq_o), .dq_oe(h_dq_oe)
    );

    simm_dram #(
        .BURST(1), .AHEAD(AHEAD), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(REFRESH_CLOCKS)
    ) u_trace (
        .clk(clk25), .rst_n(rst25_n), .hold(t_hold),
        .p_req(tp_req), .p_addr(tp_addr), .p_modify(unused_modify), .p_word(tp_word),
        .p_wdata(tp_wdata),
        .p_done(tp_done),
        .e_req(te_req), .e_first(t_first), .e_write(write), .e_addr(addr), .e_be(be),
        .e_wdata(wdata), .e_done(te_done), .rdata(t_rdata),
        .a(t_a), .ras_n(t_ras_n), .cas_n(t_cas_n), .we_n(t_we_n),
        .dq_i(t_dq_i), .dq_o(t_dq_o), .dq_oe(t_dq_oe)
    );

    // ------------------------------------------------------------ lines, LEDs
    // RESDRV releases the lines at once.
    assign {irq15_oe, irq14_oe, irq12_oe, irq10_oe, irq9_oe, irq5_oe} = irq & {6{!resdrv}};

    assign led_n = ~{
        led_user,
        run1,
        led_stage2,
        pend,
        access,
        led_tracing,
        led_fifo,
        led_trigger,
        resdrv || !por_n,
        !x_in
    };
endmodule
