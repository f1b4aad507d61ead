// SPDX-License-Identifier: Apache-2.0
//
// rocket_node - coherent Rocket cores, with a tap on the memory port and one on the device
// port, and a monitor that counts what these see
//
// Purpose     The cores (ExampleRocketSystem, RV64IMAC, of the package pythondata-cpu-rocket; four,
//             or with the macro ROCKET_1 one, with ROCKET_2 two; ROCKET_NODE: name of this module)
//             share a memory at mem_*. Their hub writes a modified line to this memory when it
//             changes its owner, and reads it again for the next owner. Taps turn each read and
//             write into a packet, which the monitor counts and traces:
//
//                 ExampleRocketSystem == AXI4 ==+== mem_*
//                          |                  axi_tap ----+
//                          +========== AXI4 ==+== io_*    |
//                                           axi_tap --- tap_mux --- surf_axil == s_*
//
// Interface   mem_*, io_*: AXI4 of 64 bits, the masters are the cores. With two cores mem_* has 128
//             bits, the upper ones in *data_hi; otherwise these are not used. The memory begins at
//             80000000, devices have 10000000 to 7FFFFFFF; after reset each core jumps to 10000000.
//             s_*: registers and memories of the monitor (surf_axil, surf_host); irq is its
//             interrupt. Packets: sender = 16 x port + id (port 0 memory, 1 devices), category =
//             port, color 0 = read, 1 = write. p_addr has the bits 26..2 of an address.
//             rd_*, wr_*: counters of the memory port's tap. defect: faults of this tap, for the
//             test that must notice them: bit 0: it reads bit 6 of addresses as 0; bit 1: it does
//             not see reads with id 0; bit 2: its clock of the start is one late; bit 3: the phase
//             register of the monitor stays 0. 0 otherwise.
// Latency     taps and monitor only observe: none for the cores.
// Throughput  the monitor takes a packet every 4 clocks; a line takes 8 clocks at the port.
// Domain      aclk.
// Reset       aresetn, asynchronous, resets everything; cores_resetn the cores, their ports and the
//             taps: the monitor can be programmed while the cores wait.
`default_nettype none

`ifndef ROCKET_NODE
`define ROCKET_NODE rocket_node
`endif

module `ROCKET_NODE #(
    parameter HIST_LOG2 = 12,   // bins of the histogram
    parameter TRACE_LOG2 = 18,  // words of the trace memory, four for each packet
    parameter [31:0] CLOCK_HZ = 100_000_000 // frequency of aclk
) (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire        cores_resetn,

    // AXI4-Lite: the monitor
    input  wire [27:0] s_awaddr,
    input  wire [2:0]  s_awprot,
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire [31:0] s_wdata,
    input  wire [3:0]  s_wstrb,
    input  wire        s_wvalid,
    output wire        s_wready,
    output wire [1:0]  s_bresp,
    output wire        s_bvalid,
    input  wire        s_bready,
    input  wire [27:0] s_araddr,
    input  wire [2:0]  s_arprot,
    input  wire        s_arvalid,
    output wire        s_arready,
    output wire [31:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        s_rvalid,
    input  wire        s_rready,
    output wire        irq,

    // AXI4: memory of the cores
    output wire        mem_awvalid,
    input  wire        mem_awready,
    output wire [3:0]  mem_awid,
    output wire [31:0] mem_awaddr,
    output wire [7:0]  mem_awlen,
    output wire [2:0]  mem_awsize,
    output wire [1:0]  mem_awburst,
    output wire        mem_wvalid,
    input  wire        mem_wready,
    output wire [63:0] mem_wdata,
    output wire [63:0] mem_wdata_hi,
    output wire [15:0] mem_wstrb,
    output wire        mem_wlast,
    input  wire        mem_bvalid,
    output wire        mem_bready,
    input  wire [3:0]  mem_bid,
    input  wire [1:0]  mem_bresp,
    output wire        mem_arvalid,
    input  wire        mem_arready,
    output wire [3:0]  mem_arid,
    output wire [31:0] mem_araddr,
    output wire [7:0]  mem_arlen,
    output wire [2:0]  mem_arsize,
    output wire [1:0]  mem_arburst,
    input  wire        mem_rvalid,
    output wire        mem_rready,
    input  wire [3:0]  mem_rid,
    input  wire [63:0] mem_rdata,
    input  wire [63:0] mem_rdata_hi,
    input  wire [1:0]  mem_rresp,
    input  wire        mem_rlast,

    // AXI4: devices of the cores
    output wire        io_awvalid,
    input  wire        io_awready,
    output wire [3:0]  io_awid,
    output wire [31:0] io_awaddr,
    output wire [7:0]  io_awlen,
    output wire [2:0]  io_awsize,
    output wire [1:0]  io_awburst,
    output wire        io_wvalid,
    input  wire        io_wready,
    output wire [63:0] io_wdata,
    output wire [7:0]  io_wstrb,
    output wire        io_wlast,
    input  wire        io_bvalid,
    output wire        io_bready,
    input  wire [3:0]  io_bid,
    input  wire [1:0]  io_bresp,
    output wire        io_arvalid,
    input  wire        io_arready,
    output wire [3:0]  io_arid,
    output wire [31:0] io_araddr,
    output wire [7:0]  io_arlen,
    output wire [2:0]  io_arsize,
    output wire [1:0]  io_arburst,
    input  wire        io_rvalid,
    output wire        io_rready,
    input  wire [3:0]  io_rid,
    input  wire [63:0] io_rdata,
    input  wire [1:0]  io_rresp,
    input  wire        io_rlast,

    // the tap of the memory port: counters, and defects for the test of the test
    output wire [31:0] rd_frames,
    output wire [31:0] rd_packets,
    output wire [31:0] rd_dropped,
    output wire [2:0]  rd_flags,
    output wire [31:0] wr_frames,
    output wire [31:0] wr_packets,
    output wire [31:0] wr_dropped,
    output wire [2:0]  wr_flags,
    input  wire [3:0]  defect
);
    wire rst_n, bus_rst_n;
    wire bus_arst_n = aresetn && cores_resetn;

    reset_sync u_reset (.clk(aclk), .arst_n(aresetn), .rst_n(rst_n));
    reset_sync u_bus_reset (.clk(aclk), .arst_n(bus_arst_n), .rst_n(bus_rst_n));

    // The cores. unused: outputs that this design does not need
    wire [79:0] unused_bits;
    wire        unused = &{1'b0, rst_n, unused_bits};

`ifndef ROCKET_2
    wire unused_half = &{1'b0, mem_rdata_hi};

    assign mem_wdata_hi    = 64'd0;
    assign mem_wstrb[15:8] = 8'd0;
`endif

    ExampleRocketSystem u_cores (
        .clock(aclk), .reset(!bus_rst_n), .interrupts(8'd0),
        .mem_axi4_0_aw_valid(mem_awvalid), .mem_axi4_0_aw_ready(mem_awready),
        .mem_axi4_0_aw_bits_id(mem_awid), .mem_axi4_0_aw_bits_addr(mem_awaddr),
        .mem_axi4_0_aw_bits_len(mem_awlen), .mem_axi4_0_aw_bits_size(mem_awsize),
        .mem_axi4_0_aw_bits_burst(mem_awburst), .mem_axi4_0_aw_bits_lock(unused_bits[0]),
        .mem_axi4_0_aw_bits_cache(unused_bits[4:1]),
        .mem_axi4_0_aw_bits_prot(unused_bits[7:5]), .mem_axi4_0_aw_bits_qos(unused_bits[11:8]),
        .mem_axi4_0_ar_valid(mem_arvalid), .mem_axi4_0_ar_ready(mem_arready),
        .mem_axi4_0_ar_bits_id(mem_arid), .mem_axi4_0_ar_bits_addr(mem_araddr),
        .mem_axi4_0_ar_bits_len(mem_arlen), .mem_axi4_0_ar_bits_size(mem_arsize),
        .mem_axi4_0_ar_bits_burst(mem_arburst), .mem_axi4_0_ar_bits_lock(unused_bits[12]),
        .mem_axi4_0_ar_bits_cache(unused_bits[16:13]),
        .mem_axi4_0_ar_bits_prot(unused_bits[19:17]), .mem_axi4_0_ar_bits_qos(unused_bits[23:20]),
        .mem_axi4_0_w_valid(mem_wvalid), .mem_axi4_0_w_ready(mem_wready),
`ifdef ROCKET_2
        .mem_axi4_0_w_bits_data({mem_wdata_hi, mem_wdata}), .mem_axi4_0_w_bits_strb(mem_wstrb),
        .mem_axi4_0_r_bits_data({mem_rdata_hi, mem_rdata}),
`else
        .mem_axi4_0_w_bits_data(mem_wdata), .mem_axi4_0_w_bits_strb(mem_wstrb[7:0]),
        .mem_axi4_0_r_bits_data(mem_rdata),
`endif
        .mem_axi4_0_w_bits_last(mem_wlast),
        .mem_axi4_0_b_valid(mem_bvalid), .mem_axi4_0_b_ready(mem_bready),
        .mem_axi4_0_b_bits_id(mem_bid), .mem_axi4_0_b_bits_resp(mem_bresp),
        .mem_axi4_0_r_valid(mem_rvalid), .mem_axi4_0_r_ready(mem_rready),
        .mem_axi4_0_r_bits_id(mem_rid), .mem_axi4_0_r_bits_resp(mem_rresp),
        .mem_axi4_0_r_bits_last(mem_rlast),
        .mmio_axi4_0_aw_valid(io_awvalid), .mmio_axi4_0_aw_ready(io_awready),
        .mmio_axi4_0_aw_bits_id(io_awid), .mmio_axi4_0_aw_bits_addr(io_awaddr[30:0]),
        .mmio_axi4_0_aw_bits_len(io_awlen), .mmio_axi4_0_aw_bits_size(io_awsize),
        .mmio_axi4_0_aw_bits_burst(io_awburst), .mmio_axi4_0_aw_bits_lock(unused_bits[24]),
        .mmio_axi4_0_aw_bits_cache(unused_bits[28:25]),
        .mmio_axi4_0_aw_bits_prot(unused_bits[31:29]), .mmio_axi4_0_aw_bits_qos(unused_bits[35:32]),
        .mmio_axi4_0_ar_valid(io_arvalid), .mmio_axi4_0_ar_ready(io_arready),
        .mmio_axi4_0_ar_bits_id(io_arid), .mmio_axi4_0_ar_bits_addr(io_araddr[30:0]),
        .mmio_axi4_0_ar_bits_len(io_arlen), .mmio_axi4_0_ar_bits_size(io_arsize),
        .mmio_axi4_0_ar_bits_burst(io_arburst), .mmio_axi4_0_ar_bits_lock(unused_bits[36]),
        .mmio_axi4_0_ar_bits_cache(unused_bits[40:37]),
        .mmio_axi4_0_ar_bits_prot(unused_bits[43:41]), .mmio_axi4_0_ar_bits_qos(unused_bits[47:44]),
        .mmio_axi4_0_w_valid(io_wvalid), .mmio_axi4_0_w_ready(io_wready),
        .mmio_axi4_0_w_bits_data(io_wdata), .mmio_axi4_0_w_bits_strb(io_wstrb),
        .mmio_axi4_0_w_bits_last(io_wlast),
        .mmio_axi4_0_b_valid(io_bvalid), .mmio_axi4_0_b_ready(io_bready),
        .mmio_axi4_0_b_bits_id(io_bid), .mmio_axi4_0_b_bits_resp(io_bresp),
        .mmio_axi4_0_r_valid(io_rvalid), .mmio_axi4_0_r_ready(io_rready),
        .mmio_axi4_0_r_bits_id(io_rid), .mmio_axi4_0_r_bits_data(io_rdata),
        .mmio_axi4_0_r_bits_resp(io_rresp), .mmio_axi4_0_r_bits_last(io_rlast),
        // no masters from outside
        .l2_frontend_bus_axi4_0_aw_valid(1'b0), .l2_frontend_bus_axi4_0_aw_ready(unused_bits[48]),
        .l2_frontend_bus_axi4_0_aw_bits_id(8'd0), .l2_frontend_bus_axi4_0_aw_bits_addr(32'd0),
        .l2_frontend_bus_axi4_0_aw_bits_len(8'd0), .l2_frontend_bus_axi4_0_aw_bits_size(3'd0),
        .l2_frontend_bus_axi4_0_aw_bits_burst(2'd1), .l2_frontend_bus_axi4_0_aw_bits_lock(1'b0),
        .l2_frontend_bus_axi4_0_aw_bits_cache(4'd0), .l2_frontend_bus_axi4_0_aw_bits_prot(3'd0),
        .l2_frontend_bus_axi4_0_aw_bits_qos(4'd0),
        .l2_frontend_bus_axi4_0_ar_valid(1'b0), .l2_frontend_bus_axi4_0_ar_ready(unused_bits[49]),
        .l2_frontend_bus_axi4_0_ar_bits_id(8'd0), .l2_frontend_bus_axi4_0_ar_bits_addr(32'd0),
        .l2_frontend_bus_axi4_0_ar_bits_len(8'd0), .l2_frontend_bus_axi4_0_ar_bits_size(3'd0),
        .l2_frontend_bus_axi4_0_ar_bits_burst(2'd1), .l2_frontend_bus_axi4_0_ar_bits_lock(1'b0),
        .l2_frontend_bus_axi4_0_ar_bits_cache(4'd0), .l2_frontend_bus_axi4_0_ar_bits_prot(3'd0),
        .l2_frontend_bus_axi4_0_ar_bits_qos(4'd0),
        .l2_frontend_bus_axi4_0_w_valid(1'b0), .l2_frontend_bus_axi4_0_w_bits_data(64'd0),
        .l2_frontend_bus_axi4_0_w_bits_strb(8'd0), .l2_frontend_bus_axi4_0_w_bits_last(1'b0),
        .l2_frontend_bus_axi4_0_w_ready(unused_bits[50]), .l2_frontend_bus_axi4_0_b_ready(1'b1),
        .l2_frontend_bus_axi4_0_b_valid(unused_bits[51]), .l2_frontend_bus_axi4_0_b_bits_id(),
        .l2_frontend_bus_axi4_0_b_bits_resp(unused_bits[53:52]),
        .l2_frontend_bus_axi4_0_r_ready(1'b1), .l2_frontend_bus_axi4_0_r_valid(unused_bits[54]),
        .l2_frontend_bus_axi4_0_r_bits_id(), .l2_frontend_bus_axi4_0_r_bits_data(),
        .l2_frontend_bus_axi4_0_r_bits_resp(unused_bits[56:55]),
        .l2_frontend_bus_axi4_0_r_bits_last(unused_bits[57]),
        // no debugger
        .resetctrl_hartIsInReset_0(!bus_rst_n),
`ifndef ROCKET_1
        .resetctrl_hartIsInReset_1(!bus_rst_n),
`ifndef ROCKET_2
        .resetctrl_hartIsInReset_2(!bus_rst_n), .resetctrl_hartIsInReset_3(!bus_rst_n),
`endif
`endif
        .debug_clock(1'b0), .debug_reset(!bus_rst_n), .debug_clockeddmi_dmiClock(1'b0),
        .debug_clockeddmi_dmiReset(!bus_rst_n), .debug_clockeddmi_dmi_req_valid(1'b0),
        .debug_clockeddmi_dmi_req_bits_addr(7'd0), .debug_clockeddmi_dmi_req_bits_data(32'd0),
        .debug_clockeddmi_dmi_req_bits_op(2'd0), .debug_clockeddmi_dmi_resp_ready(1'b0),
        .debug_clockeddmi_dmi_req_ready(unused_bits[58]),
        .debug_clockeddmi_dmi_resp_valid(unused_bits[59]),
        .debug_clockeddmi_dmi_resp_bits_data(),
        .debug_clockeddmi_dmi_resp_bits_resp(unused_bits[61:60]),
        .debug_ndreset(unused_bits[62]), .debug_dmactive(unused_bits[63]),
        .debug_dmactiveAck(1'b0)
    );

    assign io_awaddr[31] = 1'b0;
    assign io_araddr[31] = 1'b0;
    assign unused_bits[79:64] = 16'd0;

    // Defects of the memory port's tap
    wire [31:0] seen_araddr  = mem_araddr & {25'h1FFFFFF, !defect[0], 6'h3F};
    wire [31:0] seen_awaddr  = mem_awaddr & {25'h1FFFFFF, !defect[0], 6'h3F};
    wire        seen_arvalid = mem_arvalid && !(defect[1] && mem_arid == 4'd0);
    wire        seen_rvalid  = mem_rvalid && !(defect[1] && mem_rid == 4'd0);

    // Taps: 0 memory, 1 devices
    wire [1:0]  t_valid, t_irq, t_ready;
    wire [9:0]  t_y, t_x;
    wire [7:0]  t_category, t_be;
    wire [21:0] t_words;
    wire [11:0] t_color;
    wire [87:0] t_rxtime, t_txtime;
    wire [49:0] t_addr;
    wire [15:0] t_lost;
    wire [5:0]  io_flags;

    axi_tap #(
        .ID_BITS(4), .ADDR_BITS(32), .DEPTH_LOG2(3), .SENDER(10'd0), .CATEGORY(4'd0)
    ) u_mem_tap (
        .clk(aclk), .rst_n(bus_rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(1'b1),
        .time_ext(64'd0),
        .arvalid(seen_arvalid), .arready(mem_arready), .arid(mem_arid), .araddr(seen_araddr),
        .arlen(mem_arlen), .arsize(mem_arsize), .rvalid(seen_rvalid), .rready(mem_rready),
        .rid(mem_rid), .rresp(mem_rresp), .rlast(mem_rlast),
        .awvalid(mem_awvalid), .awready(mem_awready), .awid(mem_awid), .awaddr(seen_awaddr),
        .awlen(mem_awlen), .awsize(mem_awsize), .bvalid(mem_bvalid), .bready(mem_bready),
        .bid(mem_bid), .bresp(mem_bresp),
        .p_valid(t_valid[0]), .p_y(t_y[4:0]), .p_x(t_x[4:0]),
        .p_category(t_category[3:0]), .p_words(t_words[10:0]), .p_color(t_color[5:0]),
        .p_rxtime(t_rxtime[43:0]), .p_txtime(t_txtime[43:0]), .p_irq(t_irq[0]),
        .p_addr(t_addr[24:0]), .p_be(t_be[3:0]), .p_ready(t_ready[0]),
        .p_lost(t_lost[7:0]), .clear(1'b0),
        .rd_frames(rd_frames), .rd_packets(rd_packets), .rd_dropped(rd_dropped),
        .rd_flags(rd_flags), .wr_frames(wr_frames), .wr_packets(wr_packets),
        .wr_dropped(wr_dropped), .wr_flags(wr_flags), .rd_about(), .wr_about()
    );

    axi_tap #(
        .ID_BITS(4), .ADDR_BITS(32), .DEPTH_LOG2(3), .SENDER(10'd16), .CATEGORY(4'd1)
    ) u_io_tap (
        .clk(aclk), .rst_n(bus_rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(1'b1),
        .time_ext(64'd0),
        .arvalid(io_arvalid), .arready(io_arready), .arid(io_arid), .araddr(io_araddr),
        .arlen(io_arlen), .arsize(io_arsize), .rvalid(io_rvalid), .rready(io_rready),
        .rid(io_rid), .rresp(io_rresp), .rlast(io_rlast),
        .awvalid(io_awvalid), .awready(io_awready), .awid(io_awid), .awaddr(io_awaddr),
        .awlen(io_awlen), .awsize(io_awsize), .bvalid(io_bvalid), .bready(io_bready),
        .bid(io_bid), .bresp(io_bresp),
        .p_valid(t_valid[1]), .p_y(t_y[9:5]), .p_x(t_x[9:5]),
        .p_category(t_category[7:4]), .p_words(t_words[21:11]), .p_color(t_color[11:6]),
        .p_rxtime(t_rxtime[87:44]), .p_txtime(t_txtime[87:44]), .p_irq(t_irq[1]),
        .p_addr(t_addr[49:25]), .p_be(t_be[7:4]), .p_ready(t_ready[1]),
        .p_lost(t_lost[15:8]), .clear(1'b0),
        .rd_frames(), .rd_packets(), .rd_dropped(), .rd_flags(io_flags[2:0]), .wr_frames(),
        .wr_packets(), .wr_dropped(), .wr_flags(io_flags[5:3]), .rd_about(), .wr_about()
    );

    wire        p_valid, p_ready, p_irq;
    wire [4:0]  p_y, p_x;
    wire [3:0]  p_category, p_be;
    wire [10:0] p_words;
    wire [5:0]  p_color;
    wire [43:0] p_rxtime, p_txtime;
    wire [26:2] p_addr;
    wire [7:0]  p_lost;

    tap_mux #(.N(2)) u_mux (
        .clk(aclk), .rst_n(bus_rst_n), .t_valid(t_valid), .t_y(t_y), .t_x(t_x),
        .t_category(t_category), .t_words(t_words), .t_color(t_color), .t_rxtime(t_rxtime),
        .t_txtime(t_txtime), .t_irq(t_irq), .t_addr(t_addr), .t_be(t_be), .t_ready(t_ready),
        .t_lost(t_lost),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost)
    );

    // The monitor; other: outputs that this design does not use
    wire [194:0] other;
    wire         unused_outputs = &{1'b0, other, io_flags};

    surf_axil #(
        .HIST_LOG2(HIST_LOG2), .TRACE_LOG2(TRACE_LOG2), .BOARD_REV(3), .CLOCK_HZ(CLOCK_HZ)
    ) u_monitor (
        .aclk(aclk), .clk(1'b0), .aresetn(aresetn),
        .s_awaddr(s_awaddr), .s_awprot(s_awprot), .s_awvalid(s_awvalid), .s_awready(s_awready),
        .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wvalid(s_wvalid), .s_wready(s_wready),
        .s_bresp(s_bresp), .s_bvalid(s_bvalid), .s_bready(s_bready), .s_araddr(s_araddr),
        .s_arprot(s_arprot), .s_arvalid(s_arvalid), .s_arready(s_arready), .s_rdata(s_rdata),
        .s_rresp(s_rresp), .s_rvalid(s_rvalid), .s_rready(s_rready),
        .irq(irq),
        .p_valid(p_valid), .p_ready(p_ready), .p_y(p_y), .p_x(p_x), .p_category(p_category),
        .p_words(p_words), .p_color(p_color), .p_rxtime(p_rxtime),
        .p_txtime(p_txtime + {43'd0, defect[2]}),
        .p_irq(p_irq), .p_addr(p_addr), .p_be(p_be), .p_lost(p_lost),
        .time_wrapped(1'b0), .x_in(1'b1),
        .tap_addr(other[185:179]), .tap_rdata(32'd0), .tap_clear(other[186]),
        .tm_ack(1'b0), .tm_rdata(32'd0), .hm_ack(1'b0), .hm_rdata(32'd0),
        .x_out_oe(other[0]), .tm_req(other[1]), .tm_write(other[2]), .tm_addr(other[26:3]),
        .tm_be(other[30:27]), .tm_wdata(other[62:31]), .hm_req(other[63]), .hm_write(other[64]),
        .hm_addr(other[88:65]), .hm_be(other[92:89]), .hm_wdata(other[124:93]),
        .obs_arrive(other[125]), .obs_accept(other[126]), .obs_drop(other[127]),
        .obs_rxtime(other[171:128]), .obs_cat(other[175:172]), .obs_ext(other[176]),
        .obs_take(other[177]), .obs_done(other[178]),
        .ph_valid(defect[3]), .ph_data(8'd0), .phase(other[194:187])
    );
endmodule
