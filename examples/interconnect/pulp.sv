// SPDX-License-Identifier: Apache-2.0
//
// dut - pulp's axi_xbar, with two memories, for faults.v
//
// Purpose     is the third-party memory system of faults.v. An address outside both
//             memories is answered by the crossbar itself.
// Interface   AXI4, data of 32 bits, ids of ID_BITS.
// Domain      clk.
// Reset       rst_n, asynchronous.
`default_nettype wire
`include "axi/typedef.svh"

module dut (
`include "axi_dut.vh"
);
    typedef logic [19:0] addr_t;
    typedef logic [`ID_BITS-1:0] sid_t;
    typedef logic [`ID_BITS:0] mid_t;
    typedef logic [31:0] data_t;
    typedef logic [3:0]  strb_t;
    typedef logic        user_t;
    `AXI_TYPEDEF_ALL(slv, addr_t, sid_t, data_t, strb_t, user_t)
    `AXI_TYPEDEF_ALL(mst, addr_t, mid_t, data_t, strb_t, user_t)
    typedef struct packed {
        int unsigned idx;
        addr_t       start_addr;
        addr_t       end_addr;
    } rule_t;

    localparam axi_pkg::xbar_cfg_t CFG = '{
        NoSlvPorts: 2, NoMstPorts: 2, MaxMstTrans: 8, MaxSlvTrans: 8, FallThrough: 1'b0,
        LatencyMode: axi_pkg::CUT_ALL_AX, AxiIdWidthSlvPorts: `ID_BITS, AxiIdUsedSlvPorts: 3,
        UniqueIds: 1'b0, AxiAddrWidth: 20, AxiDataWidth: 32, NoAddrRules: 2
    };
    slv_req_t  [1:0] s_req;
    slv_resp_t [1:0] s_resp;
    mst_req_t  [1:0] m_req;
    mst_resp_t [1:0] m_resp;
    rule_t     [1:0] map;
    assign map = {rule_t'{1, 20'h40000, 20'h80000}, rule_t'{0, 20'h00000, 20'h40000}};

    always_comb begin
        s_req = '0;
        s_req[0].aw.id    = s_awid;
        s_req[0].aw.addr  = s_awaddr;
        s_req[0].aw.len   = s_awlen;
        s_req[0].aw.size  = 3'd2;
        s_req[0].aw.burst = axi_pkg::BURST_INCR;
        s_req[0].aw_valid = s_awvalid;
        s_req[0].w.data   = s_wdata;
        s_req[0].w.strb   = 4'hF;
        s_req[0].w.last   = s_wlast;
        s_req[0].w_valid  = s_wvalid;
        s_req[0].b_ready  = s_bready;
        s_req[0].ar.id    = s_arid;
        s_req[0].ar.addr  = s_araddr;
        s_req[0].ar.len   = s_arlen;
        s_req[0].ar.size  = 3'd2;
        s_req[0].ar.burst = axi_pkg::BURST_INCR;
        s_req[0].ar_valid = s_arvalid;
        s_req[0].r_ready  = s_rready;
    end
    assign s_awready = s_resp[0].aw_ready;
    assign s_wready  = s_resp[0].w_ready;
    assign s_bid     = s_resp[0].b.id;
    assign s_bresp   = s_resp[0].b.resp;
    assign s_bvalid  = s_resp[0].b_valid;
    assign s_arready = s_resp[0].ar_ready;
    assign s_rid     = s_resp[0].r.id;
    assign s_rdata   = s_resp[0].r.data;
    assign s_rresp   = s_resp[0].r.resp;
    assign s_rlast   = s_resp[0].r.last;
    assign s_rvalid  = s_resp[0].r_valid;

    axi_xbar #(
        .Cfg(CFG), .ATOPs(1'b0), .slv_aw_chan_t(slv_aw_chan_t), .mst_aw_chan_t(mst_aw_chan_t),
        .w_chan_t(slv_w_chan_t), .slv_b_chan_t(slv_b_chan_t), .mst_b_chan_t(mst_b_chan_t),
        .slv_ar_chan_t(slv_ar_chan_t), .mst_ar_chan_t(mst_ar_chan_t),
        .slv_r_chan_t(slv_r_chan_t), .mst_r_chan_t(mst_r_chan_t), .slv_req_t(slv_req_t),
        .slv_resp_t(slv_resp_t), .mst_req_t(mst_req_t), .mst_resp_t(mst_resp_t), .rule_t(rule_t)
    ) u_xbar (
        .clk_i(clk), .rst_ni(rst_n), .test_i(1'b0), .slv_ports_req_i(s_req),
        .slv_ports_resp_o(s_resp), .mst_ports_req_o(m_req), .mst_ports_resp_i(m_resp),
        .addr_map_i(map), .en_default_mst_port_i(2'b00), .default_mst_port_i(2'b00)
    );

    for (genvar k = 0; k < 2; k++) begin : g_memory
        mst_resp_t answer;
        logic [`ID_BITS:0] bid, rid;
        logic [31:0] rdata;
        logic awready, wready, bvalid, arready, rlast, rvalid;
        memory #(.ID_BITS(`ID_BITS + 1), .SEED(32'h12345 + k)) u_memory (
            .clk(clk), .rst_n(rst_n), .awid(m_req[k].aw.id), .awvalid(m_req[k].aw_valid),
            .awready(awready), .wlast(m_req[k].w.last), .wvalid(m_req[k].w_valid),
            .wready(wready), .bid(bid), .bvalid(bvalid), .bready(m_req[k].b_ready),
            .arid(m_req[k].ar.id), .arlen(m_req[k].ar.len), .arvalid(m_req[k].ar_valid),
            .arready(arready), .rid(rid), .rdata(rdata), .rlast(rlast), .rvalid(rvalid),
            .rready(m_req[k].r_ready));
        always_comb begin
            answer = '0;
            answer.aw_ready = awready;
            answer.w_ready  = wready;
            answer.b.id     = bid;
            answer.b_valid  = bvalid;
            answer.ar_ready = arready;
            answer.r.id     = rid;
            answer.r.data   = rdata;
            answer.r.last   = rlast;
            answer.r_valid  = rvalid;
        end
        assign m_resp[k] = answer;
    end
endmodule
