// SPDX-License-Identifier: Apache-2.0
//
// surfboard_axil - the SurfBoard of 1999 on AXI4-Lite instead of EISA
//
// Variant     surfboard_wb has Wishbone: rtl/wb/to_wb.sed makes it from this file
//             (build/rtl/surfboard).
//
// Purpose     is the board of the report with its network interface and, with MEM = 2, its SIMMs.
//             It serves to run the tests and drivers of the board over AXI4-Lite. For current
//             designs use surf_axil.
// Interface   the bus of axil_slave, with the address map of surf_host; SNI board, external
//             connector and SIMMs are those of surfboard. irq is a level.
// Structure   axil_slave                    aclk
//             surf_host                     aclk and clk25
//             surf_sni                      clk_s1, s_gclk and clk25
// Clocks      aclk, clk25, clk_s1, s_gclk: no two of them need a relation.
// Throughput  one packet per 27 clocks of clk25 with MEM = 2.
// Reset       aresetn resets everything, HTCR.PRS Stages 1 and 2.
// Paper       TR-596-99 3, A, except the bus.
`default_nettype none

module surfboard_axil #(
    parameter [43:0] RXTIME_INIT = 44'd0,  // receive time after power-on
    parameter MEM = 2,                     // 0 = block RAM, 1 = port, 2 = SIMM
    parameter TRACE_LOG2 = 10,             // 2**TRACE_LOG2 words of trace memory, MEM = 0 or 1
    parameter HIST_LOG2 = 10,              // 2**HIST_LOG2 bins, MEM = 0 or 1
    parameter BOARD_REV = 1                // 2 = with the extensions of surf_rev2
) (
    input  wire         aclk,
    input  wire         clk_s1,
    input  wire         clk25,
    input  wire         aresetn,

    // AXI4-Lite, aclk
    input  wire [27:0]  s_awaddr,
    input  wire [2:0]   s_awprot,
    input  wire         s_awvalid,
    output wire         s_awready,
    input  wire [31:0]  s_wdata,
    input  wire [3:0]   s_wstrb,
    input  wire         s_wvalid,
    output wire         s_wready,
    output wire [1:0]   s_bresp,
    output wire         s_bvalid,
    input  wire         s_bready,
    input  wire [27:0]  s_araddr,
    input  wire [2:0]   s_arprot,
    input  wire         s_arvalid,
    output wire         s_arready,
    output wire [31:0]  s_rdata,
    output wire [1:0]   s_rresp,
    output wire         s_rvalid,
    input  wire         s_rready,
    output wire         irq,

    // SNI board
    input  wire [63:0]  s_data,
    input  wire [5:0]   s_color,
    input  wire         pmen_n,
    input  wire         s_eod_n,
    input  wire         s_gclk,
    input  wire         s_grst_n,

    // external connector
    input  wire         x_in,
    output wire         x_out_oe,

    // memory ports, MEM = 1
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

    // SIMMs, MEM = 2
    input  wire [3:0]   t_pd,
    output wire [11:0]  t_a,
    output wire         t_ras_n,
    output wire [3:0]   t_cas_n,
    output wire         t_we_n,
    input  wire [31:0]  t_dq_i,
    output wire [31:0]  t_dq_o,
    output wire         t_dq_oe,
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
    wire         rst_bus_n, rst25_n, rst_pipe_n;
    wire         req, write, ack, ack_error;
    wire [27:2]  addr;
    wire [3:0]   be;
    wire [31:0]  wdata, ack_rdata;
    wire         pk_valid, pk_take, rtv;
    wire [148:0] pk_entry;

    axil_slave #(.ADDR_BITS(28)) u_slave (
        .aclk(aclk), .rst_n(rst_bus_n),
        .s_awaddr(s_awaddr), .s_awprot(s_awprot), .s_awvalid(s_awvalid),
        .s_awready(s_awready),
        .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wvalid(s_wvalid), .s_wready(s_wready),
        .s_bresp(s_bresp), .s_bvalid(s_bvalid), .s_bready(s_bready),
        .s_araddr(s_araddr), .s_arprot(s_arprot), .s_arvalid(s_arvalid),
        .s_arready(s_arready),
        .s_rdata(s_rdata), .s_rresp(s_rresp), .s_rvalid(s_rvalid), .s_rready(s_rready),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata)
    );

    surf_sni #(.RXTIME_INIT(RXTIME_INIT)) u_sni (
        .por_n(aresetn), .clk_s1(clk_s1), .s_gclk(s_gclk), .s_grst_n(s_grst_n),
        .s_data(s_data), .s_color(s_color), .pmen_n(pmen_n), .s_eod_n(s_eod_n),
        .clk25(clk25), .rst25_n(rst25_n), .rst_pipe_n(rst_pipe_n),
        .pk_valid(pk_valid), .pk_entry(pk_entry), .pk_take(pk_take), .rtv(rtv)
    );

    wire       unused_counts;       // there is no queue
    wire [8:1] unused_tap;          // nor are there taps
    wire [7:0] no_phase;            // that of revision 3
    wire       unused = &{1'b0, unused_counts, unused_tap, no_phase};

    surf_host #(
        .MEM(MEM), .TRACE_LOG2(TRACE_LOG2), .HIST_LOG2(HIST_LOG2), .BOARD_REV(BOARD_REV),
        .BUS(1), .CLOCK_HZ(32'd10_000_000)
    ) u_host (
        .bus_clk(aclk), .clk25(clk25), .por_n(aresetn),
        .rst_bus_n(rst_bus_n), .rst25_n(rst25_n), .rst_pipe_n(rst_pipe_n),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata), .irq(irq),
        .pk_valid(pk_valid), .pk_entry(pk_entry), .pk_take(pk_take), .pk_lost(9'd0),
        .pk_before(8'd0), .pk_counts(unused_counts), .rtv(rtv),
        .tap_addr(unused_tap[8:2]), .tap_rdata(32'd0), .tap_clear(unused_tap[1]),
        .pk_phase(8'd0), .ph_valid(1'b0), .ph_data(8'd0), .phase(no_phase),
        .x_in(x_in), .x_out_oe(x_out_oe),
        .tm_req(tm_req), .tm_write(tm_write), .tm_addr(tm_addr), .tm_be(tm_be),
        .tm_wdata(tm_wdata), .tm_ack(tm_ack), .tm_rdata(tm_rdata),
        .hm_req(hm_req), .hm_write(hm_write), .hm_addr(hm_addr), .hm_be(hm_be),
        .hm_wdata(hm_wdata), .hm_ack(hm_ack), .hm_rdata(hm_rdata),
        .t_pd(t_pd), .t_a(t_a), .t_ras_n(t_ras_n), .t_cas_n(t_cas_n), .t_we_n(t_we_n),
        .t_dq_i(t_dq_i), .t_dq_o(t_dq_o), .t_dq_oe(t_dq_oe),
        .h_pd(h_pd), .h_a(h_a), .h_ras_n(h_ras_n), .h_cas_n(h_cas_n), .h_we_n(h_we_n),
        .h_dq_i(h_dq_i), .h_dq_o(h_dq_o), .h_dq_oe(h_dq_oe),
        .obs_arrive(obs_arrive), .obs_accept(obs_accept), .obs_drop(obs_drop),
        .obs_rxtime(obs_rxtime), .obs_cat(obs_cat), .obs_ext(obs_ext),
        .obs_take(obs_take), .obs_done(obs_done)
    );
endmodule
