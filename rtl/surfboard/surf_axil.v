// SPDX-License-Identifier: Apache-2.0
//
// surf_axil - packet monitor with AXI4-Lite: exact joint histograms, trace, thresholds
//
// Variant     surf_wb has Wishbone: rtl/wb/to_wb.sed makes it from this file (build/rtl/surfboard).
//
// Purpose     provides the core of the SurfBoard for current designs: it counts every packet in the
//             bin that the bin selector chooses from its latency, sender, color, category and size,
//             traces packets, and queues the bins that wrap.
// Bus         the same as that of axil_slave, with the address map of surf_host. irq is a level in
//             aclk.
// Packets     p_valid (one clock) with the other p_* ports, in clk: p_words is 1 to 1024, p_y and
//             p_x are the sender, p_rxtime - p_txtime is the latency (44 bits; see
//             MODULO). A queue of 2**QUEUE_LOG2 packets is in front of the core; p_ready = 0: the
//             queue is full, and a packet that comes then is lost and sets ISCR.PV. The taps in
//             rtl/tap make packets.
//             p_lost: the number of packets lost in front of the port, 0 to 255 in each clock; they
//             count like packets lost at the port: ISCR.PV, and with BOARD_REV = 2 the totals and
//             the loss markers.
//             tap_addr, tap_rdata, tap_clear: with TAPS = 1, to a tap_table, in clk; see surf_host.
//             time_wrapped = 1: the counter of p_rxtime has wrapped; a level (ISCR.RTV).
// Phase       BOARD_REV = 3: each packet has the phase of the clock of its p_valid. ph_valid (one
//             clock) with ph_data changes it, as a write of PHSR does; phase is the current one.
// External    x_in and x_out_oe: the external trigger. x_in is asynchronous and active low by
//             default; x_out_oe, in clk: 1 pulls the output low.
// Observation obs_*: internal events in clk, for a logic analyser: as the pins of the same names
//             in surfboard_pins.def.
// Memories    MEM = 0: block RAM of 2**TRACE_LOG2 and 2**HIST_LOG2 words of 32 bits. MEM = 1:
//             the memories at the ports tm_* and hm_*, as described in surf_port.
// Clocks      ONE_CLOCK = 1: aclk for all logic; clk is not used. ONE_CLOCK = 0: aclk for the bus
//             and clk for all other logic; the two need no relation.
// Latency     8 clocks from p_valid to the histogram in an idle core with MEM = 0.
// Throughput  with MEM = 0 one packet per 4 clocks, whatever the bus does; the queue accepts one
//             packet per clock.
// Reset       aresetn resets everything, HTCR.PRS the queue and Stage 2.
// Paper       TR-596-99 3, A.
`default_nettype none

module surf_axil #(
    parameter ONE_CLOCK = 1,        // 1 = aclk for all, 0 = clk for all but the bus
    parameter MEM = 0,              // 0 = block RAM, 1 = port
    parameter TRACE_LOG2 = 10,      // 2**TRACE_LOG2 words of trace memory, four per entry; 6 to 24
    parameter HIST_LOG2 = 10,       // 2**HIST_LOG2 bins; 6 to 24
    parameter QUEUE_LOG2 = 4,       // 2**QUEUE_LOG2 packets in the queue; 1 to 12
    parameter ADDRESS = 1,          // 1 = p_addr and p_be are recorded, 0 = the trace has 0 there
    parameter WINDOW_LOG2 = 28,     // 2**WINDOW_LOG2 bytes of addresses, as in surf_host; 18 to 28
    parameter MODULO = 1,           // 1 = latencies modulo 2**44, 0 = as in the report
    parameter BOARD_REV = 1,        // 2 = with the extensions of surf_rev2, 3 = and of surf_rev3
    parameter EXTRAS = 1,           // as in surf_rev2, with BOARD_REV = 2 and 3
    parameter TAPS = 0,             // 1 = tap_* has a table of the taps (tap_table)
    parameter [31:0] CLOCK_HZ = 32'd0 // clock of p_rxtime in Hz, for the tools; 0 = unknown
) (
    input  wire         aclk,
    input  wire         clk,
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

    // packets, clk or aclk
    input  wire         p_valid,
    output wire         p_ready,
    input  wire [4:0]   p_y,
    input  wire [4:0]   p_x,
    input  wire [3:0]   p_category,
    input  wire [10:0]  p_words,
    input  wire [5:0]   p_color,
    input  wire [43:0]  p_rxtime,
    input  wire [43:0]  p_txtime,
    input  wire         p_irq,
    input  wire [26:2]  p_addr,
    input  wire [3:0]   p_be,
    input  wire [7:0]   p_lost,
    input  wire         time_wrapped,

    // table of the taps, TAPS = 1
    output wire [8:2]   tap_addr,
    input  wire [31:0]  tap_rdata,
    output wire         tap_clear,

    // external trigger in and out
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

    // observation
    output wire         obs_arrive,
    output wire         obs_accept,
    output wire         obs_drop,
    output wire [43:0]  obs_rxtime,
    output wire [3:0]   obs_cat,
    output wire         obs_ext,
    output wire         obs_take,
    output wire         obs_done,

    // phase of the measured program, with BOARD_REV = 3
    input  wire         ph_valid,
    input  wire [7:0]   ph_data,
    output wire [7:0]   phase
);
    generate
        if (MEM < 0 || MEM > 1) begin : g_illegal
            surf_axil_MEM_must_be_0_or_1 illegal_parameter ();
        end
        if (EXTRAS < 0 || EXTRAS > 1) begin : g_illegal_extras
            surf_axil_EXTRAS_must_be_0_or_1 illegal_parameter ();
        end
        if (ADDRESS < 0 || ADDRESS > 1) begin : g_illegal_address
            surf_axil_ADDRESS_must_be_0_or_1 illegal_parameter ();
        end
    endgenerate

    wire         rst_bus_n, rst25_n, rst_pipe_n;
    wire         req, write, ack, ack_error;
    wire [27:2]  addr;
    wire [3:0]   be;
    wire [31:0]  wdata, ack_rdata;
    wire         pk_valid, pk_take, pk_counts;
    wire [8:0]   pk_lost;
    wire [148:0] pk_entry;
    wire [7:0]   pk_before;
    wire         core_clk;

    generate
        if (ONE_CLOCK != 0) begin : g_one_clock
            assign core_clk = aclk;
            wire unused = &{1'b0, clk};
        end else begin : g_two_clocks
            assign core_clk = clk;
        end
    endgenerate

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

    // p_addr and p_be are the last bits of an entry; the phase is in front of it
    localparam PHASE = BOARD_REV >= 3 ? 8 : 0;
    localparam WIDTH = ADDRESS != 0 ? 149 : 120;

    wire [PHASE+WIDTH-1:0] stored;
    wire [156:0] entry = {phase, p_y, p_x, p_category, p_words, p_color, p_rxtime, p_txtime,
                          p_irq, p_addr, p_be};
    wire [7:0]   pk_phase;

    assign pk_entry[148 -: WIDTH] = stored[WIDTH-1:0];

    generate
        if (PHASE != 0) begin : g_phase
            assign pk_phase = stored[WIDTH +: 8];
        end else begin : g_no_phase
            assign pk_phase = 8'd0;
            wire unused = &{1'b0, entry[156:149]};
        end
        if (ADDRESS == 0) begin : g_no_address
            assign pk_entry[28:0] = 29'd0;
            wire unused = &{1'b0, entry[28:0]};
        end
    endgenerate

    surf_queue #(.WIDTH(PHASE + WIDTH), .DEPTH_LOG2(QUEUE_LOG2)) u_queue (
        .clk(core_clk), .rst_n(rst_pipe_n),
        .p_valid(p_valid), .p_ready(p_ready),
        .p_entry(entry[148 + PHASE -: PHASE + WIDTH]), .p_lost(p_lost),
        .pk_valid(pk_valid), .pk_entry(stored), .pk_take(pk_take), .pk_lost(pk_lost),
        .pk_before(pk_before), .counts(pk_counts)
    );

    wire [11:0] t_a, h_a;
    wire [3:0]  t_cas_n, h_cas_n;
    wire [31:0] t_dq_o, h_dq_o;
    wire        t_ras_n, t_we_n, t_dq_oe, h_ras_n, h_we_n, h_dq_oe;

    surf_host #(
        .ONE_CLOCK(ONE_CLOCK), .MEM(MEM), .TRACE_LOG2(TRACE_LOG2), .HIST_LOG2(HIST_LOG2),
        .QUEUED(1), .MODULO(MODULO), .BOARD_REV(BOARD_REV), .WINDOW_LOG2(WINDOW_LOG2), .BUS(1),
        .CLOCK_HZ(CLOCK_HZ), .QUEUE_LOG2(QUEUE_LOG2), .ADDRESS(ADDRESS), .EXTRAS(EXTRAS),
        .TAPS(TAPS)
    ) u_host (
        .bus_clk(aclk), .clk25(core_clk), .por_n(aresetn),
        .rst_bus_n(rst_bus_n), .rst25_n(rst25_n), .rst_pipe_n(rst_pipe_n),
        .req(req), .write(write), .addr(addr), .be(be), .wdata(wdata),
        .ack(ack), .ack_error(ack_error), .ack_rdata(ack_rdata), .irq(irq),
        .pk_valid(pk_valid), .pk_entry(pk_entry), .pk_phase(pk_phase), .pk_take(pk_take),
        .pk_lost(pk_lost), .pk_before(pk_before), .pk_counts(pk_counts), .rtv(time_wrapped),
        .ph_valid(ph_valid), .ph_data(ph_data), .phase(phase),
        .tap_addr(tap_addr), .tap_rdata(tap_rdata), .tap_clear(tap_clear),
        .x_in(x_in), .x_out_oe(x_out_oe),
        .tm_req(tm_req), .tm_write(tm_write), .tm_addr(tm_addr), .tm_be(tm_be),
        .tm_wdata(tm_wdata), .tm_ack(tm_ack), .tm_rdata(tm_rdata),
        .hm_req(hm_req), .hm_write(hm_write), .hm_addr(hm_addr), .hm_be(hm_be),
        .hm_wdata(hm_wdata), .hm_ack(hm_ack), .hm_rdata(hm_rdata),
        .t_pd(4'd0), .t_a(t_a), .t_ras_n(t_ras_n), .t_cas_n(t_cas_n), .t_we_n(t_we_n),
        .t_dq_i(32'd0), .t_dq_o(t_dq_o), .t_dq_oe(t_dq_oe),
        .h_pd(4'd0), .h_a(h_a), .h_ras_n(h_ras_n), .h_cas_n(h_cas_n), .h_we_n(h_we_n),
        .h_dq_i(32'd0), .h_dq_o(h_dq_o), .h_dq_oe(h_dq_oe),
        .obs_arrive(obs_arrive), .obs_accept(obs_accept), .obs_drop(obs_drop),
        .obs_rxtime(obs_rxtime), .obs_cat(obs_cat), .obs_ext(obs_ext),
        .obs_take(obs_take), .obs_done(obs_done)
    );

    wire unused = &{1'b0, rst25_n, t_a, t_ras_n, t_cas_n, t_we_n, t_dq_o, t_dq_oe,
                    h_a, h_ras_n, h_cas_n, h_we_n, h_dq_o, h_dq_oe};
endmodule
