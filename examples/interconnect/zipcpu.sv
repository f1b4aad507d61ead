// SPDX-License-Identifier: Apache-2.0
//
// dut - ZipCPU's axixbar, with two memories, for faults.v
//
// Purpose     is the third-party memory system of faults.v. The crossbar itself answers an
//             address outside both memories.
// Interface   AXI4, data of 32 bits, ids of ID_BITS.
// Domain      clk.
// Reset       rst_n, asynchronous; that of the crossbar is synchronous.
`default_nettype none

module dut (
`include "axi_dut.vh"
);
    wire [1:0]  awvalid, awready, wvalid, wready, wlast, bvalid, bready;
    wire [1:0]  arvalid, arready, rvalid, rready, rlast;
    wire [2*`ID_BITS-1:0] awid, bid, arid, rid;
    wire [15:0] arlen;
    wire [63:0] rdata;

    axixbar #(
        .C_AXI_DATA_WIDTH(32), .C_AXI_ADDR_WIDTH(20), .C_AXI_ID_WIDTH(`ID_BITS), .NM(1), .NS(2),
        .SLAVE_ADDR({20'h40000, 20'h00000}), .SLAVE_MASK({2{20'hC0000}})
    ) u_xbar (
        .S_AXI_ACLK(clk), .S_AXI_ARESETN(rst_n),
        .S_AXI_AWVALID(s_awvalid), .S_AXI_AWREADY(s_awready), .S_AXI_AWID(s_awid),
        .S_AXI_AWADDR(s_awaddr), .S_AXI_AWLEN(s_awlen), .S_AXI_AWSIZE(3'd2),
        .S_AXI_AWBURST(2'd1), .S_AXI_AWLOCK(1'b0), .S_AXI_AWCACHE(4'd0), .S_AXI_AWPROT(3'd0),
        .S_AXI_AWQOS(4'd0), .S_AXI_WVALID(s_wvalid), .S_AXI_WREADY(s_wready),
        .S_AXI_WDATA(s_wdata), .S_AXI_WSTRB(4'hF), .S_AXI_WLAST(s_wlast),
        .S_AXI_BVALID(s_bvalid), .S_AXI_BREADY(s_bready), .S_AXI_BID(s_bid),
        .S_AXI_BRESP(s_bresp),
        .S_AXI_ARVALID(s_arvalid), .S_AXI_ARREADY(s_arready), .S_AXI_ARID(s_arid),
        .S_AXI_ARADDR(s_araddr), .S_AXI_ARLEN(s_arlen), .S_AXI_ARSIZE(3'd2),
        .S_AXI_ARBURST(2'd1), .S_AXI_ARLOCK(1'b0), .S_AXI_ARCACHE(4'd0), .S_AXI_ARPROT(3'd0),
        .S_AXI_ARQOS(4'd0), .S_AXI_RVALID(s_rvalid), .S_AXI_RREADY(s_rready), .S_AXI_RID(s_rid),
        .S_AXI_RDATA(s_rdata), .S_AXI_RRESP(s_rresp), .S_AXI_RLAST(s_rlast),
        .M_AXI_AWVALID(awvalid), .M_AXI_AWREADY(awready), .M_AXI_AWID(awid), .M_AXI_AWADDR(),
        .M_AXI_AWLEN(), .M_AXI_AWSIZE(), .M_AXI_AWBURST(), .M_AXI_AWLOCK(), .M_AXI_AWCACHE(),
        .M_AXI_AWPROT(), .M_AXI_AWQOS(), .M_AXI_WVALID(wvalid), .M_AXI_WREADY(wready),
        .M_AXI_WDATA(), .M_AXI_WSTRB(), .M_AXI_WLAST(wlast), .M_AXI_BVALID(bvalid),
        .M_AXI_BREADY(bready), .M_AXI_BID(bid), .M_AXI_BRESP(4'd0),
        .M_AXI_ARVALID(arvalid), .M_AXI_ARREADY(arready), .M_AXI_ARID(arid), .M_AXI_ARADDR(),
        .M_AXI_ARLEN(arlen), .M_AXI_ARSIZE(), .M_AXI_ARBURST(), .M_AXI_ARLOCK(),
        .M_AXI_ARCACHE(), .M_AXI_ARQOS(), .M_AXI_ARPROT(), .M_AXI_RVALID(rvalid),
        .M_AXI_RREADY(rready), .M_AXI_RID(rid), .M_AXI_RDATA(rdata), .M_AXI_RRESP(4'd0),
        .M_AXI_RLAST(rlast));

    genvar k;
    generate
        for (k = 0; k < 2; k = k + 1) begin : g_memory
            memory #(.ID_BITS(`ID_BITS), .SEED(32'h12345 + k)) u_memory (
                .clk(clk), .rst_n(rst_n), .awid(awid[`ID_BITS*k +: `ID_BITS]), .awvalid(awvalid[k]),
                .awready(awready[k]), .wlast(wlast[k]), .wvalid(wvalid[k]), .wready(wready[k]),
                .bid(bid[`ID_BITS*k +: `ID_BITS]), .bvalid(bvalid[k]), .bready(bready[k]),
                .arid(arid[`ID_BITS*k +: `ID_BITS]), .arlen(arlen[8*k +: 8]), .arvalid(arvalid[k]),
                .arready(arready[k]), .rid(rid[`ID_BITS*k +: `ID_BITS]), .rdata(rdata[32*k +: 32]),
                .rlast(rlast[k]), .rvalid(rvalid[k]), .rready(rready[k]));
        end
    endgenerate
endmodule
