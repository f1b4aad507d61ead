// SPDX-License-Identifier: Apache-2.0
//
// surf_core - the SurfBoard without its bus, its network interface and its memories
//
// Purpose     counts the words of packets, and histograms and traces the packets. surfboard (EISA,
//             SNI board, SIMMs) and surf_host (current buses, block RAM) instantiate it.
// Packets     pk_valid and pk_entry, whose format is that of shrimp_stage1, are held until pk_take,
//             which may come in the same clock. QUEUED = 0: the core takes a packet at once, and
//             drops it if Stage 2 is busy (ISCR.PV). QUEUED = 1: the packet waits for Stage 2.
//             pk_lost: the number of packets lost in front of the core in the previous clock; any
//             sets ISCR.PV, too. pk_before, valid with pk_entry: number of packets lost while
//             pk_counts = 1, between the previous packet and this one.
// Registers   reg_wr or reg_rd (one clock) with reg_offset, reg_be, wdata; neither may be 1 while
//             reg_wait = 1. reg_rdata is valid in the clock after reg_rd, while reg_offset is
//             stable; with INDEX_LATE = 1 it is stable from the clock before on, HFDR and the
//             extension registers are valid one clock later, and the flags of the index FIFO reach
//             ISCR one clock later. BOARD_REV = 1: the
//             sixteen registers of the report, which repeat in the whole address range. BOARD_REV =
//             2: the extension registers are at offset 40 hex and above, see surf_rev2. BOARD_REV =
//             3: those of surf_rev3, too.
// Phase       BOARD_REV = 3, which needs QUEUED = 1: pk_phase comes with pk_entry. ph_valid,
//             ph_data and phase: ports of surf_rev3.
// Memories    h_* and t_* connect to the packet side of a memory controller, which simm_dram
//             describes. h_rdata is the word read, valid with h_modify.
// Decay       decay_*: the ports of surf_decay with the same meaning; not used with BOARD_REV = 1.
// Time        rtv = 1: the receive time counter has wrapped; a level of clk25.
// Interrupt   pend = 1: the board interrupts; a level. irq: irlev selects one of six lines, which
//             is 1 in the same clocks as pend.
// Latency     QUICK = 1 or BOARD_REV = 3: Stage 3 takes a packet at the earliest in the clock after
//             s2_valid, because the bin has a register; otherwise in that of s2_valid.
//             A register write takes effect in the next clock; with INDEX_LATE = 1 that of an
//             extension register in the one after it.
// Throughput  one packet per 27 clocks with two simm_dram, whatever the host and refresh do.
//             QUICK = 1: one packet per 4 clocks, whatever the host does. AHEAD = 1: one packet per
//             8 clocks if the memories are fast enough.
// Domain      clk25; x_in is asynchronous. obs_* only observe internal signals.
// Reset       rst_n: power-on. rst_board_n: power-on and the reset of the bus; clears IEMR. The
//             output rst_pipe_n, a flip-flop, is 0 after power-on and during restart and HTCR.PRS;
//             it resets Stage 2 and must reset Stage 1.
// Paper       TR-596-99 3, A.
`default_nettype none

`include "surfboard_regs.vh"

module surf_core #(
    parameter IDT_EXACT = 0,            // 1 = FIFO flags of the IDT part
    parameter QUICK = 0,                // 1 = the memories are surf_bram, which answers at once
    parameter MODULO = 0,               // as in surf_latency
    parameter AHEAD = 0,                // as in surf_stage3
    parameter INDEX_LATE = 0,           // 1 = registers behind index FIFO and extension
    parameter QUEUED = 0,               // 1 = packets wait while Stage 2 is busy
    parameter TRACE_LOG2 = 0,           // as in surf_trace_ctl
    parameter HIST_LOG2 = 0,            // 2**HIST_LOG2 bins, for CAPR; 0 = a SIMM
    parameter BOARD_REV = 1,            // 1 = the board of the report, 2 and 3 = with extensions
    parameter EXTRAS = 1,               // as in surf_rev2
    parameter BUS = 0                   // for CAPR: 0 = EISA, 1 = AXI4-Lite, 2 = Wishbone
) (
    input  wire         clk25,
    input  wire         rst_n,
    input  wire         rst_board_n,
    input  wire         restart,
    output reg          rst_pipe_n,
    input  wire         enable,
    input  wire [2:0]   irlev,

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

    // registers
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:2]  reg_offset,
    input  wire [3:0]   reg_be,
    input  wire [31:0]  wdata,
    output wire [31:0]  reg_rdata,
    output wire         reg_wait,

    // histogram memory
    output wire         h_req,
    output wire         h_hold,
    output wire [23:0]  h_addr,
    input  wire         h_modify,
    input  wire [31:0]  h_rdata,
    output wire [31:0]  h_wdata,
    input  wire         h_done,
    input  wire [3:0]   h_pd,

    // trace memory
    output wire         t_req,
    output wire         t_hold,
    output wire [23:0]  t_addr,
    input  wire [1:0]   t_word,
    output wire [31:0]  t_wdata,
    output wire [127:0] t_line,
    input  wire         t_done,
    input  wire         t_ready,
    input  wire [3:0]   t_pd,

    // decay
    output wire         decay_go,
    output wire [23:0]  decay_last,
    input  wire         decay_busy,
    input  wire         decay_ended,
    input  wire         decay_taken_valid,
    input  wire [31:0]  decay_taken,

    // interrupt, external connector, LEDs
    output wire         pend,
    output wire [5:0]   irq,
    input  wire         x_in,
    output wire         x_out_oe,
    output wire         led_user,
    output wire         led_stage2,
    output wire         led_tracing,
    output wire         led_fifo,
    output wire         led_trigger,

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
        if (BOARD_REV < 1 || BOARD_REV > 3) begin : g_illegal
            surf_core_BOARD_REV_must_be_1_2_or_3 illegal_parameter ();
        end
        if (BOARD_REV == 3 && QUEUED == 0) begin : g_illegal_revision
            surf_core_BOARD_REV_3_needs_QUEUED_1 illegal_parameter ();
        end
        if (AHEAD < 0 || AHEAD > 1) begin : g_illegal_ahead
            surf_core_AHEAD_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    // ------------------------------------------------------------ registers
    wire        beyond = BOARD_REV >= 2 && reg_offset[11:6] != 6'd0;
    wire        extension;
    wire [31:0] report_rdata, ext_rdata;
    wire [13:0] set_sticky;
    wire        saturate, h_pass, t_pass;
    wire        seq, seq_hit, mark, marks, outlier, history, skip;
    wire [31:0] missing;
    wire [10:0] move, advance;
    wire [22:0] room;

    generate
        if (INDEX_LATE != 0) begin : g_extension_late
            reg was_beyond;

            always @(posedge clk25 or negedge rst_n)
                if (!rst_n)
                    was_beyond <= 1'b0;
                else
                    was_beyond <= beyond;

            assign extension = was_beyond;
        end else begin : g_extension
            assign extension = beyond;
        end
    endgenerate

    assign reg_rdata = extension ? ext_rdata : report_rdata;

    wire        sel_done, sel_err, sel_cfg, prog, cclk, fcdr, prs;
    wire [2:0]  sendid;
    wire        catmux;
    wire [4:0]  lat_s;
    wire [3:0]  lat_n;
    wire [1:0]  tsize;
    wire [8:0]  ttcr;
    wire        ecdr;
    wire [4:0]  pclr;
    wire [1:0]  wr_iscr, wr_iemr;
    wire [13:0] iscr, iemr;
    wire        wr_htcr, frs, wen, hen, ten, trg;
    wire        wr_wcdr, wr_hfcr, rd_hfcr, wr_hfdr, rd_hfdr, wr_ticr, wr_tecr;
    wire [2:0]  wr_tpir;
    wire [31:0] wcdr;
    wire [7:0]  hfcr;
    wire [8:0]  hfdr;
    reg  [8:0]  late_slot;
    wire [21:0] ticr, tpir;
    wire [22:0] tecr;

    surf_regs u_regs (
        .clk25(clk25), .rst_n(rst_n),
        .wr(reg_wr && !extension), .rd(reg_rd && !extension), .offset(reg_offset[5:2]),
        .be(reg_be), .wdata(wdata), .rdata(report_rdata),
        .t_pd(t_pd), .h_pd(h_pd), .sel_done(sel_done), .sel_err(sel_err), .sel_cfg(sel_cfg),
        .prog(prog), .cclk(cclk), .fcdr(fcdr),
        .sendid(sendid), .catmux(catmux), .lat_s(lat_s), .lat_n(lat_n), .tsize(tsize),
        .ttcr(ttcr), .ecdr(ecdr), .pclr(pclr),
        .wr_iscr(wr_iscr), .wr_iemr(wr_iemr), .pend(pend), .iscr(iscr), .iemr(iemr),
        .wr_htcr(wr_htcr), .prs(prs), .frs(frs), .wen(wen), .hen(hen), .ten(ten), .trg(trg),
        .wr_wcdr(wr_wcdr), .wcdr(wcdr),
        .wr_hfcr(wr_hfcr), .rd_hfcr(rd_hfcr), .wr_hfdr(wr_hfdr), .rd_hfdr(rd_hfdr),
        .hfcr(hfcr), .hfdr(INDEX_LATE != 0 ? late_slot : hfdr),
        .wr_ticr(wr_ticr), .wr_tecr(wr_tecr), .wr_tpir(wr_tpir),
        .ticr(ticr), .tecr(tecr), .tpir(tpir)
    );

    // Reset of Stages 1 and 2
    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            rst_pipe_n <= 1'b0;
        else
            rst_pipe_n <= !restart && !prs;

    // ------------------------------------------------------------ Stage 2
    wire [49:0]  sel_in;
    wire [23:0]  chosen, bin;
    wire         s2_valid, s2_ready, s2_take, s2_v, s2_u, s2_ext, pv;
    wire [127:0] s2_trace, s2_line;
    wire [63:0]  sel_more;
    wire         wide;
    wire [10:0]  s2_size;
    wire         ext_true, set_ext;

    surf_stage2 #(.QUICK(QUICK), .MODULO(MODULO), .QUEUED(QUEUED)) u_stage2 (
        .clk25(clk25), .rst_n(rst_pipe_n), .enable(enable),
        .entry(pk_entry), .empty(!pk_valid), .rd(pk_take),
        .sendid(sendid), .catmux(catmux), .lat_s(lat_s), .lat_n(lat_n),
        .local_cat(pclr[`SURFBOARD_PCLR_CAT]), .ext_true(ext_true),
        .sel_in(sel_in), .s2_valid(s2_valid), .s2_trace(s2_trace), .s2_size(s2_size),
        .s2_v(s2_v), .s2_u(s2_u), .s2_ext(s2_ext), .s2_take(s2_take),
        .run(led_stage2), .pv(pv),
        .obs_arrive(obs_arrive), .obs_accept(obs_accept), .obs_drop(obs_drop),
        .obs_rxtime(obs_rxtime), .obs_cat(obs_cat), .obs_ext(obs_ext)
    );

    surf_selector #(.WIDE(BOARD_REV >= 3 ? 1 : 0)) u_selector (
        .clk(clk25), .rst_n(rst_n), .prog(prog), .cclk(cclk), .din(fcdr),
        .done(sel_done), .err(sel_err), .cfg(sel_cfg), .show(s2_valid), .in(sel_in),
        .wide(wide), .more(sel_more), .out(chosen)
    );

    // In front of a block RAM, whose address is late in a clock, and behind the wide selector, the
    // bin has a register. It is that of the packet from the clock after s2_valid on; the filters of
    // revision 3 have registers of their own.
    generate
        if (QUICK != 0 || BOARD_REV >= 3) begin : g_bin_late
            reg [23:0] made;
            reg        ready;

            always @(posedge clk25 or negedge rst_pipe_n)
                if (!rst_pipe_n) begin
                    made  <= 24'd0;
                    ready <= 1'b0;
                end else begin
                    made  <= chosen;
                    ready <= s2_valid && !s2_take;
                end

            assign bin      = made;
            assign s2_ready = ready;
        end else begin : g_bin
            assign bin      = chosen;
            assign s2_ready = s2_valid;
        end
    endgenerate

    // ------------------------------------------------------------ Stage 3
    wire        set_lv, set_lu, set_wcv, set_bv, index_push;
    wire [23:0] index;
    wire        decide, pk_ten, pk_ext, pk_wrapped, pk_hen, record;
    wire [10:0] size;
    wire [21:0] trace_entry;

    surf_stage3 #(.QUICK(QUICK), .AHEAD(AHEAD)) u_stage3 (
        .clk25(clk25), .rst_n(rst_n),
        .s2_valid(s2_ready), .s2_trace(s2_line), .s2_size(s2_size), .s2_v(s2_v), .s2_u(s2_u),
        .s2_ext(s2_ext), .bin(bin), .s2_take(s2_take),
        .wen(wen), .hen(hen && h_pass), .ten(ten && t_pass), .saturate(saturate),
        .wr_wcdr(wr_wcdr), .wdata(wdata), .wcdr(wcdr),
        .set_lv(set_lv), .set_lu(set_lu), .set_wcv(set_wcv), .set_bv(set_bv),
        .index_push(index_push), .index(index),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .pk_hen(pk_hen), .size(size), .record(record), .entry(trace_entry),
        .mark(mark), .missing(missing), .outlier(outlier),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(h_rdata), .h_wdata(h_wdata), .h_done(h_done),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(t_word),
        .t_wdata(t_wdata), .t_line(t_line), .t_done(t_done), .t_ready(t_ready),
        .obs_take(obs_take), .obs_done(obs_done)
    );

    wire       set_tp, complete, set_fv, fne, fpf, faf, ff;
    reg  [3:0] late_flags;

    surf_trace_ctl #(.TRACE_LOG2(TRACE_LOG2)) u_trace_ctl (
        .clk25(clk25), .rst_n(rst_n),
        .tsize(tsize), .mode(ttcr[`SURFBOARD_TTCR_MODE]), .qual(ttcr[`SURFBOARD_TTCR_QUAL]),
        .ten(ten),
        .wr_htcr(wr_htcr), .wr_ticr(wr_ticr), .wr_tecr(wr_tecr), .wr_tpir(wr_tpir),
        .wdata(wdata), .ticr(ticr), .tecr(tecr), .tpir(tpir), .trg(trg),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(record), .entry(trace_entry),
        .seq(seq), .seq_hit(seq_hit), .mark(mark), .marks(marks), .history(history),
        .skip(skip), .offset(move), .advance(advance), .room(room),
        .set_tp(set_tp), .complete(complete)
    );

    // In a write of 8 bits, bit 8 is 0.
    surf_index_fifo #(.IDT_EXACT(IDT_EXACT)) u_index_fifo (
        .clk25(clk25), .rst_n(rst_n), .reset(frs),
        .index_push(index_push), .index(index), .set_fv(set_fv),
        .wr_hfdr(wr_hfdr), .rd_hfdr(rd_hfdr), .wr_hfcr(wr_hfcr), .rd_hfcr(rd_hfcr),
        .step(reg_be[0]), .busy(reg_wait), .slot(hfdr),
        .wdata({wdata[`SURFBOARD_HFDR_LSB] && reg_be[1], wdata[`SURFBOARD_HFDR_DATA]}),
        .offset(hfcr), .fne(fne), .fpf(fpf), .faf(faf), .ff(ff)
    );

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n) begin
            late_slot  <= 9'd0;
            late_flags <= 4'd0;
        end else begin
            late_slot  <= hfdr;
            late_flags <= {ff, faf, fpf, fne};
        end

    // ------------------------------------------------------------ status
    surf_irq u_irq (
        .clk25(clk25), .rst_n(rst_n), .rst_board_n(rst_board_n), .enable(enable),
        .irlev(irlev),
        .set({rtv, set_lu, set_lv, pv || pk_lost != 9'd0, set_wcv, set_bv, set_fv,
              INDEX_LATE != 0 ? late_flags : {ff, faf, fpf, fne},
              set_ext, set_tp, complete} | set_sticky),
        .wr_iscr(wr_iscr), .wr_iemr(wr_iemr), .wdata(wdata[`SURFBOARD_IEMR_MASK]),
        .iscr(iscr), .iemr(iemr), .pend(pend), .irq(irq)
    );

    surf_ext u_ext (
        .clk25(clk25), .rst_n(rst_n), .rst_board_n(rst_board_n), .enable(enable),
        .x_in(x_in), .eip(ttcr[`SURFBOARD_TTCR_EIP]), .eop(ttcr[`SURFBOARD_TTCR_EOP]),
        .meod(ttcr[`SURFBOARD_TTCR_MEOD]), .mei(ttcr[`SURFBOARD_TTCR_MEI]),
        .mbv(ttcr[`SURFBOARD_TTCR_MBV]), .data(ecdr), .boc(iscr[`SURFBOARD_ISCR_BV]),
        .ext_true(ext_true), .set_ext(set_ext), .x_out_oe(x_out_oe)
    );

    // ------------------------------------------------------------ revision 2
    generate
        if (BOARD_REV >= 2) begin : g_rev2
            wire [31:0] rev2_rdata, rev3_rdata;
            wire        settled, snap;

            // accesses to the extension
            wire        ext_wr;
            wire [11:2] ext_offset;
            wire [3:0]  ext_be;
            wire [31:0] ext_wdata;

            if (INDEX_LATE != 0) begin : g_late
                reg [46:0] late;
                reg [31:0] late_rdata;

                always @(posedge clk25 or negedge rst_n)
                    if (!rst_n) begin
                        late       <= 47'd0;
                        late_rdata <= 32'd0;
                    end else begin
                        late       <= {reg_wr && extension, reg_offset, reg_be, wdata};
                        late_rdata <= rev2_rdata | rev3_rdata;
                    end

                assign {ext_wr, ext_offset, ext_be, ext_wdata} = late;
                assign ext_rdata = late_rdata;
            end else begin : g_at_once
                assign {ext_wr, ext_offset, ext_be, ext_wdata} =
                    {reg_wr && extension, reg_offset, reg_be, wdata};
                assign ext_rdata = rev2_rdata | rev3_rdata;
            end

            // valid with obs_arrive
            reg [7:0] earlier;

            always @(posedge clk25 or negedge rst_n)
                if (!rst_n)
                    earlier <= 8'd0;
                else if (pk_take)
                    earlier <= pk_before;

            surf_rev2 #(
                .BUS(BUS), .BOARD_REV(BOARD_REV), .EXTRAS(EXTRAS), .TRACE_LOG2(TRACE_LOG2),
                .HIST_LOG2(HIST_LOG2)
            ) u_rev2 (
                .clk25(clk25), .rst_n(rst_n),
                .wr(ext_wr), .offset(ext_offset), .be(ext_be), .wdata(ext_wdata),
                .rdata(rev2_rdata),
                .lost(pk_lost), .counts(pk_counts), .flush(restart || prs),
                .earlier(earlier), .arrive(obs_arrive), .drop(pv),
                .decide(decide), .pk_hen(pk_hen),
                .record(record), .size(size), .accept(obs_accept), .take(obs_take),
                .s2_trace(s2_trace), .s2_size(s2_size),
                .h_pass(h_pass), .t_pass(t_pass), .settled(settled), .snap(snap),
                .ten(ten), .trg(trg), .pk_ten(pk_ten), .pk_ext(pk_ext),
                .pk_wrapped(pk_wrapped), .anew(wr_htcr || wr_ticr || wr_tecr),
                .seq(seq), .seq_hit(seq_hit), .mark(mark), .marks(marks), .missing(missing),
                .outlier(outlier), .history(history), .skip(skip), .move(move),
                .advance(advance), .room(room),
                .decay_go(decay_go), .decay_last(decay_last), .decay_busy(decay_busy),
                .decay_ended(decay_ended), .decay_taken_valid(decay_taken_valid),
                .decay_taken(decay_taken),
                .wcdr(wcdr), .ticr(ticr), .tecr(tecr), .iscr(iscr),
                .set_sticky(set_sticky), .saturate(saturate)
            );

            if (BOARD_REV >= 3) begin : g_rev3
                reg  [7:0]  s2_phase;   // of the packet in Stage 2
                wire        low, high;

                always @(posedge clk25 or negedge rst_pipe_n)
                    if (!rst_pipe_n)
                        s2_phase <= 8'd0;
                    else if (pk_take && enable)
                        s2_phase <= pk_phase;

                assign sel_more = {24'd0, s2_phase, 5'd0, s2_trace[124:100], 2'd0};
                assign s2_line  = {s2_trace[127:100], low ? s2_phase[3:0] : s2_trace[99:96],
                                   s2_trace[95:64], high ? s2_phase[7:4] : s2_trace[63:60],
                                   s2_trace[59:0]};

                surf_rev3 u_rev3 (
                    .clk25(clk25), .rst_n(rst_n), .wr(ext_wr), .offset(ext_offset),
                    .lane(ext_be[0]), .wdata(ext_wdata[7:0]), .rdata(rev3_rdata),
                    .ph_valid(ph_valid), .ph_data(ph_data), .phase(phase),
                    .wide(wide), .low(low), .high(high), .take(obs_take),
                    .h_pass(h_pass), .t_pass(t_pass), .settled(settled), .snap(snap)
                );
            end else begin : g_no_rev3
                assign rev3_rdata = 32'd0;

                wire unused = &{1'b0, settled, snap};
            end
        end else begin : g_rev1
            assign ext_rdata  = 32'd0;
            assign set_sticky = 14'd0;
            assign saturate   = 1'b0;
            assign pk_counts  = 1'b0;
            assign {h_pass, t_pass} = 2'b11;
            assign {seq, seq_hit, mark, outlier, history, skip} = 6'd0;
            assign missing  = 32'd0;
            assign {move, advance} = {11'd0, 11'd1};
            assign {decay_go, decay_last} = 25'd0;

            wire unused = &{1'b0, pk_before, reg_offset[11:6], pk_hen, size, marks, room,
                            decay_busy, decay_ended, decay_taken_valid, decay_taken};
        end
        if (BOARD_REV < 3) begin : g_before_rev3
            assign s2_line  = s2_trace;
            assign sel_more = 64'd0;
            assign wide     = 1'b0;
            assign phase    = 8'd0;

            wire unused = &{1'b0, pk_phase, ph_valid, ph_data};
        end
    endgenerate

    assign led_user    = pclr[`SURFBOARD_PCLR_LED];
    assign led_tracing = ten;
    assign led_fifo    = fne;
    assign led_trigger = trg;
endmodule
