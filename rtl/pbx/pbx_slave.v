// SPDX-License-Identifier: Apache-2.0
//
// pbx_slave - slave of the PBX bus of an iPSC/2 I/O node
//
// Purpose     converts transfers of the asynchronous bus into requests to a back
//             end, one at a time, each exactly once.
// Bus         32-bit words, four-phase handshake:
//             1  the master drives a, rw (1 = read) and, for a write, d; then req_n falls
//             2  the slave executes the transfer and, for a read, drives d; then ack_n falls
//             3  the master samples d; then req_n rises
//             4  the slave releases d and raises ack_n
//             For a read, d is driven from the clock in which ack_n falls to the one in which it
//             rises.
// Back end    req is 1 for one clock; req_addr, req_write and req_wdata are valid in that clock.
//             rdata must be valid in the clock after req.
// Latency     in clocks: from req_n low 2 to 3 clocks to req and 4 to 5 to ack_n low; from req_n
//             high 2 to 3 to ack_n high; one more each with jitter or metastability. With a master
//             on the same clock that answers each edge of ack_n within a clock, a transfer takes 10
//             clocks.
// Domain      clk. req_n is asynchronous; a, rw and d_i are stable around its fall, as the bus
//             specifies.
// Reset       rst_n asynchronous, released synchronously: ack_n and d are released at once. A
//             transfer in progress is aborted; req_n must rise before the next one.
`default_nettype none

module pbx_slave #(
    parameter [31:0] SALT = 32'd0 // seed for the jitter of the synchroniser
) (
    input  wire        clk,
    input  wire        rst_n,

    // bus
    input  wire [15:2] a,
    input  wire        rw,        // 1 = read
    input  wire        req_n,
    output reg         ack_n,
    input  wire [31:0] d_i,
    output reg  [31:0] d_o,
    output reg         d_oe,

    // back end
    output wire        req,
    output wire        req_write,
    output wire [15:2] req_addr,
    output wire [31:0] req_wdata,
    input  wire [31:0] rdata
);
    wire asked;    // req_n is low; synchronised to clk
    wire req_read;
    reg  answer;   // 1 in the clock after req

    strobe_capture #(.WIDTH(14 + 1 + 32), .ACTIVE_LOW(1), .SALT(SALT)) u_req (
        .clk(clk), .rst_n(rst_n), .strobe(req_n), .data({a, rw, d_i}),
        .level(asked), .valid(req), .q({req_addr, req_read, req_wdata})
    );

    assign req_write = !req_read;

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            answer <= 1'b0;
            ack_n  <= 1'b1;
            d_oe   <= 1'b0;
        end else begin
            answer <= req;
            ack_n  <= !answer && (ack_n || !asked);
            d_oe   <= answer ? req_read : d_oe && asked;
        end

    always @(posedge clk)
        if (answer)
            d_o <= rdata;
endmodule
