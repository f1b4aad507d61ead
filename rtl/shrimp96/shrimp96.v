// SPDX-License-Identifier: Apache-2.0
//
// shrimp96 - SHRIMP performance monitor of 1996, the whole board except its memory modules
//
// Purpose     is an EISA board that gets a copy of each packet that a SHRIMP network interface
//             receives. It keeps a joint histogram or a trace of latency, size, sender, category
//             and page tag, and interrupts when a count exceeds a threshold.
// Interface   pins in the order of shrimp96_pins.def. A bidirectional pin x is x_i, x_o,
//             x_oe; an open-collector pin has only x_oe; 1 pulls the line low. obs_* only
//             observe internal signals. The packets come on the link that shrimp_stage1
//             describes.
// Structure   shrimp_rxtime, shrimp_stage1                    clk_s1 (and s_gclk)
//             s96_stage2, s96_stage3, s96_queue, s96_regs,
//             s96_memport, simm_dram                        clk25
//             shrimp_bus                                      bclk and clk25
//             README.md has the block diagram.
// Clocks      bclk 8.33 MHz at most, may be stretched; clk_s1 rises with both edges of
//             bclk; clk25 25 MHz; s_gclk 10 MHz. No two of them need a relation: all
//             crossings are in stage 1's FIFO, cdc_handshake, shrimp_rxtime, sync_bits and
//             reset_sync.
// Throughput  one packet per 15 clk25 (600 ns), independent of EISA, a fill and refresh.
// Reset       por_n resets everything. resdrv resets the EISA side, ENABLE, RUN, MODE and Stage 1.
//             It is first synchronised to clk25, so that both sides of each crossing are reset
//             together, but it releases the bus at once. It does not affect packets that have left
//             Stage 1, the other registers, a fill or the refresh.
// Paper       Martonosi, Clark, Mesarina: The SHRIMP performance monitor, SPDT 1996.
`default_nettype none

`include "shrimp96_regs.vh"

module shrimp96 #(
    parameter WORDS_LOG2 = 20,             // the memory has 2**WORDS_LOG2 words: 20 or 24
    parameter [43:0] RXTIME_INIT = 44'd0,  // receive time after power-on
    parameter REFRESH_CLOCKS = 380         // clk25 from one row refresh to the next
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

    // network interface board
    input  wire [63:0] s_data,
    input  wire [5:0]  s_color,
    input  wire        pmen_n,
    input  wire        s_eod_n,
    input  wire        s_gclk,
    input  wire        s_grst_n,

    input  wire [15:0] jumper,

    // SIMM of bits 31..0
    input  wire [3:0]  l_pd,
    output wire [11:0] l_a,
    output wire        l_ras_n,
    output wire [3:0]  l_cas_n,
    output wire        l_we_n,
    input  wire [31:0] l_dq_i,
    output wire [31:0] l_dq_o,
    output wire        l_dq_oe,

    // SIMM of bits 39..32
    input  wire [3:0]  u_pd,
    output wire [11:0] u_a,
    output wire        u_ras_n,
    output wire [3:0]  u_cas_n,
    output wire        u_we_n,
    input  wire [7:0]  u_dq_i,
    output wire [7:0]  u_dq_o,
    output wire        u_dq_oe,

    // observation
    output wire        obs_arrive,
    output wire        obs_accept,
    output wire        obs_drop,
    output wire [43:0] obs_rxtime,
    output wire        obs_take,
    output wire        obs_commit,
    output reg         obs_wr,
    output reg         obs_rd
);
    // ------------------------------------------------------------ resets, EISA
    wire        rst25_n;        // clk25: power-on
    wire        rst_board_n;    // clk25: power-on, RESDRV
    wire        rst_s1_n;
    wire        unused_resdrv, unused_access;

    wire        enable;
    wire [2:0]  irlev;
    wire        reg_wr, reg_rd, still, mem_busy;
    wire [6:2]  reg_offset;
    wire [3:0]  reg_be;
    wire [31:0] wdata, reg_rdata;
    wire        unused_write, unused_t_req, unused_h_req;

    shrimp_bus #(
        .ID(`SHRIMP96_EPIR_RESET), .EPIR(`SHRIMP96_EPIR), .EBCR(`SHRIMP96_EBCR),
        .MEMORIES(0), .ADDR_BITS(7), .SALT(32'h9600)
    ) u_bus (
        .bclk(bclk), .clk25(clk25), .por_n(por_n), .resdrv(resdrv),
        .la_n(la_n), .la(la), .be_n(be_n), .m_io(m_io), .w_r(w_r),
        .start_n(start_n), .cmd_n(cmd_n), .aen(aen),
        .d_i(d_i), .d_o(d_o), .d_oe(d_oe), .ex32_n_oe(ex32_n_oe), .exrdy_oe(exrdy_oe),
        .access(unused_access),
        .rst25_n(rst25_n), .rst_board_n(rst_board_n), .resdrv_25(unused_resdrv),
        .enable(enable), .irlev(irlev),
        .write(unused_write), .addr(reg_offset), .be(reg_be), .wdata(wdata),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_rdata(reg_rdata), .reg_wait(still),
        .reg_busy(mem_busy),
        .t_req(unused_t_req), .h_req(unused_h_req), .t_done(1'b0), .t_rdata(32'd0),
        .h_done(1'b0), .h_rdata(32'd0)
    );

    reset_sync u_rst_s1 (.clk(clk_s1), .arst_n(rst_board_n), .rst_n(rst_s1_n));

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            obs_wr <= 1'b0;
            obs_rd <= 1'b0;
        end else begin
            obs_wr <= reg_wr;
            obs_rd <= reg_rd;
        end

    // ------------------------------------------------------------ registers
    wire        run, trace;
    wire [3:0]  cat;
    wire [14:0] mux;
    wire [4:0]  shift;
    wire [43:0] min, max;
    wire [39:0] threshold;
    wire        arrive, drop, missed, count_event, wr_tcnt, tend;
    wire [24:0] tcnt;
    wire        pop, clear_qov, q_valid, q_overflow, pend;
    wire [23:0] q_first;
    wire [4:0]  q_count;
    wire [2:0]  wr_addr, wr_last;
    wire [3:0]  wr_datl;
    wire        rd_datl, wr_dath, rd_dath, filling, refused;
    wire [23:0] addr, last;
    wire [39:0] data;

    s96_regs #(.WORDS_LOG2(WORDS_LOG2)) u_regs (
        .clk25(clk25), .rst_n(rst25_n), .rst_board_n(rst_board_n),
        .wr(reg_wr), .rd(reg_rd), .offset(reg_offset), .be(reg_be), .wdata(wdata),
        .rdata(reg_rdata),
        .run(run), .trace(trace), .cat(cat), .mux(mux), .shift(shift), .min(min), .max(max),
        .threshold(threshold),
        .arrive(arrive), .drop(drop), .lost({1'b0, drop} + {1'b0, missed}),
        .count_event(count_event), .wr_tcnt(wr_tcnt), .tcnt(tcnt), .tend(tend),
        .pop(pop), .clear_qov(clear_qov), .q_valid(q_valid), .q_first(q_first),
        .q_count(q_count), .q_overflow(q_overflow), .pend(pend),
        .wr_addr(wr_addr), .wr_last(wr_last), .wr_datl(wr_datl), .rd_datl(rd_datl),
        .wr_dath(wr_dath), .rd_dath(rd_dath), .addr(addr), .last(last), .data(data),
        .filling(filling), .refused(refused), .l_pd(l_pd), .u_pd(u_pd)
    );

    // ------------------------------------------------------------ packets
    wire         unused_rtv, unused_run;
    wire [43:0]  rxtime;
    wire [148:0] entry;
    wire         entry_empty, entry_rd;

    shrimp_rxtime #(.RXTIME_INIT(RXTIME_INIT)) u_rxtime (
        .por_n(por_n), .s_gclk(s_gclk), .s_grst_n(s_grst_n), .rtv(unused_rtv),
        .clk_s1(clk_s1), .rxtime(rxtime)
    );

    shrimp_stage1 u_stage1 (
        .clk_s1(clk_s1), .rst_n(rst_s1_n),
        .pmen_n(pmen_n), .s_eod_n(s_eod_n), .s_data(s_data), .s_color(s_color),
        .rxtime(rxtime), .run(unused_run),
        .clk25(clk25), .rst25_n(rst_board_n), .rd(entry_rd), .entry(entry),
        .empty(entry_empty)
    );

    wire        s2_valid, s2_take;
    wire [23:0] s2_addr;
    wire [19:0] s2_time;

    s96_stage2 u_stage2 (
        .clk25(clk25), .rst_n(rst25_n), .run(run),
        .entry(entry), .empty(entry_empty), .rd(entry_rd),
        .cat(cat), .mux(mux), .shift(shift), .min(min), .max(max), .jumper(jumper),
        .still(still),
        .s2_valid(s2_valid), .s2_addr(s2_addr), .s2_time(s2_time), .s2_take(s2_take),
        .arrive(arrive), .drop(drop),
        .obs_arrive(obs_arrive), .obs_accept(obs_accept), .obs_drop(obs_drop),
        .obs_rxtime(obs_rxtime)
    );

    wire        p_req, p_modify, p_done, hold;
    wire        e_req, e_write, e_done;
    wire [23:0] p_addr, event_addr;
    wire [39:0] p_wdata, rdata;

    s96_stage3 #(.WORDS_LOG2(WORDS_LOG2)) u_stage3 (
        .clk25(clk25), .rst_n(rst25_n),
        .s2_valid(s2_valid), .s2_addr(s2_addr), .s2_time(s2_time), .s2_take(s2_take),
        .trace(trace), .threshold(threshold), .wr_tcnt(wr_tcnt), .be(reg_be), .wdata(wdata),
        .tcnt(tcnt), .tend(tend),
        .missed(missed), .count_event(count_event), .event_addr(event_addr),
        .p_req(p_req), .hold(hold), .e_wait(e_req), .p_addr(p_addr),
        .p_modify(p_modify), .p_rdata(rdata), .p_wdata(p_wdata), .p_done(p_done),
        .obs_take(obs_take), .obs_commit(obs_commit)
    );

    wire [5:0] irq;

    s96_queue u_queue (
        .clk25(clk25), .rst_n(rst25_n), .rst_board_n(rst_board_n),
        .push(count_event), .addr(event_addr), .pop(pop), .clear(clear_qov),
        .valid(q_valid), .first(q_first), .count(q_count), .overflow(q_overflow),
        .enable(enable), .irlev(irlev), .pend(pend), .irq(irq)
    );

    // RESDRV releases the lines at once.
    assign {irq15_oe, irq14_oe, irq12_oe, irq10_oe, irq9_oe, irq5_oe} = irq & {6{!resdrv}};

    // ------------------------------------------------------------ memory
    s96_memport #(.WORDS_LOG2(WORDS_LOG2)) u_memport (
        .clk25(clk25), .rst_n(rst25_n),
        .wr_addr(wr_addr), .wr_last(wr_last), .wr_datl(wr_datl), .rd_datl(rd_datl),
        .wr_dath(wr_dath), .rd_dath(rd_dath), .wdata(wdata),
        .addr(addr), .last(last), .data(data), .busy(mem_busy), .filling(filling),
        .refused(refused),
        .e_req(e_req), .e_write(e_write), .e_done(e_done), .e_rdata(rdata)
    );

    wire [11:0] a;
    wire        ras_n, we_n, dq_oe;
    wire [4:0]  cas_n;
    wire [39:0] dq_o;
    wire [1:0]  unused_word;

    simm_dram #(
        .BURST(0), .LANES(5), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(REFRESH_CLOCKS)
    ) u_dram (
        .clk(clk25), .rst_n(rst25_n), .hold(hold),
        .p_req(p_req), .p_addr(p_addr), .p_modify(p_modify), .p_word(unused_word),
        .p_wdata(p_wdata), .p_done(p_done),
        .e_req(e_req), .e_first(1'b0), .e_write(e_write), .e_addr(addr), .e_be(5'b11111),
        .e_wdata(data),
        .e_done(e_done), .rdata(rdata),
        .a(a), .ras_n(ras_n), .cas_n(cas_n), .we_n(we_n),
        .dq_i({u_dq_i, l_dq_i}), .dq_o(dq_o), .dq_oe(dq_oe)
    );

    assign l_a     = a;
    assign l_ras_n = ras_n;
    assign l_cas_n = cas_n[3:0];
    assign l_we_n  = we_n;
    assign l_dq_o  = dq_o[31:0];
    assign l_dq_oe = dq_oe;
    assign u_a     = a;
    assign u_ras_n = ras_n;
    assign u_cas_n = {4{cas_n[4]}};
    assign u_we_n  = we_n;
    assign u_dq_o  = dq_o[39:32];
    assign u_dq_oe = dq_oe;

    wire unused = &{1'b0, unused_access, unused_resdrv, unused_write, unused_t_req, unused_h_req,
                    unused_rtv, unused_run, unused_word};
endmodule
