// SPDX-License-Identifier: Apache-2.0
//
// mk_node - the NODECLK side of the MultiKron board
//
// Purpose     transfers accesses from the PCI side to the chips, derives the timestamp clock from
//             NODECLK, and transfers configuration bits to NODECLK.
// Access      a_req (one clock, only while a_busy = 0) with a_vc, a_write, a_slot, a_half,
//             a_cpu_id and a_wdata. a_ack is 1 for one clock. a_refused and a_rdata are valid from
//             the NEXT clock until the clock after the next a_ack. a_refused = 1: the chip is in
//             reset or did nothing.
//             Chip: cs and the other chip signals are held until ack. up = 1: the chips are out of
//             reset; up is a flip-flop of pclk.
// Latency     a_req to cs: 3 edges of NODECLK (4 with jitter); ack to a_ack: 1 edge of NODECLK and
//             2 of pclk (3 with jitter).
// ts_tick     is 1 in the second clock after reset, then in one of four clocks, or of three with
//             ts_ratio = 1; the ratio in the clock before a tick decides when the next one comes.
// Domain      pclk (a_, up), nodeclk (all others). Asynchronous: ts_ratio and the other inputs
//             from the configuration register.
// Reset       rst_p_n and rst_node_n from one asynchronous source; rst_cfg_n.
// Paper       NISTIR 5993, 1.2.
`default_nettype none

module mk_node #(
    parameter [31:0] SALT = 32'd0
) (
    input  wire        pclk,
    input  wire        rst_p_n,
    input  wire        a_req,
    input  wire        a_vc,
    input  wire        a_write,
    input  wire [10:0] a_slot,
    input  wire [1:0]  a_half,
    input  wire [7:0]  a_cpu_id,
    input  wire [63:0] a_wdata,
    output wire        a_busy,
    output wire        a_ack,
    output wire        a_refused,
    output wire [63:0] a_rdata,
    output wire        up,

    input  wire        nodeclk,
    input  wire        rst_node_n,
    input  wire        rst_cfg_n,    // reset of the bus alone, because the chips sample cfg when
                                     // their own reset ends
    input  wire [4:0]  cfg,          // synchronous to pclk: wait_mem, wait_cpu, testb, mk_oe,
                                     // ts_ratio
    output wire [4:0]  cfg_node,
    output reg         ts_tick,

    output wire [1:0]  cs,           // [0] MultiKron_II, [1] MultiKron_vc
    output wire        write,
    output wire [10:0] slot,
    output wire [1:0]  half,
    output wire [7:0]  cpu_id,
    output wire [63:0] d_o,
    input  wire [1:0]  ready,
    input  wire [1:0]  ack,
    input  wire [1:0]  refused,
    input  wire [63:0] d_ii,
    input  wire [63:0] d_vc
);
    wire valid;
    wire vc;
    reg  standing;           // an access is in progress

    wire now  = valid || standing;
    wire none = valid && !ready[vc];
    wire done = none || (now && ack[vc]);

    assign cs = {now && vc, now && !vc} & ~{2{none}};

    cdc_handshake #(.WIDTH(87), .RWIDTH(65), .SALT(SALT)) u_access (
        .clk_a(pclk), .rst_a_n(rst_p_n),
        .req(a_req), .req_data({a_vc, a_write, a_slot, a_half, a_cpu_id, a_wdata}),
        .busy(a_busy), .ack(a_ack), .ack_data({a_refused, a_rdata}),
        .clk_b(nodeclk), .rst_b_n(rst_node_n),
        .valid(valid), .data({vc, write, slot, half, cpu_id, d_o}),
        .done(done), .done_data({none || refused[vc], vc ? d_vc : d_ii})
    );

    sync_bits #(.WIDTH(5), .SALT(SALT + 32'd1)) u_cfg (
        .clk(nodeclk), .rst_n(rst_cfg_n), .d(cfg), .q(cfg_node)
    );

    // both chips are ready
    reg ready_node;

    always @(posedge nodeclk or negedge rst_node_n)
        if (!rst_node_n)
            ready_node <= 1'b0;
        else
            ready_node <= &ready;

    sync_bits #(.WIDTH(1), .SALT(SALT + 32'd2)) u_up (
        .clk(pclk), .rst_n(rst_p_n), .d(ready_node), .q(up)
    );

    reg [1:0] phase;

    always @(posedge nodeclk or negedge rst_node_n)
        if (!rst_node_n) begin
            standing <= 1'b0;
            phase    <= 2'd0;
            ts_tick  <= 1'b0;
        end else begin
            standing <= now && !done;
            phase    <= phase == 2'd0 ? cfg_node[0] ? 2'd2 : 2'd3 : phase - 2'd1;
            ts_tick  <= phase == 2'd0;
        end
endmodule
