// SPDX-License-Identifier: Apache-2.0
//
// surf_host - 25 MHz side of the EISA interface
//
// Purpose     carries out, one at a time, the requests that surf_slot sends: to
//             registers, to a memory, or to the copy of EBCR.IRLEV and ENABLE.
// Interface   valid (one clock) with data as surf_slot packs it, which then stands
//             still; done (one clock) with done_data ends it.
//             reg_wr or reg_rd is one clock, put off while reg_wait = 1; reg_rdata is
//             taken in the clock after it.
//             t_req, h_req: to the EISA port of a surf_dram, with mem_*, until its
//             done. When a reset takes a request away from a controller that has
//             begun, its done comes within 5 clocks: long before the next request
//             can come, for the board is disabled by then.
// Latency     valid to done: EBCR 0 clocks, registers 1, memories as surf_dram says.
// Domain      clk25.
// Reset       rst_por_n power-on; rst_board_n also RESDRV, clears ENABLE and forgets
//             the request, as the handshake does.
// Paper       TR-596-99 A.1, A.5.
`default_nettype none

`include "surfboard_regs.vh"

module surf_host (
    input  wire        clk25,
    input  wire        rst_por_n,
    input  wire        rst_board_n,

    // handshake
    input  wire        valid,
    input  wire [62:0] data,
    output wire        done,
    output wire [31:0] done_data,

    // EBCR
    output reg         enable,
    output reg  [2:0]  irlev,

    // registers
    output wire        reg_wr,
    output wire        reg_rd,
    output wire [5:2]  reg_offset,
    output wire [3:0]  reg_be,
    output wire [31:0] reg_wdata,
    input  wire [31:0] reg_rdata,
    input  wire        reg_wait,

    // memories
    output wire        t_req,
    output wire        h_req,
    output wire        mem_write,
    output wire [23:0] mem_addr,
    output wire [3:0]  mem_be,
    output wire [31:0] mem_wdata,
    input  wire        t_done,
    input  wire [31:0] t_rdata,
    input  wire        h_done,
    input  wire [31:0] h_rdata
);
    localparam [1:0] EBCR = 2'd0, REGS = 2'd1, TRACE = 2'd2;

    wire [1:0]  target;
    wire        write;
    wire [25:2] addr;
    wire [3:0]  be;
    wire [31:0] wdata;

    assign {target, write, addr, be, wdata} = data;

    reg  active;    // valid was given, done not yet
    reg  struck;    // the register strobe was given
    wire go     = valid || active;
    wire strobe = go && target == REGS && !struck && !reg_wait;

    assign done      = go && (target == EBCR || struck || t_done || h_done);
    assign done_data = target == REGS ? reg_rdata : target == TRACE ? t_rdata : h_rdata;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            active <= 1'b0;
            struck <= 1'b0;
        end else begin
            active <= go && !done;
            struck <= strobe;
        end

    // EBCR
    wire wr_ebcr = valid && target == EBCR;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            enable <= 1'b0;
        else if (wr_ebcr && be[0])
            enable <= wdata[`SURFBOARD_EBCR_ENABLE];

    always @(posedge clk25 or negedge rst_por_n)
        if (!rst_por_n)
            irlev <= 3'd0;
        else if (wr_ebcr && be[1])
            irlev <= wdata[`SURFBOARD_EBCR_IRLEV];

    assign reg_wr     = strobe && write;
    assign reg_rd     = strobe && !write;
    assign reg_offset = addr[5:2];
    assign reg_be     = be;
    assign reg_wdata  = wdata;

    assign t_req     = go && target == TRACE;
    assign h_req     = go && target[1] && target != TRACE;
    assign mem_write = write;
    assign mem_addr  = addr;
    assign mem_be    = be;
    assign mem_wdata = wdata;
endmodule
