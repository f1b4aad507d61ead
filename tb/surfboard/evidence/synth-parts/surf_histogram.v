// SPDX-License-Identifier: Apache-2.0
//
// surf_histogram - the histogram channel of the SurfBoard alone, to measure its size
//
// Purpose     Contains Stage 3 with word count and trace tied off, and the controller of the
//             histogram memory. These parts count a packet in its bin, detect a bin that wraps,
//             refresh the memory and let the host read and write it. With BOARD_REV = 2 the module
//             also has saturation and the filter of the histogram.
// Interface   as surf_stage3, simm_dram and surf_filter.
// Domain      clk25.
`default_nettype none

module surf_histogram #(
    parameter BOARD_REV = 1
) (
    input  wire        clk25,
    input  wire        rst_n,

    // packets
    input  wire        hen,
    input  wire        s2_valid,
    input  wire [23:0] bin,
    input  wire [127:0] s2_trace,
    input  wire [10:0] s2_size,
    output wire        s2_take,
    output wire        index_push,
    output wire [23:0] index,
    output wire        obs_done,

    // revision 2
    input  wire        f_wr,
    input  wire [3:0]  f_index,
    input  wire [31:0] f_wdata,
    output wire [31:0] f_rdata,
    input  wire        saturate,

    // host
    input  wire        e_req,
    input  wire        e_write,
    input  wire [23:0] e_addr,
    input  wire [3:0]  e_be,
    input  wire [31:0] e_wdata,
    output wire        e_done,
    output wire [31:0] rdata,

    // SIMM
    output wire [11:0] a,
    output wire        ras_n,
    output wire [3:0]  cas_n,
    output wire        we_n,
    input  wire [31:0] dq_i,
    output wire [31:0] dq_o,
    output wire        dq_oe
);
    wire        h_req, h_hold, h_modify, h_done;
    wire [23:0] h_addr;
    wire [31:0] h_wdata;

    // outputs of the functions that are tied off
    wire [31:0] wcdr, t_wdata;
    wire [23:0] t_addr;
    wire [1:0]  p_word;
    wire [10:0] flags;
    wire [127:0] t_line;
    wire        unused = &{1'b0, wcdr, t_wdata, t_addr, p_word, flags, t_line};

    wire        pass, saturates;

    generate
        if (BOARD_REV == 2) begin : g_rev2
            surf_filter u_filter (
                .clk25(clk25), .rst_n(rst_n), .wr(f_wr), .index(f_index), .be(4'hF),
                .wdata(f_wdata), .rdata(f_rdata), .trace(s2_trace), .size(s2_size), .pass(pass)
            );
            assign saturates = saturate;
        end else begin : g_rev1
            assign f_rdata   = 32'd0;
            assign pass      = 1'b1;
            assign saturates = 1'b0;
        end
    endgenerate

    surf_stage3 u_stage3 (
        .clk25(clk25), .rst_n(rst_n),
        .s2_valid(s2_valid), .s2_trace(128'd0), .s2_size(11'd0), .s2_v(1'b0), .s2_u(1'b0),
        .s2_ext(1'b0), .bin(bin), .s2_take(s2_take),
        .wen(1'b0), .hen(hen && pass), .ten(1'b0), .saturate(saturates),
        .mark(1'b0), .missing(32'd0), .outlier(1'b0),
        .wr_wcdr(1'b0), .wdata(32'd0), .wcdr(wcdr),
        .set_lv(flags[0]), .set_lu(flags[1]), .set_wcv(flags[2]), .set_bv(flags[3]),
        .index_push(index_push), .index(index),
        .decide(flags[4]), .pk_ten(flags[5]), .pk_ext(flags[6]), .pk_wrapped(flags[7]),
        .record(1'b0), .entry(22'd0),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(rdata), .h_wdata(h_wdata), .h_done(h_done),
        .t_req(flags[8]), .t_hold(flags[9]), .t_addr(t_addr), .t_word(2'd0), .t_wdata(t_wdata),
        .t_line(t_line), .t_done(1'b0), .obs_take(flags[10]), .obs_done(obs_done)
    );

    simm_dram #(.BURST(0)) u_hist (
        .clk(clk25), .rst_n(rst_n), .hold(h_hold),
        .p_req(h_req), .p_addr(h_addr), .p_modify(h_modify), .p_word(p_word), .p_wdata(h_wdata),
        .p_done(h_done),
        .e_req(e_req), .e_write(e_write), .e_addr(e_addr), .e_be(e_be), .e_wdata(e_wdata),
        .e_done(e_done), .rdata(rdata),
        .a(a), .ras_n(ras_n), .cas_n(cas_n), .we_n(we_n),
        .dq_i(dq_i), .dq_o(dq_o), .dq_oe(dq_oe)
    );
endmodule
