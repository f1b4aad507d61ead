// SPDX-License-Identifier: Apache-2.0
//
// multikron - the PCI MultiKron interface board
//
// Purpose     connects MultiKron_II and MultiKron_vc to a PCI bus; samples pass through a FIFO to
//             16 MB of local memory or to an external S16D cable.
// Interface   PCI target, 32 MB window (pci_target.v, mk_host.v; registers: README.md);
//             DRAM and SRAM chips, cable and connector on the pins (multikron_pins.def).
// Clocks      pclk is the PCI clock, at most 33 MHz. nodeclk, 40 or 20 MHz or an external clock,
//             comes from a selector outside of this module, which clk_ext and clk_div2 control.
// Latency     pci_target.v; a sample byte is in memory about 20 clocks of pclk after the chip has
//             sent the fourth byte of its word.
// Throughput  the FIFO accepts one trace sample of 20 bytes per 40 clocks of nodeclk, and outputs
//             one memory word per 6 clocks of pclk.
// Reset       rst_n (RST#) asynchronous, resets everything. A software reset resets the chips, the
//             FIFO and the state machine; an external reset, with EN_EXT = 1, only the chips.
// Identity    sample writes enabled = samples stored + in the FIFOs + discarded (OVRCNT)
//             + drained after the memory was full.
// Paper       NISTIR 5993.
`default_nettype none
`include "multikron_regs.vh"

module multikron #(
    parameter [15:0] VENDOR_ID = 16'h4D4B,
    parameter [15:0] DEVICE_ID = 16'h5993,
    parameter VC_INSTALLED = 1,        // 1: MultiKron_vc and its SRAM are on the board
    parameter MEM_BIG_ENDIAN = 0,      // 1: the first byte of a memory word is in bits 31..24
    parameter CABLE_LITTLE_ENDIAN = 0, // 1: the first byte of a cable word is in bits 7..0
    parameter [55:0] TS_INIT = 56'd0,  // value of the timestamp after reset
    parameter [63:0] RC_INIT = 64'd0,  // values of the counters after reset, see mk_counters
    parameter [31:0] OVERLOAD_INIT = 32'd0 // value of WAITCNT and OVRCNT after reset
) (
    input  wire        pclk,
    input  wire        nodeclk,
    input  wire        rst_n,

    input  wire        frame_n,
    input  wire        irdy_n,
    input  wire        idsel,
    input  wire        req64_n,
    input  wire [7:0]  cbe_n,
    input  wire [31:0] ad_i,
    output wire [31:0] ad_o,
    output wire        ad_oe,
    input  wire [31:0] adh_i,
    output wire [31:0] adh_o,
    output wire        adh_oe,
    input  wire        par_i,
    output wire        par_o,
    output wire        par_oe,
    input  wire        par64_i,
    output wire        par64_o,
    output wire        par64_oe,
    input  wire        devsel_n_i,
    output wire        devsel_n_o,
    output wire        devsel_n_oe,
    output wire        trdy_n_o,
    output wire        trdy_n_oe,
    output wire        stop_n_o,
    output wire        stop_n_oe,
    output wire        ack64_n_o,
    output wire        ack64_n_oe,
    output wire        perr_n_o,
    output wire        perr_n_oe,
    output wire        serr_n_oe,

    output wire        clk_ext,
    output wire        clk_div2,
    input  wire        x_reset_n,
    input  wire [7:0]  xcpu,
    input  wire [15:0] x_ext,

    output wire [15:0] s_d,
    output wire        s_dav,
    input  wire        s_ack,

    output wire [9:0]  m_a,
    output wire [3:0]  m_ras_n,
    output wire [3:0]  m_cas_n,
    output wire        m_we_n,
    input  wire [31:0] m_dq_i,
    output wire [31:0] m_dq_o,
    output wire        m_dq_oe,

    output wire [12:0] v_a,
    output wire        v_we_n,
    output wire        v_oe_n,
    input  wire [31:0] v_d_i,
    output wire [31:0] v_d_o,
    output wire        v_d_oe,

    output wire [9:0]  obs_fifo,
    output wire        obs_fifo_wr,
    output wire        obs_fifo_full,
    output wire        obs_fifo_rd,
    output wire        obs_busy,
    output wire        obs_store,
    output wire        obs_drain,
    output wire [1:0]  obs_taken,
    output wire        obs_lost,
    output wire [55:0] obs_stamp,
    output wire [1:0]  obs_cs,
    output wire        obs_switch
);
    // Resets: rst_* from the bus, brst_* also from a software reset
    wire rst_p_n, rst_node_n, brst_p_n, brst_node_n;
    wire soft_n;
    wire brst_n = rst_n & soft_n;

    reset_sync u_rst_p (.clk(pclk), .arst_n(rst_n), .rst_n(rst_p_n));
    reset_sync u_rst_node (.clk(nodeclk), .arst_n(rst_n), .rst_n(rst_node_n));
    reset_sync u_brst_p (.clk(pclk), .arst_n(brst_n), .rst_n(brst_p_n));
    reset_sync u_brst_node (.clk(nodeclk), .arst_n(brst_n), .rst_n(brst_node_n));

    // Configuration register
    wire [20:8] cfg;
    wire        test      = cfg[`MULTIKRON_CONFIG_TEST_LSB];
    wire        local_mode = cfg[`MULTIKRON_CONFIG_LOCAL_LSB];
    wire        dis_state = cfg[`MULTIKRON_CONFIG_DIS_STATE_LSB];
    wire        wrapb     = cfg[`MULTIKRON_CONFIG_WRAPB_LSB];
    wire [4:0]  cfg_node;     // wait_mem, wait_cpu, testb, mk_oe, ts_ratio

    assign clk_ext  = cfg[`MULTIKRON_CONFIG_EN_EXT_LSB];
    assign clk_div2 = cfg[`MULTIKRON_CONFIG_DIV2_LSB];

    // PCI
    wire        req, write, wide, wide_ok, late, active, done, refuse, target_abort;
    wire [24:0] addr;
    wire [7:0]  be;
    wire [63:0] wdata, rdata;

    pci_target #(.VENDOR_ID(VENDOR_ID), .DEVICE_ID(DEVICE_ID), .WINDOW_LOG2(25)) u_pci (
        .clk(pclk), .rst_n(rst_p_n),
        .frame_n(frame_n), .irdy_n(irdy_n), .idsel(idsel), .req64_n(req64_n), .cbe_n(cbe_n),
        .ad_i(ad_i), .ad_o(ad_o), .ad_oe(ad_oe), .adh_i(adh_i), .adh_o(adh_o), .adh_oe(adh_oe),
        .par_i(par_i), .par_o(par_o), .par_oe(par_oe),
        .par64_i(par64_i), .par64_o(par64_o), .par64_oe(par64_oe),
        .devsel_n_o(devsel_n_o), .devsel_n_oe(devsel_n_oe),
        .trdy_n_o(trdy_n_o), .trdy_n_oe(trdy_n_oe),
        .stop_n_o(stop_n_o), .stop_n_oe(stop_n_oe),
        .ack64_n_o(ack64_n_o), .ack64_n_oe(ack64_n_oe),
        .perr_n_o(perr_n_o), .perr_n_oe(perr_n_oe), .serr_n_oe(serr_n_oe),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata), .wide(wide),
        .late(late), .active(active), .wide_ok(wide_ok),
        .done(done), .rdata(rdata), .refuse(refuse), .target_abort(target_abort)
    );

    // Address map
    wire        t_req, t_done, map_write, held, p_req, p_done;
    wire [7:0]  t_rdata;
    wire [23:0] pointer;
    wire [63:0] p_rdata;
    wire        a_req, a_vc, a_busy, a_ack, a_refused, up;
    wire [10:0] a_slot;
    wire [1:0]  a_half;
    wire [7:0]  a_cpu_id;
    wire [63:0] a_wdata, a_rdata;

    mk_host #(.VC_INSTALLED(VC_INSTALLED), .SALT(32'd10)) u_host (
        .clk(pclk), .rst_n(rst_p_n), .brst_n(brst_p_n), .soft_n(soft_n),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata), .wide(wide),
        .wide_ok(wide_ok), .done(done), .rdata(rdata), .refuse(refuse),
        .target_abort(target_abort),
        .cfg(cfg), .xcpu(xcpu),
        .t_req(t_req), .t_done(t_done), .t_rdata(t_rdata),
        .map_write(map_write), .pointer(pointer), .held(held),
        .p_req(p_req), .p_done(p_done), .p_rdata(p_rdata),
        .a_req(a_req), .a_vc(a_vc), .a_slot(a_slot), .a_half(a_half), .a_cpu_id(a_cpu_id),
        .a_wdata(a_wdata), .a_busy(a_busy), .a_ack(a_ack), .a_refused(a_refused),
        .a_rdata(a_rdata), .up(up)
    );

    // NODECLK
    wire [1:0]  cs, ack, refused, ready, half;
    wire        node_write, ts_tick;
    wire [10:0] slot;
    wire [7:0]  cpu_id;
    wire [63:0] d_node, d_ii, d_vc;

    mk_node #(.SALT(32'd20)) u_node (
        .pclk(pclk), .rst_p_n(brst_p_n),
        .a_req(a_req), .a_vc(a_vc), .a_write(write), .a_slot(a_slot), .a_half(a_half),
        .a_cpu_id(a_cpu_id), .a_wdata(a_wdata), .a_busy(a_busy), .a_ack(a_ack),
        .a_refused(a_refused), .a_rdata(a_rdata), .up(up),
        .nodeclk(nodeclk), .rst_node_n(brst_node_n), .rst_cfg_n(rst_node_n),
        .cfg({cfg[`MULTIKRON_CONFIG_WAIT_MEM_LSB], cfg[`MULTIKRON_CONFIG_WAIT_CPU_LSB],
              cfg[`MULTIKRON_CONFIG_TESTB_LSB], cfg[`MULTIKRON_CONFIG_MK_OE_LSB],
              cfg[`MULTIKRON_CONFIG_TS_RATIO_LSB]}),
        .cfg_node(cfg_node), .ts_tick(ts_tick),
        .cs(cs), .write(node_write), .slot(slot), .half(half), .cpu_id(cpu_id), .d_o(d_node),
        .ready(ready), .ack(ack), .refused(refused), .d_ii(d_ii), .d_vc(d_vc)
    );

    // Chips. Their reset is that of the board or, if enabled, that of the connector
    wire        chip_rst_n = brst_n & (x_reset_n | ~clk_ext);

    // External inputs: input 0 is DEVSEL# of any target, input 2 that of this board. The inputs are
    // synchronised once for both chips, so that both count the same edges.
    wire [15:0] ext_node;
    wire [15:0] ext = ext_node ^ 16'h0001;

    sync_bits #(.WIDTH(16), .RESET(16'h0001), .SALT(32'd70)) u_ext (
        .clk(nodeclk), .rst_n(rst_node_n),
        .d({x_ext[15:3], active, x_ext[1], devsel_n_i}), .q(ext_node)
    );

    wire        net_wr, net_full;
    wire [8:0]  chip_level;

    multikron_ii #(
        .TS_INIT(TS_INIT), .RC_INIT(RC_INIT), .OVERLOAD_INIT(OVERLOAD_INIT), .EXT_ASYNC(0),
        .SALT(32'd30)
    ) u_ii (
        .nodeclk(nodeclk), .rst_n(chip_rst_n), .ts_tick(ts_tick),
        .wait_cpu(cfg_node[3]), .testb(cfg_node[2]), .oe(cfg_node[1]), .ext(ext),
        .cs(cs[0]), .write(node_write), .slot(slot[5:0]), .half(half), .d_i(d_node),
        .cpu_id(cpu_id), .ack(ack[0]), .refused(refused[0]), .d_o(d_ii), .ready(ready[0]),
        .net_d(obs_fifo[7:0]), .net_eos(obs_fifo[9]), .net_par(obs_fifo[8]), .net_wr(net_wr),
        .net_full(net_full),
        .obs_taken(obs_taken), .obs_lost(obs_lost), .obs_stamp(obs_stamp),
        .obs_level(chip_level)
    );

    generate
        if (VC_INSTALLED != 0) begin : g_vc
            multikron_vc #(.RC_INIT(RC_INIT), .EXT_ASYNC(0), .SALT(32'd40)) u_vc (
                .nodeclk(nodeclk), .rst_n(chip_rst_n), .ts_tick(ts_tick),
                .wait_cpu(cfg_node[3]), .wait_mem(cfg_node[4]), .ext(ext),
                .cs(cs[1]), .write(node_write), .slot(slot), .half(half), .d_i(d_node),
                .ack(ack[1]), .refused(refused[1]), .d_o(d_vc), .ready(ready[1]),
                .v_a(v_a), .v_we_n(v_we_n), .v_oe_n(v_oe_n),
                .v_d_i(v_d_i), .v_d_o(v_d_o), .v_d_oe(v_d_oe), .obs_switch(obs_switch)
            );
        end else begin : g_no_vc
            assign ack[1]     = 1'b0;
            assign refused[1] = 1'b0;
            assign ready[1]   = 1'b1;
            assign d_vc       = 64'd0;
            assign v_a        = 13'd0;
            assign v_we_n     = 1'b1;
            assign v_oe_n     = 1'b1;
            assign v_d_o      = 32'd0;
            assign v_d_oe     = 1'b0;
            assign obs_switch = 1'b0;

            wire unused = &{1'b0, v_d_i, cfg_node[4], slot[10:6]};
        end
    endgenerate

    // FIFO of byte, parity and end of sample; only the byte is used (2.4)
    wire [9:0]  fifo_out;
    wire [10:0] fifo_level;
    wire        fifo_rd;

    async_fifo #(.WIDTH(10), .DEPTH_LOG2(10), .LEVEL(1), .SALT(32'd50)) u_fifo (
        .clk_w(nodeclk), .rst_w_n(brst_node_n), .wr(net_wr), .wdata(obs_fifo), .full(net_full),
        .clk_r(pclk), .rst_r_n(brst_p_n), .rd(fifo_rd), .rdata(fifo_out), .level(fifo_level)
    );

    // FIFO state machine, pointer, cable
    wire        s_ack_p;
    wire        s_req, s_done;
    wire [31:0] s_wdata;

    sync_bits #(.WIDTH(1), .SALT(32'd60)) u_s_ack (
        .clk(pclk), .rst_n(brst_p_n), .d(s_ack), .q(s_ack_p)
    );

    mk_transfer #(
        .MEM_BIG_ENDIAN(MEM_BIG_ENDIAN), .CABLE_LITTLE_ENDIAN(CABLE_LITTLE_ENDIAN)
    ) u_transfer (
        .clk(pclk), .rst_n(brst_p_n), .pointer_rst_n(rst_p_n),
        .test(test), .local_mode(local_mode), .dis_state(dis_state), .wrapb(wrapb),
        .level(fifo_level), .rd(fifo_rd), .rdata(fifo_out[7:0]),
        .t_req(t_req), .t_write(write), .t_late(late), .t_done(t_done), .t_rdata(t_rdata),
        .pointer_write(map_write), .pointer_wdata(wdata[23:0]), .pointer(pointer), .held(held),
        .s_req(s_req), .s_wdata(s_wdata), .s_done(s_done),
        .s_d(s_d), .s_dav(s_dav), .s_ack(s_ack_p),
        .busy(obs_busy), .store(obs_store), .drain(obs_drain)
    );

    mk_dram u_dram (
        .clk(pclk), .rst_n(rst_p_n),
        .s_req(s_req), .s_addr(pointer[21:0]), .s_wdata(s_wdata), .s_done(s_done),
        .p_req(p_req), .p_late(late), .p_write(write), .p_wide(wide), .p_addr(addr[23:2]),
        .p_be(be), .p_wdata(wdata), .p_done(p_done), .p_rdata(p_rdata),
        .m_a(m_a), .m_ras_n(m_ras_n), .m_cas_n(m_cas_n), .m_we_n(m_we_n),
        .m_dq_i(m_dq_i), .m_dq_o(m_dq_o), .m_dq_oe(m_dq_oe)
    );

    assign obs_fifo_wr   = net_wr;
    assign obs_fifo_full = net_full;
    assign obs_fifo_rd   = fifo_rd;
    assign obs_cs        = cs;

    wire unused_pins = &{1'b0, x_ext[2], x_ext[0], fifo_out[9:8], chip_level, cfg[17],
                           cfg[`MULTIKRON_CONFIG_EXT_CPU_LSB], cfg_node[0]};
endmodule
