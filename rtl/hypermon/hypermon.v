// SPDX-License-Identifier: Apache-2.0
//
// hypermon - both boards of the HYPERMON performance monitor
//
// Purpose     contains the event regeneration board of the node cabinet and the event capture board
//             of the I/O cabinet. The cable between them is outside of this module and connects
//             erb_* to ecb_*.
// Interface   node ports, cable and PBX bus: hypermon_pins.def. Modules, protocol
//             and departures from the paper: README.md.
// Domain      clk20, 20 MHz; node ports and bus are asynchronous.
// Reset       reset_n of the bus, asynchronous; its release is synchronised here.
// Paper       Malony, Reed 1990, 3.
`default_nettype none

module hypermon #(
    parameter NODES = 16,               // number of nodes with a port, 1 to 16
    parameter WORD_PORT = 0,            // 1: ports collect words of eight nibbles (6)
    parameter SELECT_TS = 0,            // 1, with WORD_PORT: time stamps only on request
    parameter MARKS = 0,                // 1, without WORD_PORT: loss marks among the frames
    parameter FRAME_DEPTH = 1024,       // frames in the frame FIFO: power of two, 256 to 65536
    parameter [31:0] STAMP_INIT = 32'd0, // number of the first window after reset_n
    parameter [31:0] LOST_INIT = 32'd0  // LOST after reset_n
) (
    input  wire        clk20,
    input  wire        reset_n,
    input  wire [15:0] node_strobe,
    input  wire [63:0] node_data,
    output wire [15:0] erb_strobe_p,
    output wire [15:0] erb_strobe_n,
    output wire [63:0] erb_data_p,
    output wire [63:0] erb_data_n,
    input  wire [15:0] ecb_strobe_p,
    input  wire [15:0] ecb_strobe_n,
    input  wire [63:0] ecb_data_p,
    input  wire [63:0] ecb_data_n,
    input  wire [15:2] a,
    input  wire        rw,
    input  wire        req_n,
    output wire        ack_n,
    input  wire [31:0] d_i,
    output wire [31:0] d_o,
    output wire        d_oe,
    output wire [15:0] obs_edge,
    output wire        obs_last,
    output wire [31:0] obs_stamp,
    output wire [6:0]  obs_vectors,
    output wire [6:0]  obs_stamps,
    output wire        obs_store,
    output wire        obs_drop,
    output wire        obs_req
);
    wire rst_n;

    hm_erb #(.LINES(80)) u_erb (
        .ttl({node_strobe, node_data}), .p({erb_strobe_p, erb_data_p}),
        .n({erb_strobe_n, erb_data_n})
    );

    reset_sync u_reset (.clk(clk20), .arst_n(reset_n), .rst_n(rst_n));

    hm_ecb #(
        .NODES(NODES), .WORD_PORT(WORD_PORT), .SELECT_TS(SELECT_TS), .MARKS(MARKS),
        .FRAME_DEPTH(FRAME_DEPTH),
        .STAMP_INIT(STAMP_INIT), .LOST_INIT(LOST_INIT)
    ) u_ecb (
        .clk20(clk20), .rst_n(rst_n),
        .strobe_p(ecb_strobe_p), .strobe_n(ecb_strobe_n), .data_p(ecb_data_p), .data_n(ecb_data_n),
        .a(a), .rw(rw), .req_n(req_n), .ack_n(ack_n), .d_i(d_i), .d_o(d_o), .d_oe(d_oe),
        .obs_edge(obs_edge), .obs_last(obs_last), .obs_stamp(obs_stamp),
        .obs_vectors(obs_vectors), .obs_stamps(obs_stamps),
        .obs_store(obs_store), .obs_drop(obs_drop), .obs_req(obs_req)
    );
endmodule
