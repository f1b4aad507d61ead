// SPDX-License-Identifier: Apache-2.0
//
// wb_master - Wishbone B4 master of 32 bits, classic cycles
//
// Purpose     turns requests, one at a time, into Wishbone cycles.
// Front end   the same as that of axil_master. ack_error = 1: the answer was ERR. ack comes at the
//             earliest two clocks after req.
// Bus         Classic single cycles. CYC and STB are one signal, stable until ACK or ERR; SEL is
//             all ones in a read. wb_adr is the address of a word.
// Latency     clocks: STB 1 after req, ack 1 after the answer.
// Domain      wb_clk. wb_cyc, wb_stb, ack, ack_error and ack_rdata are flip-flops; the other
//             outputs come from the front end.
// Reset       rst_n asynchronous, released synchronously: no cycle is asserted; the one in progress
//             is dropped.
`default_nettype none

module wb_master (
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
    input  wire         wb_err
);
    assign wb_stb   = wb_cyc;
    assign wb_we    = write;
    assign wb_adr   = addr;
    assign wb_sel   = write ? be : 4'b1111;
    assign wb_dat_o = wdata;

    wire answer = wb_cyc && (wb_ack || wb_err);

    always @(posedge wb_clk or negedge rst_n)
        if (!rst_n) begin
            wb_cyc    <= 1'b0;
            ack       <= 1'b0;
            ack_error <= 1'b0;
            ack_rdata <= 32'd0;
        end else begin
            wb_cyc <= req || (wb_cyc && !answer);
            ack    <= answer;
            if (answer) begin
                ack_error <= wb_err;
                ack_rdata <= wb_dat_i;
            end
        end
endmodule
