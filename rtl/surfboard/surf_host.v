// SPDX-License-Identifier: Apache-2.0
//
// surf_host - connects the SurfBoard's core and its memories to a current bus
//
// Purpose     executes the accesses of a bus slave (axil_slave, wb_slave) to registers and
//             memories, and contains the core and the memories: block RAM, a memory port, or the
//             controllers of SIMMs as in 1999.
// Bus         req (one clock) with write, addr, be and wdata, which must be stable until ack (one
//             clock, at the earliest two clocks after req). ack_error = 1: nothing is at this
//             address. After a read ack_rdata is valid with ack.
//               000_0C80  EPIR
//               000_0C84  EBCR: RBASE reads 1, MBASE 1, ID 1; IRLEV is 5 after reset
//               000_0D00  the identity block (surfboard_id.def), read only
//               000_0E00  with TAPS = 1 the table of the taps (tap_table)
//               001_0000  registers, 64 KB
//               800_0000  trace memory, 64 MB
//               C00_0000  histogram memory, 64 MB
//             Only EPIR, EBCR, the identity block and the table answer while EBCR.ENABLE = 0. A
//             memory repeats within its 64 MB.
//             WINDOW_LOG2 = W below 28: the upper 28 - W bits of addr are ignored, the memories are
//             at 2**(W-1) and 3 x 2**(W-2), with 2**(W-2) bytes each, and EBCR.SMALL reads 28 - W.
// Packets     the same as in surf_core, in clk25. rst_pipe_n resets the source of packets, rst25_n
//             the counter of receive time; both are synchronous to clk25.
// Memories    MEM = 0: block RAM of 2**TRACE_LOG2 and 2**HIST_LOG2 words. MEM = 1: the
//             ports tm_* and hm_* (surf_port). MEM = 2: the SIMMs at t_* and h_*
//             (simm_dram). The pins of the other kinds have no effect.
// Taps        TAPS = 1: tap_addr is the address within the table, and tap_rdata its word, in the
//             same clock. tap_clear = 1 for one clock: the host has written 1 to TPCR.CLEAR. All
//             in clk25.
// irq         is a level in bus_clk; 1 = the board interrupts.
// Latency     with ONE_CLOCK = 1, from req to ack: EPIR, EBCR and the identity block 2 clocks,
//             registers 3 for a write and 4 for a read, memories 2 more than their controller.
// Throughput  one access at a time. One packet per 4 clocks with MEM = 0, per 27 clocks with MEM =
//             2; with MEM = 1 the memory decides.
// Domain      bus_clk and clk25; crossings in cdc_handshake, sync_bits and reset_sync. With
//             ONE_CLOCK = 1 clk25 must be bus_clk, and cdc_handshake and sync_bits are not used.
// Reset       por_n, asynchronous; rst_bus_n is the same reset, synchronised to bus_clk.
// Paper       TR-596-99 3, A, except the bus.
`default_nettype none

`include "surfboard_regs.vh"

module surf_host #(
    parameter ONE_CLOCK = 0,            // 1 = bus_clk and clk25 are the same clock
    parameter MEM = 0,                  // 0 = block RAM, 1 = port, 2 = SIMM
    parameter TRACE_LOG2 = 10,          // 2**TRACE_LOG2 words of trace memory; 6 to 24
    parameter HIST_LOG2 = 10,           // 2**HIST_LOG2 bins; 6 to 24
    parameter QUEUED = 0,               // 1 = packets wait while Stage 2 is busy
    parameter MODULO = 0,               // as in surf_latency
    parameter IDT_EXACT = 0,            // 1 = FIFO flags of the IDT part
    parameter REFRESH_CLOCKS = 380,     // for a SIMM: clocks from one row refresh to the next
    parameter BOARD_REV = 1,            // 1 = the board of the report, 2 and 3 = with extensions
    parameter EXTRAS = 1,               // as in surf_rev2
    parameter WINDOW_LOG2 = 28,         // 2**WINDOW_LOG2 bytes of addresses; 18 to 28
    parameter BUS = 0,                  // for CAPR, IDOR: 1 = AXI4-Lite, 2 = Wishbone
    parameter [31:0] CLOCK_HZ = 32'd0,  // for IDCR: clock of the receive time in Hz; 0 = unknown
    parameter QUEUE_LOG2 = 0,           // for IDGR: 2**QUEUE_LOG2 packets wait; 0 = no queue
    parameter ADDRESS = 1,              // for IDOR: 1 = the entries have p_addr and p_be
    parameter TAPS = 0                  // 1 = there is a table of the taps
) (
    input  wire         bus_clk,
    input  wire         clk25,
    input  wire         por_n,
    output wire         rst_bus_n,
    output wire         rst25_n,
    output wire         rst_pipe_n,

    // bus, bus_clk
    input  wire         req,
    input  wire         write,
    input  wire [27:2]  addr,
    input  wire [3:0]   be,
    input  wire [31:0]  wdata,
    output reg          ack,
    output wire         ack_error,
    output wire [31:0]  ack_rdata,
    output wire         irq,

    // packets, receive time
    input  wire         pk_valid,
    input  wire [148:0] pk_entry,
    input  wire [7:0]   pk_phase,
    output wire         pk_take,
    input  wire [8:0]   pk_lost,
    input  wire [7:0]   pk_before,
    output wire         pk_counts,
    input  wire         rtv,
    input  wire         ph_valid,
    input  wire [7:0]   ph_data,
    output wire [7:0]   phase,

    // table of the taps
    output wire [8:2]   tap_addr,
    input  wire [31:0]  tap_rdata,
    output wire         tap_clear,

    // external connector
    input  wire         x_in,
    output wire         x_out_oe,

    // memory ports
    output wire         tm_req,
    output wire         tm_write,
    output wire [23:0]  tm_addr,
    output wire [3:0]   tm_be,
    output wire [31:0]  tm_wdata,
    input  wire         tm_ack,
    input  wire [31:0]  tm_rdata,
    output wire         hm_req,
    output wire         hm_write,
    output wire [23:0]  hm_addr,
    output wire [3:0]   hm_be,
    output wire [31:0]  hm_wdata,
    input  wire         hm_ack,
    input  wire [31:0]  hm_rdata,

    // trace SIMM
    input  wire [3:0]   t_pd,
    output wire [11:0]  t_a,
    output wire         t_ras_n,
    output wire [3:0]   t_cas_n,
    output wire         t_we_n,
    input  wire [31:0]  t_dq_i,
    output wire [31:0]  t_dq_o,
    output wire         t_dq_oe,

    // histogram SIMM
    input  wire [3:0]   h_pd,
    output wire [11:0]  h_a,
    output wire         h_ras_n,
    output wire [3:0]   h_cas_n,
    output wire         h_we_n,
    input  wire [31:0]  h_dq_i,
    output wire [31:0]  h_dq_o,
    output wire         h_dq_oe,

    // observation
    output wire         obs_arrive,
    output wire         obs_accept,
    output wire         obs_drop,
    output wire [43:0]  obs_rxtime,
    output wire [3:0]   obs_cat,
    output wire         obs_ext,
    output wire         obs_take,
    output wire         obs_done
);
    generate
        if (ONE_CLOCK < 0 || ONE_CLOCK > 1) begin : g_illegal_clock
            surf_host_ONE_CLOCK_must_be_0_or_1 illegal_parameter ();
        end
        if (TAPS < 0 || TAPS > 1) begin : g_illegal_taps
            surf_host_TAPS_must_be_0_or_1 illegal_parameter ();
        end
        if (MEM < 0 || MEM > 2) begin : g_illegal_memory
            surf_host_MEM_must_be_0_1_or_2 illegal_parameter ();
        end
        if (WINDOW_LOG2 < 18 || WINDOW_LOG2 > 28 || (MEM == 2 && WINDOW_LOG2 != 28) ||
            TRACE_LOG2 + 4 > WINDOW_LOG2 || HIST_LOG2 + 4 > WINDOW_LOG2) begin : g_illegal_window
            surf_host_WINDOW_LOG2_must_be_18_to_28_and_4_more_than_each_memory illegal_parameter ();
        end
    endgenerate

    // ------------------------------------------------------------ to clk25
    wire        comes, done;
    reg         valid;          // comes of the previous clock, with the decoded address
    wire        c_write;
    wire [27:2] c_addr;
    wire [3:0]  c_be;
    wire [31:0] c_wdata;
    wire [32:0] done_data;      // error, read data
    wire        pend;

    reset_sync u_rst25 (.clk(clk25), .arst_n(por_n), .rst_n(rst25_n));

    generate
        if (ONE_CLOCK != 0) begin : g_one_clock
            reg [32:0] answer;

            assign rst_bus_n = rst25_n;
            assign comes = req;
            assign {c_write, c_addr, c_be, c_wdata} = {write, addr, be, wdata};
            assign {ack_error, ack_rdata} = answer;
            assign irq = pend;

            always @(posedge clk25 or negedge rst25_n)
                if (!rst25_n) begin
                    ack    <= 1'b0;
                    answer <= 33'd0;
                end else begin
                    ack <= done;
                    if (done)
                        answer <= done_data;
                end

            wire unused = &{1'b0, bus_clk};
        end else begin : g_two_clocks
            wire link_ack, link_busy;

            reset_sync u_rst_bus (.clk(bus_clk), .arst_n(por_n), .rst_n(rst_bus_n));

            cdc_handshake #(.WIDTH(63), .RWIDTH(33), .SALT(32'h5302)) u_link (
                .clk_a(bus_clk), .rst_a_n(rst_bus_n), .req(req),
                .req_data({write, addr, be, wdata}), .busy(link_busy), .ack(link_ack),
                .ack_data({ack_error, ack_rdata}),
                .clk_b(clk25), .rst_b_n(rst25_n), .valid(comes),
                .data({c_write, c_addr, c_be, c_wdata}), .done(done), .done_data(done_data)
            );

            // the link's data are valid one clock after its ack
            always @(posedge bus_clk or negedge rst_bus_n)
                if (!rst_bus_n)
                    ack <= 1'b0;
                else
                    ack <= link_ack;

            sync_bits #(.WIDTH(1), .SALT(32'h5304)) u_irq (
                .clk(bus_clk), .rst_n(rst_bus_n), .d(pend), .q(irq)
            );

            wire unused = &{1'b0, link_busy};
        end
    endgenerate

    // ------------------------------------------------------------ address map
    localparam [11:0] EPIR = `SURFBOARD_EPIR;
    localparam [11:0] EBCR = `SURFBOARD_EBCR;
    localparam [11:0] IDMR = `SURFBOARD_IDMR;
    localparam [11:0] TPMR = `SURFBOARD_TPMR;
    localparam [11:0] TPCR = `SURFBOARD_TPCR;
    localparam [31:0] SMALL = 28 - WINDOW_LOG2;

    wire       enable;
    wire [2:0] irlev;
    wire       to_ram  = c_addr[WINDOW_LOG2-1];
    wire       to_hist = c_addr[WINDOW_LOG2-2];
    // the address in the lower half of the window, or in the part of a memory
    wire [27:2] low  = c_addr & (26'h1FFFFFF >> SMALL);
    wire [25:2] part = c_addr[25:2] & (24'hFFFFFF >> SMALL);
    wire       in_slot = !to_ram && low[27:12] == 16'd0;
    wire       at_epir = in_slot && low[11:2] == EPIR[11:2];
    wire       at_ebcr = in_slot && low[11:2] == EBCR[11:2];
    wire       at_regs = enable && !to_ram && low[27:16] == 12'h001;
    wire       at_ram  = enable && to_ram;
    reg        is_epir, is_ebcr, is_regs, is_id, is_taps, at_once;

    always @(posedge clk25 or negedge rst25_n)
        if (!rst25_n)
            {valid, is_epir, is_ebcr, is_regs, is_id, is_taps, at_once} <= 7'd0;
        else begin
            valid   <= comes;
            is_epir <= at_epir;
            is_ebcr <= at_ebcr;
            is_regs <= at_regs;
            is_id   <= in_slot && low[11:5] == IDMR[11:5];
            is_taps <= TAPS != 0 && in_slot && low[11:9] == TPMR[11:9];
            at_once <= at_epir || (at_ebcr && !c_write) || !(at_ebcr || at_regs || at_ram);
        end

    wire [31:0] control = {16'h0001, 5'd1, irlev, SMALL[3:0], 3'b100, enable};

    localparam [31:0] ID_REV = BOARD_REV >= 2 ? BOARD_REV << `SURFBOARD_EPIR_REV_LSB : 0;

    // the identity block; fields in the order of the register table
    localparam [31:0] WINDOW_BITS = WINDOW_LOG2;
    localparam [31:0] QUEUE_BITS  = QUEUE_LOG2;
    localparam [31:0] TRACE_BITS  = MEM == 2 ? 0 : TRACE_LOG2;
    localparam [31:0] HIST_BITS   = MEM == 2 ? 0 : HIST_LOG2;
    localparam [31:0] OPTIONS     = BOARD_REV << `SURFBOARD_IDOR_REV_LSB |
                                    BUS << `SURFBOARD_IDOR_BUS_LSB |
                                    MEM << `SURFBOARD_IDOR_MEM_LSB |
                                    TAPS << `SURFBOARD_IDOR_TAPS_LSB |
                                    ADDRESS << `SURFBOARD_IDOR_ADDRESS_LSB |
                                    MODULO << `SURFBOARD_IDOR_MODULO_LSB |
                                    ONE_CLOCK << `SURFBOARD_IDOR_ONE_CLOCK_LSB;
    reg [31:0] identity;

    always @* begin
        identity = 32'd0;
        case ({20'd0, low[11:2], 2'b00})
        `SURFBOARD_IDMR: identity = `SURFBOARD_IDMR_RESET;
        `SURFBOARD_IDVR: identity = `SURFBOARD_IDVR_RESET;
        `SURFBOARD_IDCR: identity = CLOCK_HZ;
        `SURFBOARD_IDGR: begin
            identity[`SURFBOARD_IDGR_WINDOW] = WINDOW_BITS[4:0];
            identity[`SURFBOARD_IDGR_QUEUE]  = QUEUE_BITS[3:0];
            identity[`SURFBOARD_IDGR_TRACE]  = TRACE_BITS[4:0];
            identity[`SURFBOARD_IDGR_HIST]   = HIST_BITS[4:0];
        end
        `SURFBOARD_IDOR: identity = OPTIONS;
        default: ;
        endcase
    end

    wire        host_done;
    wire [31:0] host_data;
    wire        acc_write;
    wire [25:2] acc_addr;
    wire [3:0]  acc_be;
    wire [31:0] acc_wdata;
    wire        reg_wr, reg_rd, reg_wait;
    reg         reg_late;       // reg_rdata is valid in the next clock
    wire [31:0] reg_rdata, t_rdata, h_rdata;
    wire        te_req, te_done, he_req, he_done;

    shrimp_host #(.IRLEV(3'd5)) u_host (
        .clk25(clk25), .rst_por_n(rst25_n), .rst_board_n(rst25_n),
        .valid(valid && !at_once),
        .data({is_ebcr ? 2'd0 : is_regs ? 2'd1 : {1'b1, to_hist}, c_write, part,
               c_be, c_wdata}),
        .done(host_done), .done_data(host_data), .enable(enable), .irlev(irlev),
        .write(acc_write), .addr(acc_addr), .be(acc_be), .wdata(acc_wdata),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_rdata(reg_rdata), .reg_wait(reg_wait),
        .reg_busy(reg_late),
        .t_req(te_req), .h_req(he_req), .t_done(te_done), .t_rdata(t_rdata),
        .h_done(he_done), .h_rdata(h_rdata)
    );

    always @(posedge clk25 or negedge rst25_n)
        if (!rst25_n)
            reg_late <= 1'b0;
        else
            reg_late <= reg_rd;

    assign done      = host_done || (valid && at_once);
    assign done_data = !at_once ? {1'b0, host_data} :
                       is_epir ? {1'b0, `SURFBOARD_EPIR_RESET | ID_REV} :
                       is_ebcr ? {1'b0, control} : is_taps ? {1'b0, tap_rdata} :
                       is_id ? {1'b0, identity} : {1'b1, 32'd0};
    assign tap_addr  = low[8:2];
    assign tap_clear = valid && is_taps && c_write && low[8:2] == TPCR[8:2] && c_be[0] &&
                       c_wdata[0];

    // ------------------------------------------------------------ core
    localparam QUICK = MEM == 0 ? 1 : 0;

    wire         hp_req, hp_modify, hp_done, h_hold;
    wire [23:0]  hp_addr;
    wire [31:0]  hp_wdata;
    wire         tp_req, tp_done, t_hold;
    wire [23:0]  tp_addr;
    wire [1:0]   tp_word;
    wire [31:0]  tp_wdata;
    wire [127:0] tp_line;
    wire [5:0]   irq_lines;
    wire [4:0]   leds;

    // Without a SIMM, presence detect has a code that no SIMM has, so the driver probes the size.
    wire [3:0] t_present = MEM == 2 ? t_pd : 4'b0000;
    wire [3:0] h_present = MEM == 2 ? h_pd : 4'b0000;

    wire        decay_go, decay_busy, decay_ended, decay_taken_valid;
    wire [23:0] decay_last;
    wire [31:0] decay_taken;

    surf_core #(
        .IDT_EXACT(IDT_EXACT), .QUICK(QUICK), .MODULO(MODULO), .QUEUED(QUEUED),
        .INDEX_LATE(1), .TRACE_LOG2(MEM == 2 ? 0 : TRACE_LOG2),
        .HIST_LOG2(MEM == 2 ? 0 : HIST_LOG2), .BOARD_REV(BOARD_REV), .BUS(BUS),
        .EXTRAS(EXTRAS)
    ) u_core (
        .clk25(clk25), .rst_n(rst25_n), .rst_board_n(rst25_n), .restart(1'b0),
        .rst_pipe_n(rst_pipe_n), .enable(enable), .irlev(irlev),
        .pk_valid(pk_valid), .pk_entry(pk_entry), .pk_phase(pk_phase), .pk_take(pk_take),
        .pk_lost(pk_lost), .pk_before(pk_before), .pk_counts(pk_counts),
        .rtv(rtv), .ph_valid(ph_valid), .ph_data(ph_data), .phase(phase),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_offset(acc_addr[11:2]), .reg_be(acc_be),
        .wdata(acc_wdata), .reg_rdata(reg_rdata), .reg_wait(reg_wait),
        .h_req(hp_req), .h_hold(h_hold), .h_addr(hp_addr), .h_modify(hp_modify),
        .h_rdata(h_rdata), .h_wdata(hp_wdata), .h_done(hp_done), .h_pd(h_present),
        .t_req(tp_req), .t_hold(t_hold), .t_addr(tp_addr), .t_word(tp_word),
        .t_wdata(tp_wdata), .t_line(tp_line), .t_done(tp_done), .t_ready(1'b1), .t_pd(t_present),
        .decay_go(decay_go), .decay_last(decay_last), .decay_busy(decay_busy),
        .decay_ended(decay_ended), .decay_taken_valid(decay_taken_valid),
        .decay_taken(decay_taken),
        .pend(pend), .irq(irq_lines), .x_in(x_in), .x_out_oe(x_out_oe),
        .led_user(leds[0]), .led_stage2(leds[1]), .led_tracing(leds[2]),
        .led_fifo(leds[3]), .led_trigger(leds[4]),
        .obs_arrive(obs_arrive), .obs_accept(obs_accept), .obs_drop(obs_drop),
        .obs_rxtime(obs_rxtime), .obs_cat(obs_cat), .obs_ext(obs_ext),
        .obs_take(obs_take), .obs_done(obs_done)
    );

    // accesses of host and decay to the histogram memory
    wire        hd_req, hd_write, hd_done;
    wire [23:0] hd_addr;
    wire [3:0]  hd_be;
    wire [31:0] hd_wdata;

    localparam DECAY = BOARD_REV >= 2 && EXTRAS != 0 ? 1 : 0;

    surf_decay #(.ON(DECAY), .LOG2(MEM == 2 ? 20 : HIST_LOG2)) u_decay (
        .clk25(clk25), .rst_n(rst25_n),
        .hold(1'b0), .go(decay_go), .last(decay_last), .busy(decay_busy), .ended(decay_ended),
        .taken_valid(decay_taken_valid), .taken(decay_taken),
        .e_req(he_req), .e_write(acc_write), .e_addr(acc_addr), .e_be(acc_be),
        .e_wdata(acc_wdata), .e_done(he_done),
        .m_req(hd_req), .m_write(hd_write), .m_addr(hd_addr),
        .m_be(hd_be), .m_wdata(hd_wdata), .m_done(hd_done),
        .m_rdata(h_rdata),
        .p_req(hp_req), .p_modify(hp_modify), .p_addr(hp_addr)
    );

    // ------------------------------------------------------------ memories
    generate
        if (MEM == 2) begin : g_simm
            wire [1:0] h_word;
            wire       t_modify;

            // The refreshes of one SIMM are in the middle between those of the other.
            simm_dram #(
                .BURST(0), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(REFRESH_CLOCKS / 2)
            ) u_hist (
                .clk(clk25), .rst_n(rst25_n), .hold(h_hold),
                .p_req(hp_req), .p_addr(hp_addr), .p_modify(hp_modify), .p_word(h_word),
                .p_wdata(hp_wdata), .p_done(hp_done),
                .e_req(hd_req), .e_first(1'b0), .e_write(hd_write), .e_addr(hd_addr),
                .e_be(hd_be), .e_wdata(hd_wdata), .e_done(hd_done),
                .rdata(h_rdata),
                .a(h_a), .ras_n(h_ras_n), .cas_n(h_cas_n), .we_n(h_we_n),
                .dq_i(h_dq_i), .dq_o(h_dq_o), .dq_oe(h_dq_oe)
            );

            simm_dram #(
                .BURST(1), .REFRESH_CLOCKS(REFRESH_CLOCKS), .REFRESH_FIRST(REFRESH_CLOCKS)
            ) u_trace (
                .clk(clk25), .rst_n(rst25_n), .hold(t_hold),
                .p_req(tp_req), .p_addr(tp_addr), .p_modify(t_modify), .p_word(tp_word),
                .p_wdata(tp_wdata), .p_done(tp_done),
                .e_req(te_req), .e_first(1'b0), .e_write(acc_write), .e_addr(acc_addr),
                .e_be(acc_be),
                .e_wdata(acc_wdata), .e_done(te_done), .rdata(t_rdata),
                .a(t_a), .ras_n(t_ras_n), .cas_n(t_cas_n), .we_n(t_we_n),
                .dq_i(t_dq_i), .dq_o(t_dq_o), .dq_oe(t_dq_oe)
            );

            wire unused = &{1'b0, h_word, t_modify};
        end else begin : g_no_simm
            assign {t_a, t_ras_n, t_cas_n, t_we_n} = {12'd0, 6'b111111};
            assign {h_a, h_ras_n, h_cas_n, h_we_n} = {12'd0, 6'b111111};
            assign {t_dq_o, t_dq_oe, h_dq_o, h_dq_oe} = 66'd0;

            wire unused = &{1'b0, t_pd, t_dq_i, h_pd, h_dq_i, h_hold, t_hold};
        end

        if (MEM == 1) begin : g_port
            wire [1:0] h_word;
            wire       t_modify;

            surf_port #(.BURST(0)) u_hist (
                .clk(clk25), .rst_n(rst25_n),
                .p_req(hp_req), .p_addr(hp_addr), .p_modify(hp_modify), .p_word(h_word),
                .p_wdata(hp_wdata), .p_done(hp_done),
                .e_req(hd_req), .e_write(hd_write), .e_addr(hd_addr),
                .e_be(hd_be), .e_wdata(hd_wdata), .e_done(hd_done),
                .rdata(h_rdata),
                .m_req(hm_req), .m_write(hm_write), .m_addr(hm_addr), .m_be(hm_be),
                .m_wdata(hm_wdata), .m_ack(hm_ack), .m_rdata(hm_rdata)
            );

            surf_port #(.BURST(1)) u_trace (
                .clk(clk25), .rst_n(rst25_n),
                .p_req(tp_req), .p_addr(tp_addr), .p_modify(t_modify), .p_word(tp_word),
                .p_wdata(tp_wdata), .p_done(tp_done),
                .e_req(te_req), .e_write(acc_write), .e_addr(acc_addr), .e_be(acc_be),
                .e_wdata(acc_wdata), .e_done(te_done), .rdata(t_rdata),
                .m_req(tm_req), .m_write(tm_write), .m_addr(tm_addr), .m_be(tm_be),
                .m_wdata(tm_wdata), .m_ack(tm_ack), .m_rdata(tm_rdata)
            );

            wire unused = &{1'b0, h_word, t_modify};
        end else begin : g_no_port
            assign {tm_req, tm_write, tm_addr, tm_be, tm_wdata} = 62'd0;
            assign {hm_req, hm_write, hm_addr, hm_be, hm_wdata} = 62'd0;

            wire unused = &{1'b0, tm_ack, tm_rdata, hm_ack, hm_rdata};
        end

        if (MEM == 0) begin : g_bram
            wire t_modify;

            surf_bram #(.BURST(0), .LOG2(HIST_LOG2)) u_hist (
                .clk(clk25), .rst_n(rst25_n),
                .p_req(hp_req), .p_hold(h_hold), .p_addr(hp_addr), .p_modify(hp_modify),
                .p_wdata(hp_wdata), .p_line(128'd0), .p_done(hp_done),
                .e_req(hd_req), .e_write(hd_write), .e_addr(hd_addr),
                .e_be(hd_be), .e_wdata(hd_wdata), .e_done(hd_done),
                .rdata(h_rdata)
            );

            surf_bram #(.BURST(1), .LOG2(TRACE_LOG2)) u_trace (
                .clk(clk25), .rst_n(rst25_n),
                .p_req(tp_req), .p_hold(t_hold), .p_addr(tp_addr), .p_modify(t_modify),
                .p_wdata(32'd0), .p_line(tp_line), .p_done(tp_done),
                .e_req(te_req), .e_write(acc_write), .e_addr(acc_addr), .e_be(acc_be),
                .e_wdata(acc_wdata), .e_done(te_done), .rdata(t_rdata)
            );

            assign tp_word = 2'd0;

            wire unused = &{1'b0, t_modify, tp_wdata};
        end else begin : g_no_bram
            wire unused = &{1'b0, tp_line};
        end
    endgenerate

    wire unused_core = &{1'b0, irq_lines, leds, EPIR[1:0], EBCR[1:0], IDMR[4:0], SMALL,
                         WINDOW_BITS, QUEUE_BITS, TRACE_BITS, HIST_BITS};
endmodule
