// SPDX-License-Identifier: Apache-2.0
//
// surf_hist_trace - histogram and trace of the SurfBoard alone, to measure their size
//
// Purpose     Contains Stage 3 with the word count tied off, the trace control with its trigger,
//             and the controllers of both memories. With BOARD_REV = 2 it also has saturation and
//             both filters, but not the loss markers, the sequencer and the outlier capture of
//             surf_rev2.
// Interface   as surf_stage3, surf_trace_ctl, simm_dram and surf_filter.
// Domain      clk25.
`default_nettype none

module surf_hist_trace #(
    parameter BOARD_REV = 1
) (
    input  wire        clk25,
    input  wire        rst_n,

    // packets
    input  wire        hen,
    input  wire        ten,
    input  wire        s2_valid,
    input  wire [127:0] s2_trace,
    input  wire [10:0] s2_size,
    input  wire        s2_ext,
    input  wire [23:0] bin,
    output wire        s2_take,
    output wire        index_push,
    output wire [23:0] index,
    output wire        obs_done,

    // trace control
    input  wire [1:0]  tsize,
    input  wire [1:0]  mode,
    input  wire [1:0]  qual,
    input  wire        wr_htcr,
    input  wire        wr_ticr,
    input  wire        wr_tecr,
    input  wire [2:0]  wr_tpir,
    input  wire [31:0] wdata,
    output wire [21:0] ticr,
    output wire [22:0] tecr,
    output wire [21:0] tpir,
    output wire        trg,
    output wire        set_tp,
    output wire        complete,

    // revision 2
    input  wire [1:0]  f_wr,
    input  wire [3:0]  f_index,
    output wire [31:0] f_rdata,
    input  wire        saturate,

    // host
    input  wire [1:0]  e_req,
    input  wire        e_write,
    input  wire [23:0] e_addr,
    input  wire [3:0]  e_be,
    output wire [1:0]  e_done,
    output wire [31:0] h_rdata,
    output wire [31:0] t_rdata,

    // SIMMs
    output wire [23:0] a,
    output wire [1:0]  ras_n,
    output wire [7:0]  cas_n,
    output wire [1:0]  we_n,
    input  wire [63:0] dq_i,
    output wire [63:0] dq_o,
    output wire [1:0]  dq_oe
);
    wire        h_req, h_hold, h_modify, h_done, t_req, t_hold, t_modify, t_done;
    wire [23:0] h_addr, t_addr;
    wire [31:0] h_wdata, t_wdata;
    wire [1:0]  h_word, t_word;
    wire        decide, pk_ten, pk_ext, pk_wrapped, record;
    wire [21:0] entry;
    wire        h_pass, t_pass, saturates;

    // outputs of the functions that are tied off
    wire [31:0] wcdr;
    wire [16:0] flags;
    wire [127:0] t_line;
    wire [22:0] room;
    wire        marks;
    wire        unused = &{1'b0, wcdr, flags, t_line, room, marks, h_word, t_modify};

    generate
        if (BOARD_REV == 2) begin : g_rev2
            wire [31:0] hf_rdata, tf_rdata;

            surf_filter u_hist (
                .clk25(clk25), .rst_n(rst_n), .wr(f_wr[0]), .index(f_index), .be(4'hF),
                .wdata(wdata), .rdata(hf_rdata), .trace(s2_trace), .size(s2_size), .pass(h_pass)
            );
            surf_filter u_trace (
                .clk25(clk25), .rst_n(rst_n), .wr(f_wr[1]), .index(f_index), .be(4'hF),
                .wdata(wdata), .rdata(tf_rdata), .trace(s2_trace), .size(s2_size), .pass(t_pass)
            );
            assign f_rdata   = f_wr[0] ? hf_rdata : tf_rdata;
            assign saturates = saturate;
        end else begin : g_rev1
            assign f_rdata   = 32'd0;
            assign h_pass    = 1'b1;
            assign t_pass    = 1'b1;
            assign saturates = 1'b0;
        end
    endgenerate

    surf_stage3 u_stage3 (
        .clk25(clk25), .rst_n(rst_n),
        .s2_valid(s2_valid), .s2_trace(s2_trace), .s2_size(11'd0), .s2_v(1'b0), .s2_u(1'b0),
        .s2_ext(s2_ext), .bin(bin), .s2_take(s2_take),
        .wen(1'b0), .hen(hen && h_pass), .ten(ten && t_pass), .saturate(saturates),
        .mark(1'b0), .missing(32'd0), .outlier(1'b0),
        .wr_wcdr(1'b0), .wdata(32'd0), .wcdr(wcdr),
        .set_lv(flags[0]), .set_lu(flags[1]), .set_wcv(flags[2]), .set_bv(flags[3]),
        .index_push(index_push), .index(index),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .pk_hen(flags[4]), .size(flags[15:5]), .record(record), .entry(entry),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(h_rdata), .h_wdata(h_wdata), .h_done(h_done),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(t_word), .t_wdata(t_wdata),
        .t_line(t_line), .t_done(t_done), .obs_take(flags[16]), .obs_done(obs_done)
    );

    surf_trace_ctl u_trace_ctl (
        .clk25(clk25), .rst_n(rst_n), .tsize(tsize), .mode(mode), .qual(qual), .ten(ten),
        .wr_htcr(wr_htcr), .wr_ticr(wr_ticr), .wr_tecr(wr_tecr), .wr_tpir(wr_tpir),
        .wdata(wdata), .ticr(ticr), .tecr(tecr), .tpir(tpir), .trg(trg),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(record), .entry(entry), .set_tp(set_tp), .complete(complete),
        .seq(1'b0), .seq_hit(1'b0), .mark(1'b0), .marks(marks), .history(1'b0), .skip(1'b0),
        .offset(11'd0), .advance(11'd0), .room(room)
    );

    simm_dram #(.BURST(0)) u_hist (
        .clk(clk25), .rst_n(rst_n), .hold(h_hold),
        .p_req(h_req), .p_addr(h_addr), .p_modify(h_modify), .p_word(h_word), .p_wdata(h_wdata),
        .p_done(h_done),
        .e_req(e_req[0]), .e_write(e_write), .e_addr(e_addr), .e_be(e_be), .e_wdata(wdata),
        .e_done(e_done[0]), .rdata(h_rdata),
        .a(a[11:0]), .ras_n(ras_n[0]), .cas_n(cas_n[3:0]), .we_n(we_n[0]),
        .dq_i(dq_i[31:0]), .dq_o(dq_o[31:0]), .dq_oe(dq_oe[0])
    );

    simm_dram #(.BURST(1)) u_trace (
        .clk(clk25), .rst_n(rst_n), .hold(t_hold),
        .p_req(t_req), .p_addr(t_addr), .p_modify(t_modify), .p_word(t_word), .p_wdata(t_wdata),
        .p_done(t_done),
        .e_req(e_req[1]), .e_write(e_write), .e_addr(e_addr), .e_be(e_be), .e_wdata(wdata),
        .e_done(e_done[1]), .rdata(t_rdata),
        .a(a[23:12]), .ras_n(ras_n[1]), .cas_n(cas_n[7:4]), .we_n(we_n[1]),
        .dq_i(dq_i[63:32]), .dq_o(dq_o[63:32]), .dq_oe(dq_oe[1])
    );
endmodule
