// SPDX-License-Identifier: Apache-2.0
//
// Proof of conservation through Stages 2 and 3: each packet that comes while the board and the
// histogram are enabled is histogrammed or dropped, exactly once; at most two are in progress. (The
// proof of surf_stage3 shows that a histogrammed packet adds one to exactly one bin.)
//
// Packets may come in every clock; EBCR.ENABLE and the other modes change at any time. The memories
// answer at any time, in the order of simm_dram: a bin is written 3 clocks after its change and
// before the trace entry is.
`default_nettype none

module prove_surf_pipeline (
    input wire         clk25,
    input wire         rst_n,
    input wire         enable,
    input wire [148:0] entry,
    input wire         empty,
    input wire [2:0]   sendid,
    input wire         catmux,
    input wire [4:0]   lat_s,
    input wire [3:0]   lat_n,
    input wire [3:0]   local_cat,
    input wire         ext_true,
    input wire [23:0]  bin,
    input wire         wen,
    input wire         ten,
    input wire         saturate,
    input wire         choose,
    input wire         h_modify,
    input wire [31:0]  h_rdata,
    input wire         h_done,
    input wire         t_done
);
    wire         rd, s2_valid, s2_v, s2_u, s2_ext, run, pv, s2_take;
    wire         obs_arrive, obs_accept, obs_drop, obs_ext, obs_take, obs_done;
    wire [49:0]  sel_in;
    wire [127:0] s2_trace;
    wire [10:0]  s2_size;
    wire [43:0]  obs_rxtime;
    wire [3:0]   obs_cat;
    wire         set_lv, set_lu, set_wcv, set_bv, index_push, decide, pk_ten, pk_ext, pk_wrapped;
    wire         h_req, h_hold, t_req, t_hold;
    wire [31:0]  wcdr, h_wdata, t_wdata;
    wire [23:0]  index, h_addr, t_addr;

    surf_stage2 u_s2 (.*);

    surf_stage3 u_s3 (
        .clk25(clk25), .rst_n(rst_n),
        .s2_valid(s2_valid), .s2_trace(s2_trace), .s2_size(s2_size), .s2_v(s2_v), .s2_u(s2_u),
        .s2_ext(s2_ext), .bin(bin), .s2_take(s2_take),
        .wen(wen), .hen(1'b1), .ten(ten), .saturate(saturate), .wr_wcdr(1'b0), .wdata(32'd0),
        .wcdr(wcdr),
        .set_lv(set_lv), .set_lu(set_lu), .set_wcv(set_wcv), .set_bv(set_bv),
        .index_push(index_push), .index(index),
        .decide(decide), .pk_ten(pk_ten), .pk_ext(pk_ext), .pk_wrapped(pk_wrapped),
        .record(decide && pk_ten && choose), .entry(22'd0), .mark(1'b0), .missing(32'd0),
        .outlier(1'b0),
        .h_req(h_req), .h_hold(h_hold), .h_addr(h_addr), .h_modify(h_modify),
        .h_rdata(h_rdata), .h_wdata(h_wdata), .h_done(h_done),
        .t_req(t_req), .t_hold(t_hold), .t_addr(t_addr), .t_word(2'd0), .t_wdata(t_wdata),
        .t_done(t_done), .obs_take(obs_take), .obs_done(obs_done)
    );

    initial assume (!rst_n);

    // The memories
    reg h_asked, t_asked, modified;

    initial {h_asked, t_asked, modified} = 3'd0;
    always @(posedge clk25) begin
        h_asked  <= rst_n && h_req && !h_done;
        t_asked  <= rst_n && t_req && !t_done;
        modified <= rst_n && h_req && !h_done && (modified || h_modify);
    end

    always @* begin
        assume (!h_modify || (h_asked && !modified));
        assume (!h_done || (modified && !decide));
        assume (!t_done || (t_asked && !h_req));
    end

    // Counts at the ports, modulo 65536
    reg [15:0] offered, dropped, histogrammed;

    always @(posedge clk25 or negedge rst_n)
        if (!rst_n)
            {offered, dropped, histogrammed} <= 48'd0;
        else begin
            offered      <= offered + (!empty && enable);
            dropped      <= dropped + pv;
            histogrammed <= histogrammed + h_done;
        end

    wire [15:0] under_way = offered - dropped - histogrammed;

    (* hierconn *) wire [2:0] \u_s3.state ;
    (* hierconn *) wire       \u_s3.marking ;

    always @* if (rst_n)
        assert (!\u_s3.marking );

    (* hierconn *) wire       \u_s3.pk_hen ;
    (* hierconn *) wire       \u_s2.lat_done ;
    (* hierconn *) wire       \u_s2.waiting ;
    (* hierconn *) wire [3:0] \u_s2.u_latency.step ;

    always @* if (rst_n) begin
        assert (under_way == run + h_req + pv);
        assert (rd == !empty);
        if (pv)
            assert (under_way <= 3);
        else
            assert (under_way <= 2);

        // invariants: Stage 3 and the bin's access, Stage 2 and its latency generator
        assert (\u_s3.state <= 5 && (\u_s3.state == 0 || \u_s3.pk_hen ));
        case (\u_s3.state )
        0:       assert (!h_req);
        1:       assert (h_req && !h_asked && !modified);
        2:       assert (h_req && !modified);
        3, 5:    assert (h_req && modified);
        default: ;
        endcase
        if (h_asked)
            assert (h_req);
        if (t_asked)
            assert (\u_s3.state == 4);
        assert (!h_req || modified == (\u_s3.state >= 3));
        assert (!modified || h_req);
        if (!run)
            assert (\u_s2.u_latency.step == 0 && !\u_s2.lat_done && !\u_s2.waiting );
        else
            assert ((\u_s2.u_latency.step == 1) + (\u_s2.u_latency.step == 2) +
            (\u_s2.u_latency.step == 4) +
                    (\u_s2.u_latency.step == 8) + (\u_s2.u_latency.step == 0 && \u_s2.lat_done ) +
                    (\u_s2.u_latency.step == 0 && \u_s2.waiting && !\u_s2.lat_done ) == 3'd1);
        assert (!(\u_s2.lat_done && \u_s2.u_latency.step != 0) &&
                !(\u_s2.waiting && \u_s2.u_latency.step != 0));
    end

    always @* begin
        cover (rst_n && histogrammed == 2 && dropped == 1 && under_way == 0);
        cover (rst_n && run && h_req && pv && h_done);
    end
endmodule
