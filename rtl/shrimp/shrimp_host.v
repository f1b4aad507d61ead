// SPDX-License-Identifier: Apache-2.0
//
// shrimp_host - 25 MHz side of the EISA interface
//
// Purpose     carries out, one at a time, the requests that shrimp_slot sends: to
//             registers, to a memory, or to the copy of EBCR.IRLEV and ENABLE.
// Interface   valid (one clock) with data as shrimp_slot packs it, which is then
//             stable; done (one clock) with done_data ends it.
//             write, addr, be and wdata belong to all of the following:
//             reg_wr or reg_rd is one clock, put off while reg_wait = 1. The request
//             ends in the first clock after it in which reg_busy = 0; reg_rdata is
//             taken in that clock.
//             t_req, h_req: to the EISA port of a shrimp_dram, until its done. When a
//             reset takes a request away from a controller that has begun, its done
//             comes within 5 clocks: long before the next request can come, for the
//             board is disabled by then. A board without memories ties t_done and
//             h_done to 0.
// Latency     valid to done: EBCR 0 clocks, registers 1 and as long as reg_wait and
//             reg_busy last, memories as shrimp_dram says.
// Throughput  a request at a time.
// Domain      clk25.
// Reset       rst_por_n power-on; rst_board_n also RESDRV, clears ENABLE and forgets
//             the request, as the handshake does.
// Paper       TR-596-99 A.1, A.5; SPDT 1996 3.5.
`default_nettype none

module shrimp_host #(
    parameter ADDR_BITS = 26,       // as in shrimp_slot
    parameter [2:0] IRLEV = 3'd0    // of EBCR after power-on
) (
    input  wire        clk25,
    input  wire        rst_por_n,
    input  wire        rst_board_n,

    // handshake
    input  wire        valid,
    input  wire [36+ADDR_BITS:0] data,
    output wire        done,
    output wire [31:0] done_data,

    // EBCR
    output reg         enable,
    output reg  [2:0]  irlev,

    // the access
    output wire        write,
    output wire [ADDR_BITS-1:2] addr,
    output wire [3:0]  be,
    output wire [31:0] wdata,

    // registers
    output wire        reg_wr,
    output wire        reg_rd,
    input  wire [31:0] reg_rdata,
    input  wire        reg_wait,
    input  wire        reg_busy,

    // memories
    output wire        t_req,
    output wire        h_req,
    input  wire        t_done,
    input  wire [31:0] t_rdata,
    input  wire        h_done,
    input  wire [31:0] h_rdata
);
    localparam [1:0] EBCR = 2'd0, REGS = 2'd1, TRACE = 2'd2;

    wire [1:0] target;

    assign {target, write, addr, be, wdata} = data;

    reg  active;    // valid was given, done not yet
    reg  struck;    // the register strobe was given
    wire go     = valid || active;
    wire strobe = go && target == REGS && !struck && !reg_wait;

    assign done      = go && (target == EBCR || (struck && !reg_busy) || t_done || h_done);
    assign done_data = target == REGS ? reg_rdata : target == TRACE ? t_rdata : h_rdata;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            active <= 1'b0;
            struck <= 1'b0;
        end else begin
            active <= go && !done;
            struck <= (strobe || struck) && !done;
        end

    // EBCR, in the order of shrimp_slot
    wire wr_ebcr = valid && target == EBCR;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            enable <= 1'b0;
        else if (wr_ebcr && be[0])
            enable <= wdata[0];

    always @(posedge clk25 or negedge rst_por_n)
        if (!rst_por_n)
            irlev <= IRLEV;
        else if (wr_ebcr && be[1])
            irlev <= wdata[10:8];

    assign reg_wr = strobe && write;
    assign reg_rd = strobe && !write;
    assign t_req  = go && target == TRACE;
    assign h_req  = go && target[1] && target != TRACE;
endmodule
