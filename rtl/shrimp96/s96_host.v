// SPDX-License-Identifier: Apache-2.0
//
// s96_host - 25 MHz side of the EISA interface
//
// Purpose     carries out, one at a time, the requests that s96_slot sends, and holds the
//             copy of EBCR.IRLEV and ENABLE.
// Interface   valid (one clock) with data as s96_slot packs it, which then stands still;
//             done (one clock) with done_data ends it.
//             wr or rd is one clock, put off while wait_packet = 1, so that a register
//             changes between two packets only. The request ends in the first clock
//             after it in which mem_busy = 0; rdata is taken in that clock.
// Latency     valid to done: EBCR 0 clocks, registers 1 and at most 4 more for a packet,
//             memory words as s96_memport says.
// Domain      clk25.
// Reset       rst_por_n power-on; rst_board_n also RESDRV, clears ENABLE and forgets the
//             request, as the handshake does.
// Paper       SPDT 1996 3.5.
`default_nettype none

`include "shrimp96_regs.vh"

module s96_host (
    input  wire        clk25,
    input  wire        rst_por_n,
    input  wire        rst_board_n,

    // handshake
    input  wire        valid,
    input  wire [42:0] data,
    output wire        done,
    output wire [31:0] done_data,

    // EBCR
    output reg         enable,
    output reg  [2:0]  irlev,

    // registers
    output wire        wr,
    output wire        rd,
    output wire [6:2]  offset,
    output wire [3:0]  be,
    output wire [31:0] wdata,
    input  wire [31:0] rdata,
    input  wire        wait_packet,
    input  wire        mem_busy,

    // observation
    output reg         obs_wr,
    output reg         obs_rd
);
    wire ebcr, write;

    assign {ebcr, write, offset, be, wdata} = data;

    reg  active;    // valid was given, done not yet
    reg  struck;    // the strobe was given
    wire go     = valid || active;
    wire strobe = go && !ebcr && !struck && !wait_packet;

    assign wr        = strobe && write;
    assign rd        = strobe && !write;
    assign done      = go && (ebcr || (struck && !mem_busy));
    assign done_data = rdata;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n) begin
            active <= 1'b0;
            struck <= 1'b0;
            obs_wr <= 1'b0;
            obs_rd <= 1'b0;
        end else begin
            active <= go && !done;
            struck <= (strobe || struck) && !done;
            obs_wr <= wr;
            obs_rd <= rd;
        end

    wire wr_ebcr = valid && ebcr;

    always @(posedge clk25 or negedge rst_board_n)
        if (!rst_board_n)
            enable <= 1'b0;
        else if (wr_ebcr && be[0])
            enable <= wdata[`SHRIMP96_EBCR_ENABLE];

    always @(posedge clk25 or negedge rst_por_n)
        if (!rst_por_n)
            irlev <= 3'd0;
        else if (wr_ebcr && be[1])
            irlev <= wdata[`SHRIMP96_EBCR_IRLEV];
endmodule
