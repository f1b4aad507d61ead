// SPDX-License-Identifier: Apache-2.0
//
// shrimp_host - the 25 MHz side of the EISA interface
//
// Purpose     executes, one at a time, the requests of shrimp_slot: to registers, to a memory, or
//             to the copy of EBCR.IRLEV and ENABLE.
// Interface   valid (one clock) starts a request; data, packed by shrimp_slot, is stable from then
//             on. done (one clock) with done_data ends it. write, addr, be and wdata apply to both
//             kinds of access:
//             reg_wr or reg_rd is 1 for one clock, which is delayed while reg_wait = 1. The request
//             ends in the first clock after that in which reg_busy = 0; reg_rdata is sampled in
//             that clock.
//             t_req and h_req drive the EISA port of a simm_dram and are held until its done. If
//             a reset withdraws a request after the controller has begun, the done comes within 5
//             clocks. The next request cannot come so early, because the reset has disabled the
//             board. A board without memories ties t_done and
//             h_done to 0.
// Latency     valid to done: EBCR 0 clocks; registers 1, plus the time in which reg_wait or
//             reg_busy is 1; memories: see simm_dram.
// Throughput  one request at a time.
// Domain      clk25.
// Reset       rst_por_n: power-on. rst_board_n: power-on and RESDRV; it clears ENABLE and drops the
//             request, as the handshake does.
// Paper       TR-596-99 A.1, A.5; SPDT 1996 3.5.
`default_nettype none

module shrimp_host #(
    parameter ADDR_BITS = 26,       // as in shrimp_slot
    parameter [2:0] IRLEV = 3'd0    // IRLEV of EBCR after power-on
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

    reg  active;    // valid has come, done has not been given yet
    reg  struck;    // reg_wr or reg_rd has been given
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
            struck <= struck ? !done : strobe;
        end

    // EBCR, with the bits in the order of shrimp_slot
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
