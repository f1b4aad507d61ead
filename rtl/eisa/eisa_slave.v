// SPDX-License-Identifier: Apache-2.0
//
// eisa_slave - 32-bit EISA slave for standard cycles (EISA 3.12)
//
// Purpose     converts EISA cycles into requests to a back end, one at a time, each
//             exactly once. It treats memory and slot-specific I/O alike; a decoder outside decides
//             which addresses are the board's own.
// Bus         The inputs have the polarity of the connector. LA is decoded before it is latched:
//             dec_addr (true polarity), dec_mem and dec_aen drive the board's decoder; dec_sel
//             returns combinationally and drives EX32# before START#. Address, BE#, M/IO# and W/R#
//             are latched at each BCLK rise while START# is low; the last one counts, so that
//             START# of any length is one cycle. Bursts are declined (SLBURST# is never driven).
// Cycle       a  START# falls
//             b  START# rises, CMD# falls; EXRDY falls here if the cycle must
//                wait: reads always, writes while busy = 1
//             c  first rise in CMD#: request, with the write data sampled at this edge;
//                a write without wait ends here (2 BCLK)
//             A waiting write ends one BCLK after busy falls, a read one BCLK after ack. All bus
//             outputs are released while CMD# and START# are high.
// Back end    req is 1 for one clock, and only while busy = 0. req_* are valid with it and, except
//             for req_wdata, until the end of the bus cycle; req_wdata is valid only with req. ack
//             is 1 for one clock, at the earliest in the clock after req; busy may already be 0
//             then. Only reads need ack, because writes are posted. ack_rdata drives the data pins
//             directly: it must be valid from the clock after ack until the next read is
//             acknowledged. Only req may make busy rise.
// Latency     request 1 BCLK after START# rises, response 1 BCLK after ack.
// Domain      bclk, rising edges only. ex32_n_oe depends combinationally on LA, d_oe on CMD# and
//             START#.
// Reset       rst_n (from POR and RESDRV) asynchronous, released synchronously. It releases every
//             bus signal at once, even in mid-cycle, and aborts the cycle.
// Paper       TR-596-99 A.4.
`default_nettype none

module eisa_slave (
    input  wire        bclk,
    input  wire        rst_n,

    // EISA connector
    input  wire [7:0]  la_n,       // LA31..24
    input  wire [21:0] la,         // LA23..2
    input  wire [3:0]  be_n,
    input  wire        m_io,       // 1 = memory
    input  wire        w_r,        // 1 = write
    input  wire        start_n,
    input  wire        cmd_n,
    input  wire        aen,
    input  wire [31:0] d_i,
    output wire [31:0] d_o,
    output wire        d_oe,
    output wire        ex32_n_oe,  // 1 pulls EX32# low
    output reg         exrdy_oe,   // 1 pulls EXRDY low

    // address decoder of the board, combinational
    output wire [31:2] dec_addr,
    output wire        dec_mem,
    output wire        dec_aen,
    input  wire        dec_sel,

    // back end
    output wire        req,
    output reg         req_write,
    output reg         req_mem,
    output reg  [31:2] req_addr,
    output reg  [3:0]  req_be,     // 1 = byte is accessed
    output wire [31:0] req_wdata,
    input  wire        busy,
    input  wire        ack,
    input  wire [31:0] ack_rdata,

    output reg         access      // a cycle of this board is on the bus; for an LED
);
    reg pending;    // a cycle of this board, not yet passed to the back end
    reg reading;    // a read was passed to the back end, and no ack has come yet

    assign dec_addr = {~la_n, la};
    assign dec_mem  = m_io;
    assign dec_aen  = aen;

    assign ex32_n_oe = dec_sel && rst_n;
    assign d_o       = ack_rdata;
    assign d_oe      = access && !req_write && !cmd_n && start_n;

    assign req       = pending && start_n && !cmd_n && !busy;
    assign req_wdata = d_i;

    always @(posedge bclk or negedge rst_n)
        if (!rst_n) begin
            access    <= 1'b0;
            pending   <= 1'b0;
            reading   <= 1'b0;
            exrdy_oe  <= 1'b0;
            req_write <= 1'b0;
            req_mem   <= 1'b0;
            req_addr  <= 30'd0;
            req_be    <= 4'd0;
        end else if (!start_n) begin
            access    <= dec_sel;
            pending   <= dec_sel;
            reading   <= 1'b0;
            exrdy_oe  <= dec_sel && (!w_r || busy);
            req_write <= w_r;
            req_mem   <= m_io;
            req_addr  <= dec_addr;
            req_be    <= ~be_n;
        end else if (cmd_n) begin
            access   <= 1'b0;
            pending  <= 1'b0;
            reading  <= 1'b0;
            exrdy_oe <= 1'b0;
        end else begin
            if (req) begin
                pending <= 1'b0;
                reading <= !req_write;
                if (req_write)
                    exrdy_oe <= 1'b0;
            end
            if (reading && ack) begin
                reading  <= 1'b0;
                exrdy_oe <= 1'b0;
            end
        end
endmodule
