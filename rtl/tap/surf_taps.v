// SPDX-License-Identifier: Apache-2.0
//
// surf_taps - two AXI4-Stream taps and an AXI4 tap on one packet port
//
// Purpose     shows how to use taps in a design: streams a and b pass through the module, each with
//             a tap; a third tap monitors an AXI4 bus. The taps do not influence the streams and
//             the bus.
// Interface   a_*, b_*: inputs from the source of a stream; am_*, bm_*: outputs to its sink. Stream
//             a has 8 bytes and its color from TDEST, b has 4 bytes and its color from TUSER.
//             Senders: a TID, b 32 + TID, the bus 64 + id (y = 2). Reads have color 0, writes 1,
//             those that end with an error COLOR_READ_ERROR and COLOR_WRITE_ERROR.
//             The packet port and the counters are described in axis_tap and axi_tap, tap_addr and
//             tap_rdata in tap_table.
// Latency     streams: none (wires). Packets: that of the tap plus 2 clocks.
// Throughput  one packet per clock.
// Domain      clk.
// Reset       asynchronous. arst_n resets everything; bus_arst_n is that of the bus and the
//             streams alone, tap_arst_n that of the taps alone (axi_tap).
`default_nettype none

module surf_taps #(
    parameter TX_FRAME = 0,     // transmit time of streams, 0: first beat, 1: field of the frame
    parameter TIME_EXT = 0,     // the time is 0: clocks, 1: time_ext
    parameter READ_FIRST = 0,   // the end of a read: 0: last beat, 1: first beat
    parameter START_VALID = 0,  // the beginning of a request: 0: handshake, 1: AxVALID
    parameter ID_BITS = 4,      // width of the ids of the bus, 1 to 12; the other bits are not used
    parameter TAG_BITS = ID_BITS,   // as in axi_tap
    parameter FIFO_LOG2 = 2,    // 2**FIFO_LOG2 packets in each FIFO, 1 to 10
    parameter QUIET_LOG2 = 20,  // as in axi_tap
    parameter [5:0] COLOR_READ_ERROR = 6'd2,    // colors of reads and writes that end with an error
    parameter [5:0] COLOR_WRITE_ERROR = 6'd3,
    parameter [43:0] TIME_INIT = 44'd0
) (
    input  wire        clk,
    input  wire        arst_n,
    input  wire        bus_arst_n,
    input  wire        tap_arst_n,
    input  wire [63:0] time_ext,

    input  wire        a_tvalid,
    output wire        a_tready,
    input  wire        a_tlast,
    input  wire [63:0] a_tdata,
    input  wire [7:0]  a_tkeep,
    input  wire [4:0]  a_tid,
    input  wire [7:0]  a_tdest,
    input  wire [7:0]  a_tuser,
    output wire        am_tvalid,
    input  wire        am_tready,
    output wire        am_tlast,
    output wire [63:0] am_tdata,
    output wire [7:0]  am_tkeep,
    output wire [4:0]  am_tid,
    output wire [7:0]  am_tdest,
    output wire [7:0]  am_tuser,

    input  wire        b_tvalid,
    output wire        b_tready,
    input  wire        b_tlast,
    input  wire [31:0] b_tdata,
    input  wire [3:0]  b_tkeep,
    input  wire [4:0]  b_tid,
    input  wire [7:0]  b_tdest,
    input  wire [7:0]  b_tuser,
    output wire        bm_tvalid,
    input  wire        bm_tready,
    output wire        bm_tlast,
    output wire [31:0] bm_tdata,
    output wire [3:0]  bm_tkeep,
    output wire [4:0]  bm_tid,
    output wire [7:0]  bm_tdest,
    output wire [7:0]  bm_tuser,

    input  wire        arvalid,
    input  wire        arready,
    input  wire [11:0] arid,
    input  wire [31:0] araddr,
    input  wire [7:0]  arlen,
    input  wire [2:0]  arsize,
    input  wire        rvalid,
    input  wire        rready,
    input  wire [11:0] rid,
    input  wire [1:0]  rresp,
    input  wire        rlast,
    input  wire        awvalid,
    input  wire        awready,
    input  wire [11:0] awid,
    input  wire [31:0] awaddr,
    input  wire [7:0]  awlen,
    input  wire [2:0]  awsize,
    input  wire        bvalid,
    input  wire        bready,
    input  wire [11:0] bid,
    input  wire [1:0]  bresp,

    output wire        p_valid,
    output wire [4:0]  p_y,
    output wire [4:0]  p_x,
    output wire [3:0]  p_category,
    output wire [10:0] p_words,
    output wire [5:0]  p_color,
    output wire [43:0] p_rxtime,
    output wire [43:0] p_txtime,
    output wire        p_irq,
    output wire [26:2] p_addr,
    output wire [3:0]  p_be,
    input  wire        p_ready,
    output wire [7:0]  p_lost,

    input  wire        clear,
    output wire [31:0] a_frames,
    output wire [31:0] a_packets,
    output wire [31:0] a_dropped,
    output wire [2:0]  a_flags,
    output wire [31:0] b_frames,
    output wire [31:0] b_packets,
    output wire [31:0] b_dropped,
    output wire [2:0]  b_flags,
    output wire [31:0] rd_frames,
    output wire [31:0] rd_packets,
    output wire [31:0] rd_dropped,
    output wire [2:0]  rd_flags,
    output wire [31:0] wr_frames,
    output wire [31:0] wr_packets,
    output wire [31:0] wr_dropped,
    output wire [2:0]  wr_flags,

    input  wire [8:2]  tap_addr,
    output wire [31:0] tap_rdata
);
    wire rst_n, bus_rst_n, tap_rst_n;
    wire with_tap_n = arst_n && tap_arst_n, with_bus_n = arst_n && bus_arst_n;

    reset_sync u_reset (.clk(clk), .arst_n(arst_n), .rst_n(rst_n));
    reset_sync u_bus_reset (.clk(clk), .arst_n(with_bus_n), .rst_n(bus_rst_n));
    reset_sync u_tap_reset (.clk(clk), .arst_n(with_tap_n), .rst_n(tap_rst_n));

    // The streams
    assign {am_tvalid, am_tlast, am_tdata, am_tkeep, am_tid, am_tdest, am_tuser, a_tready} =
           {a_tvalid, a_tlast, a_tdata, a_tkeep, a_tid, a_tdest, a_tuser, am_tready};
    assign {bm_tvalid, bm_tlast, bm_tdata, bm_tkeep, bm_tid, bm_tdest, bm_tuser, b_tready} =
           {b_tvalid, b_tlast, b_tdata, b_tkeep, b_tid, b_tdest, b_tuser, bm_tready};

    // The taps: 0 a, 1 b, 2 the bus
    wire [2:0]   t_valid, t_irq, t_ready;
    wire [14:0]  t_y, t_x;
    wire [11:0]  t_category, t_be;
    wire [32:0]  t_words;
    wire [17:0]  t_color;
    wire [131:0] t_rxtime, t_txtime;
    wire [74:0]  t_addr;
    wire [23:0]  t_lost;
    wire [255:0] about;

    wire         unused = &{1'b0, arid, rid, awid, bid};

    assign t_lost[15:9] = 7'd0;
    assign t_lost[7:1]  = 7'd0;

    axis_tap #(
        .DATA_BYTES(8), .ID_BITS(5), .DEST_BITS(8), .USER_BITS(8), .SENDER(10'd0),
        .COLOR_USER(0), .COLOR_LSB(0), .CATEGORY(4'd1), .TX_FRAME(TX_FRAME), .TX_OFFSET(6),
        .TX_BYTES(8), .TIME_EXT(TIME_EXT), .TIME_INIT(TIME_INIT)
    ) u_a (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(tap_rst_n),
        .time_ext(time_ext),
        .tvalid(a_tvalid), .tready(a_tready), .tlast(a_tlast), .tdata(a_tdata), .tkeep(a_tkeep),
        .tid(a_tid), .tdest(a_tdest),
        .tuser(a_tuser), .p_valid(t_valid[0]), .p_y(t_y[4:0]), .p_x(t_x[4:0]),
        .p_category(t_category[3:0]), .p_words(t_words[10:0]), .p_color(t_color[5:0]),
        .p_rxtime(t_rxtime[43:0]), .p_txtime(t_txtime[43:0]), .p_irq(t_irq[0]),
        .p_addr(t_addr[24:0]), .p_be(t_be[3:0]), .p_ready(t_ready[0]), .p_lost(t_lost[0]),
        .clear(clear),
        .frames(a_frames), .packets(a_packets), .dropped(a_dropped), .flags(a_flags),
        .about(about[63:0])
    );

    axis_tap #(
        .DATA_BYTES(4), .ID_BITS(5), .DEST_BITS(8), .USER_BITS(8), .SENDER(10'd32),
        .COLOR_USER(1), .COLOR_LSB(2), .CATEGORY(4'd2), .TX_FRAME(TX_FRAME), .TX_OFFSET(0),
        .TX_BYTES(6), .TX_LITTLE(1), .TIME_EXT(TIME_EXT), .TIME_INIT(TIME_INIT)
    ) u_b (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(tap_rst_n),
        .time_ext(time_ext),
        .tvalid(b_tvalid), .tready(b_tready), .tlast(b_tlast), .tdata(b_tdata), .tkeep(b_tkeep),
        .tid(b_tid), .tdest(b_tdest),
        .tuser(b_tuser), .p_valid(t_valid[1]), .p_y(t_y[9:5]), .p_x(t_x[9:5]),
        .p_category(t_category[7:4]), .p_words(t_words[21:11]), .p_color(t_color[11:6]),
        .p_rxtime(t_rxtime[87:44]), .p_txtime(t_txtime[87:44]), .p_irq(t_irq[1]),
        .p_addr(t_addr[49:25]), .p_be(t_be[7:4]), .p_ready(t_ready[1]), .p_lost(t_lost[8]),
        .clear(clear),
        .frames(b_frames), .packets(b_packets), .dropped(b_dropped), .flags(b_flags),
        .about(about[127:64])
    );

    axi_tap #(
        .ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS), .ADDR_BITS(32), .DEPTH_LOG2(2), .SKIP_BITS(4),
        .FIFO_LOG2(FIFO_LOG2),
        .QUIET_LOG2(QUIET_LOG2), .READ_FIRST(READ_FIRST), .START_VALID(START_VALID),
        .COLOR_READ_ERROR(COLOR_READ_ERROR), .COLOR_WRITE_ERROR(COLOR_WRITE_ERROR),
        .SENDER(10'd64), .CATEGORY(4'd3), .TIME_EXT(TIME_EXT), .TIME_INIT(TIME_INIT)
    ) u_bus (
        .clk(clk), .rst_n(rst_n), .bus_rst_n(bus_rst_n), .tap_rst_n(tap_rst_n),
        .time_ext(time_ext),
        .arvalid(arvalid), .arready(arready), .arid(arid[ID_BITS-1:0]), .araddr(araddr),
        .arlen(arlen),
        .arsize(arsize), .rvalid(rvalid),
        .rready(rready), .rid(rid[ID_BITS-1:0]), .rresp(rresp), .rlast(rlast), .awvalid(awvalid),
        .awready(awready),
        .awid(awid[ID_BITS-1:0]), .awaddr(awaddr), .awlen(awlen), .awsize(awsize), .bvalid(bvalid),
        .bready(bready), .bid(bid[ID_BITS-1:0]), .bresp(bresp), .p_valid(t_valid[2]),
        .p_y(t_y[14:10]),
        .p_x(t_x[14:10]),
        .p_category(t_category[11:8]), .p_words(t_words[32:22]), .p_color(t_color[17:12]),
        .p_rxtime(t_rxtime[131:88]), .p_txtime(t_txtime[131:88]), .p_irq(t_irq[2]),
        .p_addr(t_addr[74:50]), .p_be(t_be[11:8]), .p_ready(t_ready[2]), .p_lost(t_lost[23:16]),
        .clear(clear),
        .rd_frames(rd_frames), .rd_packets(rd_packets), .rd_dropped(rd_dropped),
        .rd_flags(rd_flags), .wr_frames(wr_frames), .wr_packets(wr_packets),
        .wr_dropped(wr_dropped), .wr_flags(wr_flags),
        .rd_about(about[191:128]), .wr_about(about[255:192])
    );

    // What the host reads of them
    tap_table #(.N(4), .NAMES({"writes  ", "reads   ", "stream b", "stream a"})) u_table (
        .addr(tap_addr), .rdata(tap_rdata), .about(about),
        .packets({wr_packets, rd_packets, b_packets, a_packets}),
        .dropped({wr_dropped, rd_dropped, b_dropped, a_dropped}),
        .flags({wr_flags, rd_flags, b_flags, a_flags})
    );

    tap_mux #(.N(3), .DEPTH_LOG2(FIFO_LOG2)) u_mux (
        .clk(clk), .rst_n(rst_n), .t_valid(t_valid), .t_y(t_y), .t_x(t_x),
        .t_category(t_category), .t_words(t_words), .t_color(t_color), .t_rxtime(t_rxtime),
        .t_txtime(t_txtime), .t_irq(t_irq), .t_addr(t_addr), .t_be(t_be), .t_ready(t_ready),
        .t_lost(t_lost),
        .p_valid(p_valid), .p_y(p_y), .p_x(p_x), .p_category(p_category), .p_words(p_words),
        .p_color(p_color), .p_rxtime(p_rxtime), .p_txtime(p_txtime), .p_irq(p_irq),
        .p_addr(p_addr), .p_be(p_be), .p_ready(p_ready), .p_lost(p_lost)
    );
endmodule
