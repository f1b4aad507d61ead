// SPDX-License-Identifier: Apache-2.0
//
// dut - OpenTitan's tlul_socket_1n with two memories behind tlul_adapter_sram, for faults.v
//
// Purpose     is the third-party memory system of faults.v, on TileLink UL. The pins are
//             those that axi_tap has on such a bus, as rtl/tap/README.md connects them: a Get is
//             a read, a Put a write, the source the id. An address outside the memories is answered
//             by the socket itself, with an error.
// Interface   AXI4, data of 32 bits, ids of 3 bits, one beat each. A write is taken with its data.
// Domain      clk.
// Reset       rst_n, asynchronous.
`default_nettype wire

module dut import tlul_pkg::*; (
`include "axi_dut.vh"
);
    tl_h2d_t     host;
    tl_d2h_t     answer;
    logic [31:0] random;

    // The channel A: a read, or a write with its data; a request stays until it is taken
    logic was_write, waits;
    wire  write = waits ? was_write : s_awvalid && s_wvalid && (random[0] || !s_arvalid);

    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            {was_write, waits} <= 2'b00;
            random <= 32'h12345;
        end else begin
            was_write <= write;
            waits <= host.a_valid && !answer.a_ready;
            random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        end

    always_comb begin
        host = TL_H2D_DEFAULT;
        host.a_valid   = write ? s_awvalid && s_wvalid : s_arvalid;
        host.a_opcode  = write ? PutFullData : Get;
        host.a_size    = 2'd2;
        host.a_source  = {5'd0, write ? s_awid : s_arid};
        host.a_address = {12'd0, write ? s_awaddr : s_araddr};
        host.a_mask    = 4'hF;
        host.a_data    = s_wdata;
        host.a_user    = TL_A_USER_DEFAULT;
        host.d_ready   = answer.d_opcode == AccessAckData ? s_rready : s_bready;
    end
    assign s_arready = !write && answer.a_ready;
    assign s_awready = write && answer.a_ready;
    assign s_wready  = write && answer.a_ready;

    // The channel D
    assign s_rvalid = answer.d_valid && answer.d_opcode == AccessAckData;
    assign s_bvalid = answer.d_valid && answer.d_opcode == AccessAck;
    assign s_rid    = answer.d_source[2:0];
    assign s_bid    = answer.d_source[2:0];
    assign s_rresp  = {answer.d_error, 1'b0};
    assign s_bresp  = {answer.d_error, 1'b0};
    assign s_rdata  = answer.d_data;
    assign s_rlast  = 1'b1;

    tl_h2d_t to_memory [2];
    tl_d2h_t of_memory [2];

    tlul_socket_1n #(.N(2)) u_socket (
        .clk_i(clk), .rst_ni(rst_n), .tl_h_i(host), .tl_h_o(answer), .tl_d_o(to_memory),
        .tl_d_i(of_memory), .dev_select_i(host.a_address[19:18]));

    for (genvar k = 0; k < 2; k++) begin : g_memory
        logic        req, we, rvalid;
        logic [11:0] addr;
        logic [31:0] wdata, wmask, rdata, words [4096];
        wire         gnt = random[2 + 3 * k +: 3] == 3'd0;

        always_ff @(posedge clk or negedge rst_n)
            if (!rst_n)
                rvalid <= 1'b0;
            else
                rvalid <= req && gnt && !we;
        always_ff @(posedge clk) begin
            if (req && gnt && we)
                words[addr] <= wdata;
            rdata <= words[addr];
        end

        tlul_adapter_sram #(.Outstanding(4)) u_adapter (
            .clk_i(clk), .rst_ni(rst_n), .tl_i(to_memory[k]), .tl_o(of_memory[k]),
            .en_ifetch_i(InstrDis), .req_o(req), .gnt_i(gnt), .we_o(we), .addr_o(addr),
            .wdata_o(wdata), .wmask_o(wmask), .intg_error_o(), .rdata_i(rdata),
            .rvalid_i(rvalid), .rerror_i(2'b00));
    end
endmodule
