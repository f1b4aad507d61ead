// SPDX-License-Identifier: Apache-2.0
//
// Proof of what hm_ecb itself does: its registers, and what it connects. Its modules may do
// anything at any time, except that their interfaces are followed where a property needs it.
`default_nettype none
`include "hypermon_regs.vh"

module prove_hm_board (
    input wire        clk20,
    input wire        rst_n,
    input wire [15:0] strobe,
    input wire [63:0] data,
    input wire [15:2] a,
    input wire        rw,
    input wire        req_n,
    input wire [31:0] d_i
);
    localparam [31:0] LOST_INIT = 32'hFFFFFFFD;
    localparam FRAMES = 256, FRAME_WORDS = 4, WORDS = FRAMES * FRAME_WORDS;
`ifdef MARKS
    localparam MARKS = 1;
`else
    localparam MARKS = 0;
`endif

    wire        ack_n, d_oe, obs_last, obs_store, obs_drop, obs_req;
    wire [31:0] d_o, obs_stamp;
    wire [15:0] obs_edge;
    wire [6:0]  obs_vectors, obs_stamps;

    hm_ecb #(.MARKS(MARKS), .FRAME_DEPTH(FRAMES), .LOST_INIT(LOST_INIT)) dut (
        .strobe_p(strobe), .strobe_n(~strobe), .data_p(data), .data_n(~data), .*
    );

    initial assume (!rst_n);

    // the bus: a request
    (* hierconn *) wire        \dut.u_pbx.req_write ;
    (* hierconn *) wire [15:2] \dut.u_pbx.req_addr ;
    (* hierconn *) wire [31:0] \dut.u_pbx.req_wdata ;
    (* hierconn *) wire [31:0] \dut.u_pbx.rdata ;
    wire        req     = obs_req;
    wire        write   = req && \dut.u_pbx.req_write ;
    wire [15:0] address = {\dut.u_pbx.req_addr , 2'b00};

    // outputs of the modules
    (* hierconn *) wire [15:0] \dut.marked ;
    (* hierconn *) wire [15:0] \dut.full ;
    (* hierconn *) wire [15:0] \dut.late ;
    (* hierconn *) wire        \dut.u_vectors.full ;
    (* hierconn *) wire [31:0] \dut.u_frames.rdata ;
    wire        vec_full = \dut.u_vectors.full ;
    wire        some     = obs_last && \dut.marked != 0;

    // their inputs
    (* hierconn *) wire        \dut.u_window.clear ;
    (* hierconn *) wire [1:0]  \dut.u_window.code ;
    (* hierconn *) wire        \dut.g_port[0].g_node.u_port.clear ;
    (* hierconn *) wire        \dut.g_port[0].g_node.u_port.enable ;
    (* hierconn *) wire        \dut.g_port[0].g_node.u_port.report ;
    (* hierconn *) wire        \dut.g_port[0].g_node.u_port.keep ;
    (* hierconn *) wire [31:0] \dut.g_port[0].g_node.u_port.stamp ;
    (* hierconn *) wire        \dut.u_vectors.clear ;
    (* hierconn *) wire        \dut.u_vectors.wr ;
    (* hierconn *) wire [15:0] \dut.u_vectors.wdata ;
    (* hierconn *) wire        \dut.u_stamps.clear ;
    (* hierconn *) wire        \dut.u_stamps.wr ;
    (* hierconn *) wire [31:0] \dut.u_stamps.wdata ;
    (* hierconn *) wire        \dut.g_plain.u_builder.clear ;
    (* hierconn *) wire        \dut.u_frames.clear ;
    (* hierconn *) wire        \dut.u_frames.rd ;
`ifdef MARKS
    (* hierconn *) wire        \dut.g_losses.u_losses.clear ;
    (* hierconn *) wire        \dut.g_losses.u_losses.miss ;
    (* hierconn *) wire        \dut.g_losses.u_losses.half ;
    (* hierconn *) wire        \dut.g_losses.u_losses.room ;
    (* hierconn *) wire [10:0] \dut.u_frames.free ;
`endif

    // ---- reference: the registers
    reg         rst, enable;
    reg  [1:0]  window;
    reg  [3:0]  status;
    reg  [11:0] count;
    reg  [31:0] lost;

    always @(posedge clk20 or negedge rst_n)
        if (!rst_n) begin
            {rst, enable, window} <= 4'b0100;
            status <= 0;
            count  <= 0;
            lost   <= LOST_INIT;
        end else begin
            rst <= write && address == `HYPERMON_CTRL &&
                   \dut.u_pbx.req_wdata [`HYPERMON_CTRL_RST];
            if (rst) begin
                {enable, window} <= 3'b100;
                status <= 0;
                count  <= 0;
                lost   <= 0;
            end else begin
                if (write && address == `HYPERMON_CTRL) begin
                    window <= \dut.u_pbx.req_wdata [`HYPERMON_CTRL_WINDOW];
                    enable <= \dut.u_pbx.req_wdata [`HYPERMON_CTRL_ENABLE];
                end
                if (\dut.late != 0)
                    status[`HYPERMON_STATUS_LATE] <= 1'b1;
                if (\dut.full != 0)
                    status[`HYPERMON_STATUS_NODE] <= 1'b1;
                if (some && vec_full)
                    status[`HYPERMON_STATUS_VEC] <= 1'b1;
                if (obs_drop)
                    status[`HYPERMON_STATUS_FRAME] <= 1'b1;
                count <= count + obs_store;
                lost  <= obs_drop && ~lost != 0 ? lost + 1 : lost;
            end
        end

    always @* if (rst_n) begin
        // CTRL: RST acts for one clock, on everything but the bus
        assert (\dut.u_window.clear == rst && \dut.u_window.code == window);
        assert (\dut.g_port[0].g_node.u_port.clear == rst);
        assert (\dut.g_port[0].g_node.u_port.enable == enable);
        assert (\dut.u_vectors.clear == rst && \dut.u_stamps.clear == rst);
        assert (\dut.g_plain.u_builder.clear == rst && \dut.u_frames.clear == rst);
        // read data
        case (address)
        `HYPERMON_STATUS: assert (\dut.u_pbx.rdata == status);
        `HYPERMON_COUNT: assert (\dut.u_pbx.rdata == count);
        `HYPERMON_FRAME: assert (\dut.u_pbx.rdata == \dut.u_frames.rdata );
        `HYPERMON_LOST: assert (\dut.u_pbx.rdata == lost);
        default: assert (\dut.u_pbx.rdata == 0);
        endcase
        assert (\dut.u_frames.rd == (req && !write && address == `HYPERMON_FRAME));
        // a window with strobes
        assert (\dut.u_vectors.wr == some && \dut.u_stamps.wr == some);
        assert (!some || (\dut.u_vectors.wdata == \dut.marked && \dut.u_stamps.wdata == obs_stamp));
        assert (\dut.g_port[0].g_node.u_port.report == obs_last);
        assert (\dut.g_port[0].g_node.u_port.keep == !vec_full);
        assert (\dut.g_port[0].g_node.u_port.stamp == obs_stamp);
`ifdef MARKS
        assert (\dut.g_losses.u_losses.clear == rst);
        assert (\dut.g_losses.u_losses.miss == (some && vec_full));
        assert (\dut.u_frames.free > WORDS ||
                \dut.g_losses.u_losses.half == (\dut.u_frames.free >= WORDS / 2));
        assert (\dut.g_losses.u_losses.room == (\dut.u_frames.free >= FRAME_WORDS));
`endif
        cover (lost == 32'hFFFFFFFF && obs_drop);
        cover (rst && status == 4'b1010 && count == 3);
    end

    // invariants
    (* hierconn *) wire        \dut.clear ;
    (* hierconn *) wire [3:0]  \dut.status ;
    (* hierconn *) wire [11:0] \dut.count ;
    (* hierconn *) wire [31:0] \dut.lost ;
    always @* if (rst_n) begin
        assert (\dut.clear == rst && \dut.status == status);
        assert (\dut.count == count && \dut.lost == lost);
    end
endmodule
