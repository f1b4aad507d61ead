// SPDX-License-Identifier: Apache-2.0
//
// wb_master - Wishbone B4 master of 32 bits, classic cycles
//
// Purpose     turns requests, one at a time, into Wishbone cycles.
// Front end   the same as that of axil_master. ack_error = 1: the answer was ERR, or there was none
//             in time. ack comes at the earliest two clocks after req.
// Bus         Classic single cycles. CYC and STB are one signal, stable until ACK, ERR or RTY; SEL
//             is all ones in a read. wb_adr is the address of a word. After RTY, CYC is 0 for one
//             clock, so that another master can have the bus, and the access is tried again. A
//             request takes at most BUS_CLOCKS clocks on the bus, all its tries together: then CYC
//             is 0, the bus is free, and an answer that still comes is ignored.
// Latency     clocks: STB 1 after req, ack 1 after the answer. ack comes at most BUS_CLOCKS + 1
//             clocks after req.
// Domain      wb_clk. wb_cyc, wb_stb, ack, ack_error and ack_rdata are flip-flops; the other
//             outputs come from the front end.
// Reset       rst_n asynchronous, released synchronously: no cycle is asserted; the one in progress
//             is dropped.
`default_nettype none

module wb_master #(
    parameter BUS_CLOCKS = 65_534   // 1 to 2**27 - 1
) (
    input  wire         wb_clk,
    input  wire         rst_n,

    // front end
    input  wire         req,
    input  wire         write,
    input  wire [31:2]  addr,
    input  wire [3:0]   be,
    input  wire [31:0]  wdata,
    output reg          ack,
    output reg          ack_error,
    output reg  [31:0]  ack_rdata,

    // bus
    output reg          wb_cyc,
    output wire         wb_stb,
    output wire         wb_we,
    output wire [31:2]  wb_adr,
    output wire [3:0]   wb_sel,
    output wire [31:0]  wb_dat_o,
    input  wire [31:0]  wb_dat_i,
    input  wire         wb_ack,
    input  wire         wb_err,
    input  wire         wb_rty
);
    generate
        if (BUS_CLOCKS < 1 || BUS_CLOCKS > 134_217_727) begin : g_illegal
            wb_master_BUS_CLOCKS_must_be_1_to_134217727 illegal_parameter ();
        end
    endgenerate

    localparam [31:0] LIMIT = BUS_CLOCKS;

    assign wb_stb   = wb_cyc;
    assign wb_we    = write;
    assign wb_adr   = addr;
    assign wb_sel   = write ? be : 4'b1111;
    assign wb_dat_o = wdata;

    reg         again;      // the clock after RTY
    reg  [26:0] clocks;     // on the bus so far, with this one
    wire        late = (wb_cyc || again) && clocks == LIMIT[26:0];
    wire        answer = wb_cyc && (wb_ack || wb_err);
    wire        ends = answer || late;

    always @(posedge wb_clk or negedge rst_n)
        if (!rst_n) begin
            wb_cyc    <= 1'b0;
            again     <= 1'b0;
            clocks    <= 27'd0;
            ack       <= 1'b0;
            ack_error <= 1'b0;
            ack_rdata <= 32'd0;
        end else begin
            wb_cyc <= req || (again && !ends) || (wb_cyc && !ends && !wb_rty);
            again  <= wb_cyc && !ends && wb_rty;
            clocks <= req ? 27'd1 : clocks + 27'd1;
            ack    <= ends;
            if (ends) begin
                ack_error <= !answer || wb_err;
                ack_rdata <= wb_dat_i;
            end
        end
endmodule
